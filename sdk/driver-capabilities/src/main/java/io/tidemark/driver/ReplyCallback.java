package io.tidemark.driver;

/** The framework's end of a requester. Callable from any thread; no method blocks or throws. */
public interface ReplyCallback {

  /**
   * A reply has come, be it late or a duplicate: the framework tells them apart. Called as soon as
   * the driver has it.
   *
   * @param payload the reply as the responder sent it; read, and not kept
   */
  void replyReceived(byte[] payload);

  /**
   * Getting replies went wrong: a poll or an acknowledgement failed, or the broker cancelled the
   * consumer. Counted as a consumer error and shown; the requester may go on.
   */
  void receiveFailed(Throwable cause);
}
