package io.tidemark.http.server;

import io.javalin.http.Context;
import io.tidemark.http.protocol.Protocol;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A body while it arrives, within limits of size, time, and memory for all of them together. One
 * thread at a time.
 */
public final class RequestBody {
  static final String ATTRIBUTE = "tidemark.body";

  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration LONGEST_DISCARD = Duration.ofSeconds(5);

  /** Short ones, as heartbeats have them, need none of the common memory. */
  private static final int SHORT_BYTES = 16 * 1024;

  private final long declaredBytes;
  private final long limitBytes;
  private final BodyMemory memory;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long takenBytes;
  private @Nullable RequestRefusedException refusal;
  private long refusedNanos;
  private long discardedBytes;

  /**
   * @param declaredBytes what the request says of its length; -1 when it does not
   * @param memory for all bodies
   */
  RequestBody(long declaredBytes, long limitBytes, BodyMemory memory, LongSupplier nanoTime) {
    this.declaredBytes = declaredBytes;
    this.limitBytes = limitBytes;
    this.memory = memory;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    if (declaredBytes > limitBytes) {
      refuse(tooLarge());
    }
  }

  /** The body of a request, which has arrived before its handler is called. */
  public static byte[] of(Context context) throws RequestRefusedException {
    RequestBody body = context.attribute(ATTRIBUTE);
    return body == null ? new byte[0] : body.whole();
  }

  /**
   * A further part. What is refused is read and thrown away for a while, because a connection that
   * is closed while the other side still writes loses the answer to it.
   *
   * @return whether more of it is to be read
   */
  boolean add(ByteBuffer part) {
    if (refusal == null) {
      refuseIfTooMuch(part.remaining());
    }
    if (refusal != null) {
      discardedBytes += part.remaining();
      return discardedBytes < Math.min(leftBytes(), 2 * limitBytes)
          && nanoTime.getAsLong() - refusedNanos < LONGEST_DISCARD.toNanos();
    }
    byte[] read = new byte[part.remaining()];
    part.get(read);
    bytes.write(read, 0, read.length);
    return true;
  }

  private long leftBytes() {
    return declaredBytes < 0 ? Long.MAX_VALUE : declaredBytes - bytes.size();
  }

  private void refuseIfTooMuch(int more) {
    long size = bytes.size() + (long) more;
    if (size > limitBytes) {
      refuse(tooLarge());
    } else if (nanoTime.getAsLong() - startNanos > LONGEST.toNanos()) {
      refuse(
          new RequestRefusedException(
              Protocol.TIMED_OUT, "the body took longer than " + LONGEST.toSeconds() + " s"));
    } else if (size > SHORT_BYTES && !take(size - takenBytes)) {
      refuse(
          new RequestRefusedException(
              Protocol.BUSY, "the bodies of other requests need all memory for bodies; try again"));
    }
  }

  private boolean take(long more) {
    if (!memory.tryTake(more)) {
      return false;
    }
    takenBytes += more;
    return true;
  }

  /** The body has ended before its end. */
  void fail(Throwable cause) {
    refuse(
        isTimeout(cause)
            ? new RequestRefusedException(Protocol.TIMED_OUT, "the body stopped before its end")
            : new RequestRefusedException(
                Protocol.BAD_REQUEST, "the body is incomplete or not framed as HTTP requires"));
  }

  private static boolean isTimeout(@Nullable Throwable e) {
    return e != null && (e instanceof TimeoutException || isTimeout(e.getCause()));
  }

  private void refuse(RequestRefusedException reason) {
    if (refusal == null) {
      refusal = reason;
      refusedNanos = nanoTime.getAsLong();
      release();
    }
  }

  byte[] whole() throws RequestRefusedException {
    if (refusal != null) {
      throw refusal;
    }
    return bytes.toByteArray();
  }

  /** After the request, or when it is refused: its memory is for others from now on. */
  void release() {
    bytes = new ByteArrayOutputStream(0); // To reset it would keep its array.
    memory.giveBack(takenBytes);
    takenBytes = 0;
  }

  private RequestRefusedException tooLarge() {
    return new RequestRefusedException(
        Protocol.TOO_LARGE, "the body is larger than " + limitBytes + " bytes");
  }
}
