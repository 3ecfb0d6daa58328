package io.tidemark.driver.ibmmq.testdouble;

import java.util.Arrays;

/**
 * Which message a get wants. Ids of zeros match every message, as in MQ.
 *
 * @param token zeros, or the one message that an earlier get with a small buffer has seen
 */
record Selection(byte[] messageId, byte[] correlationId, byte[] token) {
  static final int MESSAGE_ID = 0x01;
  static final int CORRELATION_ID = 0x02;
  static final int MESSAGE_TOKEN = 0x20;

  private static final int TOKEN_BYTES = 16;

  static Selection any() {
    return of(0, new byte[0], new byte[0], new byte[0]);
  }

  static Selection of(int match, byte[] messageId, byte[] correlationId, byte[] token) {
    Structure.refuseUnknownBits(
        "MQMO match options", match, MESSAGE_ID | CORRELATION_ID | MESSAGE_TOKEN);
    byte[] none = new byte[MessageDescriptor.ID_BYTES];
    return new Selection(
        (match & MESSAGE_ID) != 0 ? messageId : none,
        (match & CORRELATION_ID) != 0 ? correlationId : none,
        (match & MESSAGE_TOKEN) != 0 ? token : new byte[TOKEN_BYTES]);
  }

  boolean byToken() {
    return !MessageDescriptor.isNone(token);
  }

  boolean accepts(StoredMessage message) {
    return matches(messageId, message.descriptor().messageIdBytes())
        && matches(correlationId, message.descriptor().correlationIdBytes())
        && matches(token, message.token());
  }

  private static boolean matches(byte[] wanted, byte[] actual) {
    return MessageDescriptor.isNone(wanted) || Arrays.equals(wanted, actual);
  }
}
