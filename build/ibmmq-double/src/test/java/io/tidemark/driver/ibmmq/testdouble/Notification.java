package io.tidemark.driver.ibmmq.testdouble;

/** NOTIFICATION: version, handle, code, value. */
final class Notification extends Structure {
  private static final int CONNECTION_STATE = 3;
  private static final int QUEUE_STATE = 5;
  private static final int QUEUE_STATE_REPLY = 6;
  private static final int BYTES = 16;

  Notification(byte[] bytes) {
    super(bytes, 0);
  }

  /** Nothing (more) on the queue. */
  static Notification queueIsEmpty(int handle) {
    Notification empty = new Notification(new byte[BYTES]);
    empty.integer(0, 1);
    empty.integer(4, handle);
    empty.integer(8, QUEUE_STATE_REPLY);
    return empty;
  }

  int code() {
    return integer(8);
  }

  /** A reply's code is the request's + 1. */
  Notification confirmed() {
    if (code() != CONNECTION_STATE && code() != QUEUE_STATE) {
      throw new UnknownFlow("notification " + code() + " that wants an answer");
    }
    Notification reply = new Notification(array().clone());
    reply.integer(8, code() + 1);
    return reply;
  }
}
