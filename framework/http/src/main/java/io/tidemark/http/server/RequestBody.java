package io.tidemark.http.server;

import io.javalin.http.Context;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.http.protocol.Protocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads a body within limits of size and time. */
public final class RequestBody {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration LONGEST_DISCARD = Duration.ofSeconds(5);
  private static final int TIMED_OUT = 408;

  // The declared length is not trusted.
  private static final int FIRST_BYTES = 16 * 1024;

  private RequestBody() {}

  /** The body of a request. */
  public static byte[] of(Context context, long limitBytes) throws RefusedException, IOException {
    try {
      return read(context.req().getInputStream(), context.req().getContentLengthLong(), limitBytes);
    } catch (IOException | RuntimeException e) { // The server's own, for a wrong chunk size.
      if (isTimeout(e)) {
        throw e;
      }
      throw new RefusedException(
          Protocol.BAD_REQUEST, "the body is incomplete or not framed as HTTP requires");
    }
  }

  /** The body has stopped coming: the server answers that itself. */
  private static boolean isTimeout(@Nullable Throwable e) {
    return e != null && (e instanceof TimeoutException || isTimeout(e.getCause()));
  }

  /**
   * @param declaredBytes what the request says of its length; -1 when it does not
   */
  static byte[] read(InputStream in, long declaredBytes, long limitBytes)
      throws IOException, RefusedException {
    return read(in, declaredBytes, limitBytes, SystemClock.get()::nanoTime);
  }

  static byte[] read(InputStream in, long declaredBytes, long limitBytes, LongSupplier nanoTime)
      throws IOException, RefusedException {
    if (declaredBytes > limitBytes) {
      discard(in, Math.min(declaredBytes, 2 * limitBytes));
      throw tooLarge(limitBytes);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream(FIRST_BYTES);
    byte[] part = new byte[8192];
    long startNanos = nanoTime.getAsLong();
    for (int length = in.read(part); length >= 0; length = in.read(part)) {
      if (body.size() + (long) length > limitBytes) {
        throw tooLarge(limitBytes);
      }
      if (nanoTime.getAsLong() - startNanos > LONGEST.toNanos()) {
        throw new RefusedException(
            TIMED_OUT,
            String.format(Locale.ROOT, "the body took longer than %d s", LONGEST.toSeconds()));
      }
      body.write(part, 0, length);
    }
    return body.toByteArray();
  }

  /** A connection that is closed while the other side still writes loses the answer to it. */
  private static void discard(InputStream in, long bytes) throws IOException {
    byte[] part = new byte[8192];
    Deadline deadline = Deadline.in(LONGEST_DISCARD);
    long left = bytes;
    while (left > 0 && !deadline.isOver()) {
      int length = in.read(part, 0, (int) Math.min(part.length, left));
      left = length < 0 ? 0 : left - length;
    }
  }

  private static RefusedException tooLarge(long limitBytes) {
    return new RefusedException(
        Protocol.TOO_LARGE,
        String.format(Locale.ROOT, "the body is larger than %d bytes", limitBytes));
  }
}
