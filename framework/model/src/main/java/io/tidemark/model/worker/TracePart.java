package io.tidemark.model.worker;

import java.nio.ByteBuffer;

/**
 * A part of a trace for one worker: the next messages of its producers, in order of time.
 *
 * @param number of the block for this worker, from 0
 * @param messages the packed messages, see {@link #put}
 * @param periodNanos from the start of a repetition of the trace to that of the next one
 * @param repeat how often the trace is sent
 * @param endNanos messages from this offset on are not sent
 * @param keys whether messages get keys
 */
@SuppressWarnings("ArrayRecordComponent") // a request; never compared
public record TracePart(
    int number, byte[] messages, long periodNanos, int repeat, long endNanos, boolean keys) {
  /** Size of a packed message. */
  public static final int MESSAGE_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

  public TracePart {
    if (number < 0 || periodNanos < 1 || repeat < 1 || messages.length % MESSAGE_BYTES != 0) {
      throw new IllegalArgumentException("a block of a trace must have whole messages");
    }
  }

  /** Packs a message. */
  public static void put(
      ByteBuffer into, int producer, long offsetNanos, int sizeBytes, long keyHash) {
    into.putInt(producer).putLong(offsetNanos).putInt(sizeBytes).putLong(keyHash);
  }

  /** Takes an unpacked message. */
  public interface Sink {
    void message(int producer, long offsetNanos, int sizeBytes, long keyHash);
  }

  /** Unpacks all messages. */
  public void forEach(Sink sink) {
    ByteBuffer from = ByteBuffer.wrap(messages);
    while (from.hasRemaining()) {
      sink.message(from.getInt(), from.getLong(), from.getInt(), from.getLong());
    }
  }

  @Override
  public String toString() {
    return "TracePart[" + number + ", " + messages.length / MESSAGE_BYTES + " messages]";
  }
}
