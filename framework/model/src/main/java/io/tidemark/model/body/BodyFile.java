package io.tidemark.model.body;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A file with many bodies. */
public final class BodyFile {
  /** Most bodies: each takes about 100 bytes of memory beside its content. */
  static final int MOST_BODIES = 1_000_000;

  private final byte[] content;
  private final List<byte[]> bodies = new ArrayList<>();

  private BodyFile(byte[] content) {
    this.content = content;
  }

  /**
   * The bodies between delimiters; empty ones are left out. A line may also end with CR LF.
   *
   * @param delimiter at least one character
   */
  public static List<byte[]> between(byte[] content, String delimiter) throws BodyException {
    BodyFile file = new BodyFile(content);
    file.divide(delimiter.getBytes(StandardCharsets.UTF_8), delimiter.equals("\n"));
    return file.bodies();
  }

  /** Bodies that follow their lengths. */
  public static List<byte[]> afterLengths(byte[] content) throws BodyException {
    BodyFile file = new BodyFile(content);
    ByteBuffer left = ByteBuffer.wrap(content);
    while (left.hasRemaining()) {
      int at = left.position();
      long length = left.remaining() < Integer.BYTES ? -1 : left.getInt();
      if (length < 0 || length > left.remaining()) {
        throw new BodyException(
            String.format(
                Locale.ROOT,
                "no body follows at byte %d: 4 bytes of length and as many bytes as they say"
                    + " (big-endian) are needed, got %s of %d that are left",
                at,
                length < 0 ? "no length" : length + " bytes",
                left.remaining()));
      }
      file.add(left.position(), left.position() + (int) length);
      left.position(left.position() + (int) length);
    }
    return file.bodies();
  }

  /** Consecutive pieces of a size; what is left at the end is left out. */
  public static List<byte[]> pieces(byte[] content, int bytes) throws BodyException {
    BodyFile file = new BodyFile(content);
    for (int at = 0; bytes > 0 && at <= content.length - bytes; at += bytes) {
      file.add(at, at + bytes);
    }
    if (file.bodies.isEmpty()) {
      throw new BodyException(
          "the file has " + content.length + " bytes; allowed at least one piece of " + bytes);
    }
    return file.bodies;
  }

  private void divide(byte[] delimiter, boolean lines) throws BodyException {
    int from = 0;
    for (int at = 0; at <= content.length - delimiter.length; ) {
      int end = at + delimiter.length;
      if (Arrays.equals(content, at, end, delimiter, 0, delimiter.length)) {
        addIfAny(from, lines && at > from && content[at - 1] == '\r' ? at - 1 : at);
        from = end;
        at = end;
      } else {
        at++;
      }
    }
    addIfAny(from, content.length);
  }

  private void addIfAny(int from, int to) throws BodyException {
    if (to > from) {
      add(from, to);
    }
  }

  private void add(int from, int to) throws BodyException {
    if (bodies.size() == MOST_BODIES) {
      throw new BodyException(
          String.format(Locale.ROOT, "more than %,d bodies; allowed %<,d", MOST_BODIES));
    }
    bodies.add(Arrays.copyOfRange(content, from, to));
  }

  private List<byte[]> bodies() throws BodyException {
    if (bodies.isEmpty()) {
      throw new BodyException("there is no body in the file; allowed at least one");
    }
    return bodies;
  }
}
