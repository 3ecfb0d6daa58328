package io.tidemark.driver.ibmmq.testdouble;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * One transmission segment: its header (TSH, TSHC, or TSHM with conversation and request id) and
 * its body.
 *
 * @param moreFlags the second byte of flags, which answers repeat
 * @param context the header's last 16 bytes (unit-of-work id, encoding, CCSID), which answers
 *     repeat
 */
record Segment(
    String structureId,
    int conversationId,
    int requestId,
    int opcode,
    int flags,
    int moreFlags,
    byte[] context,
    byte[] body) {
  static final int CONFIRM = 0x01;
  static final int ERROR = 0x02;
  static final int CLOSE_CHANNEL = 0x08;
  static final int FIRST = 0x10;
  static final int LAST = 0x20;

  private static final String MULTIPLEXED = "TSHM";

  /** Before a conversation, within one, and what concerns the whole socket. */
  private static final Set<String> STRUCTURES = Set.of("TSH ", MULTIPLEXED, "TSHC");

  private static final int HEADER_BYTES = 28;
  private static final int CONVERSATION_BYTES = 8;
  private static final int CONTEXT_BYTES = 16;
  private static final int BIG_ENDIAN = 1;
  private static final int LARGEST_BYTES = 1 << 20;

  /** Whether the other end begins like a client of MQ; the stream must support marks. */
  static boolean isNext(DataInputStream in) throws IOException {
    in.mark(4);
    String id = new String(in.readNBytes(4), StandardCharsets.ISO_8859_1);
    in.reset();
    return STRUCTURES.contains(id);
  }

  static Segment read(DataInputStream in) throws IOException {
    byte[] start = in.readNBytes(8);
    if (start.length < 8) {
      throw new java.io.EOFException("the client closed the connection");
    }
    String id = new String(start, 0, 4, StandardCharsets.ISO_8859_1);
    int length = ByteBuffer.wrap(start).getInt(4);
    if (!STRUCTURES.contains(id) || length < HEADER_BYTES || length > LARGEST_BYTES) {
      throw new UnknownFlow("a segment that starts with '" + id + "', length " + length);
    }
    ByteBuffer rest = ByteBuffer.wrap(in.readNBytes(length - 8));
    boolean multiplexed = id.equals(MULTIPLEXED);
    int conversationId = multiplexed ? rest.getInt() : 0;
    int requestId = multiplexed ? rest.getInt() : 0;
    if (rest.get() != BIG_ENDIAN) {
      throw new UnknownFlow("a little-endian client");
    }
    int opcode = rest.get() & 0xff;
    int flags = rest.get() & 0xff;
    int moreFlags = rest.get() & 0xff;
    byte[] context = new byte[CONTEXT_BYTES];
    rest.get(context);
    byte[] body = new byte[rest.remaining()];
    rest.get(body);
    return new Segment(id, conversationId, requestId, opcode, flags, moreFlags, context, body);
  }

  boolean multiplexed() {
    return structureId.equals(MULTIPLEXED);
  }

  int headerBytes() {
    return HEADER_BYTES + (multiplexed() ? CONVERSATION_BYTES : 0);
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  Segment answer(int opcode, int flags, byte[] body) {
    return new Segment(
        structureId, conversationId, requestId, opcode, flags, moreFlags, context, body);
  }

  Segment inConversation(int conversationId, int requestId) {
    return new Segment(
        MULTIPLEXED, conversationId, requestId, opcode, flags, moreFlags, context, body);
  }

  byte[] encoded() {
    ByteBuffer out = ByteBuffer.allocate(headerBytes() + body.length);
    out.put(structureId.getBytes(StandardCharsets.ISO_8859_1));
    out.putInt(out.capacity());
    if (multiplexed()) {
      out.putInt(conversationId).putInt(requestId);
    }
    out.put((byte) BIG_ENDIAN).put((byte) opcode).put((byte) flags).put((byte) moreFlags);
    return out.put(context).put(body).array();
  }
}
