package io.tidemark.driver.ibmmq.testdouble;

/** MQPMO. */
final class PutOptions extends Structure {
  static final int SYNCPOINT = 0x02;
  static final int NO_SYNCPOINT = 0x04;
  static final int DEFAULT_CONTEXT = 0x20;
  static final int NEW_MESSAGE_ID = 0x40;
  static final int NEW_CORRELATION_ID = 0x80;
  static final int PASS_ALL_CONTEXT = 0x200;
  static final int FAIL_IF_QUIESCING = 0x2000;
  static final int ASYNC_RESPONSE = 0x10000;
  static final int SYNC_RESPONSE = 0x20000;

  private static final int KNOWN =
      SYNCPOINT
          | NO_SYNCPOINT
          | DEFAULT_CONTEXT
          | NEW_MESSAGE_ID
          | NEW_CORRELATION_ID
          | PASS_ALL_CONTEXT
          | FAIL_IF_QUIESCING
          | ASYNC_RESPONSE
          | SYNC_RESPONSE;

  PutOptions(byte[] bytes, int start) {
    super(bytes, start);
  }

  int size() {
    return sizeByVersion("PMO", 128, 152, 176);
  }

  int options() {
    refuseUnknownBits("MQPMO options", integer(8), KNOWN);
    return integer(8);
  }

  boolean has(int option) {
    return (integer(8) & option) != 0;
  }

  void resolved(String queue, String queueManager) {
    text(32, 48, queue);
    text(80, 48, queueManager);
  }
}
