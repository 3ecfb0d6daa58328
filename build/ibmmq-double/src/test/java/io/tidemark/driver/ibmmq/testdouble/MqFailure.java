package io.tidemark.driver.ibmmq.testdouble;

/** A call ends with completion code MQCC_FAILED and this reason. */
final class MqFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int reason;

  MqFailure(int reason) {
    super("MQRC " + reason);
    this.reason = reason;
  }

  int reason() {
    return reason;
  }
}
