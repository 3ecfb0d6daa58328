package io.tidemark.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * One direction of a connection. Without a delay bytes are written as soon as they are read. Bytes
 * that the receiver does not accept yet, or that are delayed, wait in a queue; while the queue is
 * full the sender is not read, so TCP slows it down.
 */
final class Pipe {
  private record Chunk(ByteBuffer data, boolean isEnd, long dueNanos) {}

  /** The two ends of the connection. */
  interface Ends {
    /** After each change of a pipe. */
    void updateInterest();

    boolean hasEnded();

    /** One side has failed: the other one is reset. */
    void failed(SocketChannel side);

    /** Delivers the end of a pipe's stream. */
    void end(Pipe pipe);
  }

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  private final Direction direction;
  private final ProxiedTraffic traffic;
  private final Ends ends;
  private final EventLoop loop;
  private final SocketChannel from;
  private final SocketChannel to;
  private final SplittableRandom random;
  private final Queue<Chunk> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long lastDueNanos = System.nanoTime();
  private boolean paused;
  private boolean readToEnd;
  private boolean finished;
  private boolean timerSet;

  Pipe(
      Direction direction,
      ProxiedTraffic traffic,
      Ends ends,
      EventLoop loop,
      SocketChannel from,
      SocketChannel to) {
    this.direction = direction;
    this.traffic = traffic;
    this.ends = ends;
    this.loop = loop;
    this.from = from;
    this.to = to;
    this.random = loop.nextRandom();
    this.paused = traffic.isPaused(direction);
  }

  void pause() {
    paused = true;
    ends.updateInterest();
  }

  void resume() {
    paused = false;
    flush(true);
    ends.updateInterest();
  }

  boolean wantsRead() {
    return !paused && !readToEnd && loop.budget().mayRead(queuedBytes);
  }

  /** Whether bytes that are due wait for the receiver. */
  boolean wantsWrite() {
    return !paused && !queue.isEmpty() && queue.element().dueNanos - System.nanoTime() <= 0;
  }

  /** Whether the end of the stream was delivered. */
  boolean isFinished() {
    return finished;
  }

  boolean hasReadToEnd() {
    return readToEnd;
  }

  /** Reads once. */
  void read(boolean readable) {
    if (!readable || !wantsRead() || ends.hasEnded()) {
      return;
    }
    ByteBuffer buffer = loop.readBuffer();
    int count;
    try {
      count = from.read(buffer);
    } catch (IOException e) {
      ends.failed(from);
      return;
    }
    long due = dueNanos();
    if (count < 0) {
      readToEnd = true;
      queue.add(new Chunk(NO_BYTES, true, due));
      ends.end(this);
    } else if (count > 0) {
      forward(buffer.flip(), due);
    }
  }

  private void forward(ByteBuffer read, long due) {
    try {
      if (queue.isEmpty() && due - System.nanoTime() <= 0) {
        traffic.delivered(direction, to.write(read));
      }
    } catch (IOException e) {
      ends.failed(to);
      return;
    }
    if (read.hasRemaining()) {
      enqueue(read, due);
    }
  }

  /** Bytes are never due before those that were read earlier. */
  private long dueNanos() {
    LinkDelay delay = traffic.delay();
    long now = System.nanoTime();
    long due = now;
    if (!delay.isNone()) {
      long jitter = delay.jitter().toNanos();
      due += delay.latency().toNanos() + (jitter == 0 ? 0 : random.nextLong(jitter + 1));
    }
    lastDueNanos = due - lastDueNanos > 0 ? due : lastDueNanos;
    return lastDueNanos;
  }

  private void enqueue(ByteBuffer read, long due) {
    ByteBuffer copy = ByteBuffer.allocate(read.remaining()).put(read).flip();
    queue.add(new Chunk(copy, false, due));
    count(copy.remaining());
    setTimer();
  }

  /** Writes what is due. */
  void flush(boolean writable) {
    if (!writable || paused || ends.hasEnded()) {
      return;
    }
    try {
      long now = System.nanoTime();
      while (!queue.isEmpty() && queue.element().dueNanos - now <= 0) {
        Chunk head = queue.element();
        if (head.isEnd) {
          to.shutdownOutput();
          finished = true;
        } else {
          int written = to.write(head.data);
          count(-written);
          traffic.delivered(direction, written);
          if (head.data.hasRemaining()) {
            return; // The receiver's buffer is full: its key reports when it is not.
          }
        }
        queue.remove();
      }
      setTimer();
    } catch (IOException e) {
      ends.failed(to);
    }
  }

  /** For the first chunk, if it is not due yet. */
  private void setTimer() {
    if (!timerSet && !queue.isEmpty() && queue.element().dueNanos - System.nanoTime() > 0) {
      timerSet = true;
      loop.runAt(queue.element().dueNanos, this::timerExpired);
    }
  }

  private void timerExpired() {
    timerSet = false;
    flush(true);
    ends.updateInterest();
  }

  private void count(long bytes) {
    queuedBytes += bytes;
    loop.budget().add(bytes);
  }

  /** The connection has ended. */
  void release() {
    count(-queuedBytes);
    queue.clear();
  }
}
