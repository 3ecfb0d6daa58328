package io.tidemark.driver;

/** Sends requests and gets their replies; made by {@link RequestReply#createRequester}. */
public interface Requester extends AutoCloseable {

  /**
   * Sends a request. Never called by two threads at once; may block. The payload is the driver's
   * from now on. Its reply goes to the requester's {@link ReplyCallback}, from any thread; it may
   * come before {@code result} is told, and before this returns.
   *
   * @param payload the whole request, with the framework's stamp in it; carried unchanged
   * @param result told once: when the broker has accepted the request as the driver's settings
   *     demand it, or when it has not; an exception thrown before that counts as failed
   */
  void sendRequest(byte[] payload, SendResult result);

  /**
   * Whether {@link #sendRequest} returns only when the reply has come or the reply timeout is over.
   * Allowed only where {@link RequesterSpec#mayWaitForReply} says so. Such a requester has a thread
   * of its own.
   */
  default boolean waitsForReply() {
    return false;
  }

  /**
   * Returns when no callback will follow, and ends a {@link #sendRequest} that waits. Requests that
   * are under way are told as failed or not at all.
   */
  @Override
  void close() throws Exception;
}
