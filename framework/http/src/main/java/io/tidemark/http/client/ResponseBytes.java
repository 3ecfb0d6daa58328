package io.tidemark.http.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One response of HTTP/1.1, as it arrives. A read that times out loses nothing: the next one goes
 * on.
 */
final class ResponseBytes {
  private static final int FIRST_BYTES = 2 * 1024;
  private static final int MOST_HEAD_BYTES = 64 * 1024;

  /** Snapshots have some kB, parts of recordings 1 MB. */
  static final int MOST_BYTES = 64 << 20;

  private static final String LINE_END = "\r\n";
  private static final String VERSION = "HTTP/1.1 ";
  private static final int STATUS_END = VERSION.length() + 3;
  private static final int MOST_DIGITS_OF_LENGTH = 9;
  private static final byte[] NO_BODY = {};

  private byte[] bytes = new byte[FIRST_BYTES];
  private int filled;
  private String head = "";
  private int status;
  private int bodyFrom;
  private int bodyLength = -1;
  private boolean chunked;
  private int scanned;
  private byte[] body = NO_BODY;
  private final ByteArrayOutputStream chunks = new ByteArrayOutputStream();

  /** Whether something has arrived. */
  boolean hasBegun() {
    return filled > 0;
  }

  /** Reads what is there, or waits for it; true if the response is complete. */
  boolean read(InputStream in) throws IOException {
    if (filled == bytes.length) {
      if (filled >= MOST_BYTES) {
        throw tooLarge();
      }
      bytes = Arrays.copyOf(bytes, 2 * filled);
    }
    int more = in.read(bytes, filled, bytes.length - filled);
    if (more < 0) {
      throw new EOFException(hasBegun() ? "EOF reached in a response" : "EOF reached");
    }
    filled += more;
    return (bodyFrom > 0 || readHead()) && readBody();
  }

  private boolean readHead() throws IOException {
    for (int i = Math.max(3, scanned); i < filled; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        head = new String(bytes, 0, i + 1, StandardCharsets.ISO_8859_1);
        bodyFrom = i + 1;
        parseHead();
        return true;
      }
    }
    scanned = filled;
    requireStatus(new String(bytes, 0, Math.min(filled, 13), StandardCharsets.ISO_8859_1));
    if (filled > MOST_HEAD_BYTES) {
      throw new IOException("header parser: more than " + MOST_HEAD_BYTES + " bytes");
    }
    return false;
  }

  /** Another protocol is recognized at once. */
  private static void requireStatus(String begin) throws IOException {
    int length = Math.min(begin.length(), VERSION.length());
    if (!begin.startsWith(VERSION.substring(0, length))) {
      throw new IOException("no status line of HTTP/1.1");
    }
  }

  private void parseHead() throws IOException {
    boolean complete = head.length() > STATUS_END && head.startsWith(VERSION);
    if (!complete || " \r".indexOf(head.charAt(STATUS_END)) < 0) {
      throw new IOException("no status line of HTTP/1.1");
    }
    status = number(head.substring(VERSION.length(), STATUS_END));
    chunked = header("Transfer-Encoding").filter("chunked"::equalsIgnoreCase).isPresent();
    if (!chunked) {
      String length = header("Content-Length").orElse("");
      if (length.isEmpty() || length.length() > MOST_DIGITS_OF_LENGTH) {
        throw new IOException("header parser: a response without a length");
      }
      bodyLength = number(length);
      if (bodyLength > MOST_BYTES) {
        throw tooLarge();
      }
    }
    scanned = bodyFrom;
  }

  private static IOException tooLarge() {
    return new IOException("a response of more than " + MOST_BYTES + " bytes");
  }

  private static int number(String digits) throws IOException {
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new IOException("header parser: not a number");
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** The first value of a header; its name is in any case. */
  Optional<String> header(String name) {
    int line = head.indexOf(LINE_END);
    while (line >= 0) {
      int from = line + LINE_END.length();
      line = head.indexOf(LINE_END, from);
      int colon = from + name.length();
      if (colon < line
          && head.charAt(colon) == ':'
          && head.regionMatches(true, from, name, 0, name.length())) {
        return Optional.of(head.substring(colon + 1, line).strip());
      }
    }
    return Optional.empty();
  }

  private boolean readBody() throws IOException {
    if (chunked) {
      return readChunks();
    }
    if (filled - bodyFrom < bodyLength) {
      return false;
    }
    body = Arrays.copyOfRange(bytes, bodyFrom, bodyFrom + bodyLength);
    return true;
  }

  /** Takes the chunks that are complete; trailers are not sent by workers. */
  private boolean readChunks() throws IOException {
    while (true) {
      int lineEnd = endOfLine(scanned);
      if (lineEnd < 0) {
        return false;
      }
      int size =
          sizeOfChunk(new String(bytes, scanned, lineEnd - scanned, StandardCharsets.US_ASCII));
      int from = lineEnd + 2;
      if (size == 0) {
        body = chunks.toByteArray();
        return endOfLine(from) == from;
      }
      if (filled - from < size + 2) {
        return false;
      }
      chunks.write(bytes, from, size);
      scanned = from + size + 2;
    }
  }

  private static int sizeOfChunk(String line) throws IOException {
    try {
      int size = Integer.parseInt(line.replaceFirst(";.*", "").trim(), 16);
      if (size > MOST_BYTES) {
        throw tooLarge();
      }
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      throw new IOException("header parser: no size of a chunk", e);
    }
    throw new IOException("header parser: no size of a chunk");
  }

  private int endOfLine(int from) {
    for (int i = from; i + 1 < filled; i++) {
      if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
        return i;
      }
    }
    return -1;
  }

  int status() {
    return status;
  }

  /** Status line and header lines. */
  String head() {
    return head;
  }

  byte[] body() {
    return body;
  }
}
