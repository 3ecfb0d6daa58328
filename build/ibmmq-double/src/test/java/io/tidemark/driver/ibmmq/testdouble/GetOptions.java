package io.tidemark.driver.ibmmq.testdouble;

/** MQGMO. */
final class GetOptions extends Structure {
  static final int WAIT = 0x01;
  static final int SYNCPOINT = 0x02;
  static final int NO_SYNCPOINT = 0x04;
  static final int ACCEPT_TRUNCATED = 0x40;
  static final int SYNCPOINT_IF_PERSISTENT = 0x1000;
  static final int FAIL_IF_QUIESCING = 0x2000;

  /** Only PCF answers are asked for like this, and they come as the client reads them. */
  static final int CONVERT = 0x4000;

  /** Properties as RFH2 in the message, which is how they were put. */
  static final int PROPERTIES_FORCE_RFH2 = 0x02000000;

  /** Publications of the double have none. */
  static final int NO_PROPERTIES = 0x04000000;

  static final int KNOWN =
      WAIT
          | SYNCPOINT
          | NO_SYNCPOINT
          | ACCEPT_TRUNCATED
          | SYNCPOINT_IF_PERSISTENT
          | FAIL_IF_QUIESCING
          | CONVERT
          | PROPERTIES_FORCE_RFH2
          | NO_PROPERTIES;

  private static final int MATCH_OPTIONS = 72;
  private static final int MESSAGE_TOKEN = 80;
  private static final int RETURNED_LENGTH = 96;

  GetOptions(byte[] bytes, int start) {
    super(bytes, start);
  }

  int size() {
    return sizeByVersion("GMO", 72, 80, 100, 112);
  }

  int options() {
    refuseUnknownBits("MQGMO options", integer(8), KNOWN);
    return integer(8);
  }

  boolean has(int option) {
    return (integer(8) & option) != 0;
  }

  /** Milliseconds; -1 waits for ever, 0 not at all. */
  int waitMillis() {
    return has(WAIT) ? integer(12) : 0;
  }

  Selection selection(MessageDescriptor wanted) {
    int match =
        version() >= 2 ? integer(MATCH_OPTIONS) : Selection.MESSAGE_ID | Selection.CORRELATION_ID;
    byte[] token = version() >= 3 ? bytes(MESSAGE_TOKEN, 16) : new byte[16];
    return Selection.of(match, wanted.messageIdBytes(), wanted.correlationIdBytes(), token);
  }

  void refuseConversionOf(String format) {
    if (has(CONVERT) && !format.equals("MQADMIN")) {
      throw new UnknownFlow("conversion of a message of format '" + format + "'");
    }
  }

  /** What the client learns about the message: with the token a second get names the same one. */
  void found(String queue, StoredMessage message) {
    text(24, 48, queue);
    if (version() >= 3) {
      bytes(MESSAGE_TOKEN, message.token());
      integer(RETURNED_LENGTH, message.dataBytes());
    }
  }
}
