package io.tidemark.driver.requests;

/** The framework's end of a requester. Callable from any thread; no method blocks or throws. */
public interface ReplyCallback {

  /**
   * A reply has arrived, also if late or a duplicate; the framework classifies it. Called
   * immediately on arrival.
   *
   * @param payload the reply as the responder sent it; read, and not kept
   */
  void replyReceived(byte[] payload);

  /**
   * Receiving replies failed: a poll or an acknowledgement failed, or the broker cancelled the
   * consumer. Counted as a consumer error and reported; the requester may continue.
   */
  void receiveFailed(Throwable cause);
}
