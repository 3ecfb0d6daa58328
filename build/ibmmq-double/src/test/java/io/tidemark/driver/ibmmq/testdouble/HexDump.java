package io.tidemark.driver.ibmmq.testdouble;

/** Segments as text, to see what a new version of the client does differently. */
final class HexDump {
  private static final int LINE_BYTES = 16;
  private static final int SHOWN_BYTES = 768;

  private HexDump() {}

  static String format(String direction, Segment segment) {
    StringBuilder text = new StringBuilder(direction);
    text.append(' ').append(Opcode.of(segment.opcode() & ~0x10).map(Enum::name).orElse("?"));
    text.append(
        String.format(
            " 0x%02x flags 0x%02x %02x %s conversation %d request %d, %d bytes",
            segment.opcode(),
            segment.flags(),
            segment.moreFlags(),
            segment.structureId(),
            segment.conversationId(),
            segment.requestId(),
            segment.body().length));
    byte[] body = segment.body();
    for (int at = 0; at < Math.min(body.length, SHOWN_BYTES); at += LINE_BYTES) {
      text.append(line(body, at, Math.min(body.length, at + LINE_BYTES)));
    }
    return text.toString();
  }

  private static String line(byte[] body, int from, int to) {
    StringBuilder hex = new StringBuilder();
    StringBuilder characters = new StringBuilder();
    for (int i = from; i < to; i++) {
      hex.append(String.format("%02x ", body[i]));
      characters.append(body[i] >= ' ' && body[i] < 127 ? (char) body[i] : '.');
    }
    return String.format("%n   %04d  %-48s %s", from, hex, characters);
  }
}
