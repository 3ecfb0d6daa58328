package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/** REQUEST_MSGS: a consumer asks for its next message. */
final class MessageRequest extends Structure {
  private static final int CARRIES_SELECTION = 0x10;
  private static final int MATCH_OPTIONS = 60;
  private static final int MATCHED_IDS = 64;

  private final Segment segment;

  MessageRequest(Segment segment) {
    super(segment.body(), 0);
    this.segment = segment;
  }

  Segment segment() {
    return segment;
  }

  /** The client waits for an answer, be it that there is nothing. */
  boolean wantsAnswer() {
    return segment.has(Segment.CONFIRM);
  }

  int handle() {
    return integer(4);
  }

  /** What the client has taken from its buffer since its last request. */
  int receivedBytes() {
    return integer(8);
  }

  /** How much the client wants in its buffer: 1 is one message, more is read-ahead. */
  int requestedBytes() {
    return integer(12);
  }

  int options() {
    refuseUnknownBits(
        "MQGMO options of a message request", integer(20), GetOptions.KNOWN & ~GetOptions.CONVERT);
    return integer(20);
  }

  boolean syncpoint() {
    return (options() & GetOptions.SYNCPOINT) != 0;
  }

  int waitMillis() {
    return integer(24);
  }

  short selectionIndex() {
    return (short) (carriesSelection() ? integer(40) >> 16 : 0);
  }

  private boolean carriesSelection() {
    return (integer(32) & CARRIES_SELECTION) != 0;
  }

  /** Empty: as the consumer's last request said. */
  Optional<Selection> selection() {
    if (!carriesSelection()) {
      return Optional.empty();
    }
    int match = integer(MATCH_OPTIONS);
    int at = MATCHED_IDS;
    byte[] messageId = (match & Selection.MESSAGE_ID) != 0 ? bytes(at, 24) : new byte[24];
    at += (match & Selection.MESSAGE_ID) != 0 ? 24 : 0;
    byte[] correlationId = (match & Selection.CORRELATION_ID) != 0 ? bytes(at, 24) : new byte[24];
    at += (match & Selection.CORRELATION_ID) != 0 ? 24 : 0;
    byte[] token = (match & Selection.MESSAGE_TOKEN) != 0 ? bytes(at, 16) : new byte[16];
    return Optional.of(Selection.of(match, messageId, correlationId, token));
  }
}
