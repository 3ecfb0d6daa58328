package io.tidemark.measure.payload;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a driver or broker changed a payload, from the first bytes of both.
 *
 * @param kind of the change
 * @param text sent and received bytes
 */
public record PayloadChange(Kind kind, String text) {
  /** Bytes that are shown. */
  private static final int SHOWN_BYTES = 8;

  /** Bytes compared after the first difference. */
  private static final int CERTAIN_BYTES = 3;

  /** What it looks like. */
  public enum Kind {
    TEXT("the payload was converted to text"),
    ENCODED("the payload was encoded as base64 or hexadecimal text"),
    CUT("the payload was truncated"),
    LONGER("the payload is longer"),
    INSIDE("bytes inside the payload were changed"),
    /** Compressed or encrypted; or another message altogether. */
    UNKNOWN("the payload was changed completely, or is another message");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }
  }

  /**
   * Compares.
   *
   * @param sentHead the first bytes that were sent, as far as they are known
   * @param receivedHead the first bytes that came back, at least twice as many if there are
   */
  public static PayloadChange of(
      byte[] sentHead, int sentBytes, byte[] receivedHead, int receivedBytes) {
    Kind kind = kind(sentHead, sentBytes, receivedHead, receivedBytes);
    String text =
        String.format(
            Locale.ROOT,
            "sent %d bytes beginning with %s, received %d bytes beginning with %s: %s",
            sentBytes,
            shown(sentHead),
            receivedBytes,
            shown(receivedHead),
            kind.meaning);
    return new PayloadChange(kind, text);
  }

  private static Kind kind(byte[] sent, int sentBytes, byte[] received, int receivedBytes) {
    if (begins(received, sent)) {
      if (receivedBytes == sentBytes) {
        return Kind.INSIDE;
      }
      return receivedBytes < sentBytes ? Kind.CUT : Kind.LONGER;
    }
    if (receivedBytes > 0 && receivedBytes < sent.length && begins(sent, received)) {
      return Kind.CUT;
    }
    if (texts(sent).anyMatch(text -> isConversion(sent, text, received))) {
      return Kind.TEXT;
    }
    if (sent.length == sentBytes && received.length == sentBytes && isMostly(sent, received)) {
      return Kind.INSIDE;
    }
    boolean roomForEncoding = receivedBytes >= sentBytes * 4L / 3;
    return roomForEncoding && encodings(sent).anyMatch(text -> begins(received, text))
        ? Kind.ENCODED
        : Kind.UNKNOWN;
  }

  /** Whether more than half of the bytes stayed, as if a driver wrote a time into the others. */
  private static boolean isMostly(byte[] sent, byte[] received) {
    long same = IntStream.range(0, sent.length).filter(i -> sent[i] == received[i]).count();
    return same > sent.length / 2;
  }

  /** Bytes decoded with one charset and encoded with another. */
  private static Stream<byte[]> texts(byte[] sent) {
    return Stream.of(
            List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_8),
            List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8),
            List.of(StandardCharsets.US_ASCII, StandardCharsets.US_ASCII),
            List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1))
        .map(way -> converted(sent, way.get(0), way.get(1)));
  }

  private static byte[] converted(byte[] bytes, Charset read, Charset written) {
    return new String(bytes, read).getBytes(written);
  }

  /** At the end of the known bytes a character may be incomplete; the first difference counts. */
  private static boolean isConversion(byte[] sent, byte[] text, byte[] received) {
    int difference = Arrays.mismatch(sent, text);
    int compared = Math.min(text.length, difference + CERTAIN_BYTES);
    return difference >= 0 && begins(received, Arrays.copyOf(text, compared));
  }

  private static Stream<byte[]> encodings(byte[] sent) {
    String hex = HexFormat.of().formatHex(sent);
    String base64 = Base64.getEncoder().withoutPadding().encodeToString(sent);
    return Stream.of(
            hex, hex.toUpperCase(Locale.ROOT), base64.substring(0, sent.length * Byte.SIZE / 6))
        .map(text -> text.getBytes(StandardCharsets.US_ASCII));
  }

  private static boolean begins(byte[] all, byte[] beginning) {
    return all.length >= beginning.length
        && Arrays.equals(all, 0, beginning.length, beginning, 0, beginning.length);
  }

  private static String shown(byte[] head) {
    byte[] first = Arrays.copyOf(head, Math.min(head.length, SHOWN_BYTES));
    return first.length == 0
        ? "nothing"
        : HexFormat.ofDelimiter(" ").withUpperCase().formatHex(first);
  }
}
