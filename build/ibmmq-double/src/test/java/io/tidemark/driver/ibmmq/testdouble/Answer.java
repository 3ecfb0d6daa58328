package io.tidemark.driver.ibmmq.testdouble;

/**
 * What a call returns; the body's first 16 bytes are length, completion code, reason and handle.
 */
record Answer(byte[] body, int completionCode, int reason) {
  private static final int OK = 0;
  private static final int WARNING = 1;
  private static final int FAILED = 2;

  static Answer ok(byte[] body) {
    return new Answer(body, OK, ReasonCode.NONE);
  }

  static Answer warning(byte[] body, int reason) {
    return new Answer(body, WARNING, reason);
  }

  static Answer failed(byte[] body, int reason) {
    return new Answer(body, FAILED, reason);
  }

  byte[] encoded(int headerBytes) {
    Structure head = new Structure(body, 0);
    head.integer(0, headerBytes + body.length);
    head.integer(4, completionCode);
    head.integer(8, reason);
    return body;
  }
}
