package io.tidemark.driver.rabbitmq.quorum.connection;

import com.rabbitmq.client.WriteListener;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The transport of one connection, which the client flushes after each message. One thread at a
 * time may hold its flushes back, so that the system is called for many messages once. The flush of
 * another thread takes along what is held. Safe for several threads.
 */
public final class GroupedWrites implements FrameHandler {
  /** The client's buffer before a socket has as many. */
  private static final int MOST_HELD_BYTES = 8192;

  private final FrameHandler transport;
  private final AtomicReference<Thread> holder = new AtomicReference<>();

  /** The holder's own. */
  private int heldBytes;

  public GroupedWrites(FrameHandler transport) {
    this.transport = transport;
  }

  /** Until {@link #letGo} the calling thread's messages wait for more, unless another's do. */
  void hold() {
    if (holder.get() == null && holder.compareAndSet(null, Thread.currentThread())) {
      heldBytes = 0;
    }
  }

  /**
   * Ends the hold; nothing is written by it.
   *
   * @return whether the calling thread held messages back, which are to be flushed now
   */
  boolean letGo() {
    return isHeld() && holder.compareAndSet(Thread.currentThread(), null);
  }

  private boolean isHeld() {
    return holder.get() == Thread.currentThread();
  }

  @Override
  public void writeFrame(Frame frame) throws IOException {
    if (!isHeld()) {
      transport.writeFrame(frame);
      return;
    }
    int bytes = frame.size();
    if (heldBytes + bytes > MOST_HELD_BYTES) {
      flushHeld(); // Before it does not fit: the rest of it would be a second, short write.
    }
    transport.writeFrame(frame);
    heldBytes += bytes;
    if (heldBytes >= MOST_HELD_BYTES) {
      flushHeld();
    }
  }

  private void flushHeld() throws IOException {
    if (heldBytes > 0) {
      flushNow();
      heldBytes = 0;
    }
  }

  @Override
  public void flush(WriteListener listener) throws IOException {
    if (listener != null || !isHeld()) {
      transport.flush(listener);
    }
  }

  void flushNow() throws IOException {
    transport.flush(null);
  }

  @Override
  public boolean internalHearbeat() {
    return transport.internalHearbeat();
  }

  @Override
  public void setTimeout(int timeoutMillis) throws SocketException {
    transport.setTimeout(timeoutMillis);
  }

  @Override
  public int getTimeout() throws SocketException {
    return transport.getTimeout();
  }

  @Override
  public void sendHeader() throws IOException {
    transport.sendHeader();
  }

  @Override
  public void initialize(AMQConnection connection) {
    transport.initialize(connection);
  }

  @Override
  public void startProcessing() {
    transport.startProcessing();
  }

  @Override
  public void finishConnectionNegotiation() {
    transport.finishConnectionNegotiation();
  }

  @Override
  public void setFrameMax(int bytes) {
    transport.setFrameMax(bytes);
  }

  @Override
  public Frame readFrame() throws IOException {
    return transport.readFrame();
  }

  @Override
  public void close() {
    transport.close();
  }

  @Override
  public InetAddress getLocalAddress() {
    return transport.getLocalAddress();
  }

  @Override
  public int getLocalPort() {
    return transport.getLocalPort();
  }

  @Override
  public InetAddress getAddress() {
    return transport.getAddress();
  }

  @Override
  public int getPort() {
    return transport.getPort();
  }
}
