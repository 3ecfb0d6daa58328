package io.tidemark.driver.requests;

import io.tidemark.driver.SendResult;

/** Sends requests and receives their replies; created by {@link RequestReply#createRequester}. */
public interface Requester extends AutoCloseable {

  /**
   * Sends a request. Never called by two threads at once; may block. The payload belongs to the
   * driver from now on. The reply goes to the requester's {@link ReplyCallback}, from any thread;
   * it may arrive before {@code result} is called, and before this returns.
   *
   * @param payload the whole request, with the framework's stamp in it; carried unchanged
   * @param result called once: when the broker has accepted the request with the driver's settings,
   *     or on failure; an exception thrown before that counts as failed
   */
  void sendRequest(byte[] payload, SendResult result);

  /**
   * Whether {@link #sendRequest} returns only after the reply or the reply timeout. Allowed only if
   * {@link RequesterSpec#mayWaitForReply} is true. Such a requester has a separate thread.
   */
  default boolean waitsForReply() {
    return false;
  }

  /**
   * Returns when no callback will follow, and ends a waiting {@link #sendRequest}. Requests in
   * flight are reported as failed or not at all.
   */
  @Override
  void close() throws Exception;
}
