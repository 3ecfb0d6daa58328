package io.tidemark.http.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One response of HTTP/1.1, as it arrives. A read that times out loses nothing: the next one goes
 * on.
 */
final class ResponseBytes {
  private static final int FIRST_BYTES = 8 * 1024;
  private static final int MOST_HEAD_BYTES = 64 * 1024;
  private static final int MOST_BYTES = 512 << 20;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})[ \r]");
  private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d{1,9})\r\n");
  private static final Pattern CHUNKED = Pattern.compile("\r\ntransfer-encoding: *chunked\r\n");

  private byte[] bytes = new byte[FIRST_BYTES];
  private int filled;
  private String head = "";
  private int status;
  private int bodyFrom;
  private int bodyLength = -1;
  private boolean chunked;
  private int scanned;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  /** Whether something has arrived. */
  boolean hasBegun() {
    return filled > 0;
  }

  /** Reads what is there, or waits for it; true if the response is complete. */
  boolean read(InputStream in) throws IOException {
    if (filled == bytes.length) {
      if (filled >= MOST_BYTES) {
        throw new IOException("a response of more than " + MOST_BYTES + " bytes");
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
    String expected = "HTTP/1.1 ";
    int length = Math.min(begin.length(), expected.length());
    if (!begin.startsWith(expected.substring(0, length))) {
      throw new IOException("no status line of HTTP/1.1");
    }
  }

  private void parseHead() throws IOException {
    Matcher line = STATUS.matcher(head);
    if (!line.lookingAt()) {
      throw new IOException("no status line of HTTP/1.1");
    }
    status = Integer.parseInt(line.group(1));
    String lower = head.toLowerCase(Locale.ROOT);
    Matcher length = LENGTH.matcher(lower);
    chunked = CHUNKED.matcher(lower).find();
    if (!chunked) {
      if (!length.find()) {
        throw new IOException("header parser: a response without a length");
      }
      bodyLength = Integer.parseInt(length.group(1));
    }
    scanned = bodyFrom;
  }

  private boolean readBody() throws IOException {
    if (chunked) {
      return readChunks();
    }
    if (filled - bodyFrom < bodyLength) {
      return false;
    }
    body.write(bytes, bodyFrom, bodyLength);
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
        return endOfLine(from) == from;
      }
      if (filled - from < size + 2) {
        return false;
      }
      body.write(bytes, from, size);
      scanned = from + size + 2;
    }
  }

  private static int sizeOfChunk(String line) throws IOException {
    try {
      int size = Integer.parseInt(line.replaceFirst(";.*", "").trim(), 16);
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
    return body.toByteArray();
  }
}
