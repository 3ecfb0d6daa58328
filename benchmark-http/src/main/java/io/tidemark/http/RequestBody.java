package io.tidemark.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads a body, but never more of it than allowed. */
final class RequestBody {
  private RequestBody() {}

  /**
   * @param declaredBytes what the request says of its length; -1 when it does not
   */
  static byte[] read(InputStream in, long declaredBytes, long limitBytes)
      throws IOException, RefusedException {
    if (declaredBytes > limitBytes) {
      throw tooLarge(limitBytes);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream(Math.max(512, (int) declaredBytes));
    byte[] part = new byte[8192];
    for (int length = in.read(part); length >= 0; length = in.read(part)) {
      if (body.size() + (long) length > limitBytes) {
        throw tooLarge(limitBytes);
      }
      body.write(part, 0, length);
    }
    return body.toByteArray();
  }

  private static RefusedException tooLarge(long limitBytes) {
    return new RefusedException(
        Protocol.TOO_LARGE, "the body is larger than %d bytes".formatted(limitBytes));
  }
}
