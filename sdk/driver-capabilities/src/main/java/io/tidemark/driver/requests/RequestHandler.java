package io.tidemark.driver.requests;

import io.tidemark.driver.SendResult;

/** The framework's end of a responder. */
public interface RequestHandler {

  /**
   * A request has arrived. Returns after the workload's processing time; {@code reply} has been
   * called by then, once, on this thread, or not at all (a message of another run, or one that came
   * after the end). So a driver may receive the request, send the reply and commit both in one
   * transaction after this has returned. Never throws.
   *
   * @param payload the request as the requester sent it; read, and not kept
   * @param reply sends the answer to this request
   */
  void requestReceived(byte[] payload, ReplySender reply);

  /**
   * Receiving requests failed: a poll, a commit or an acknowledgement failed, or the broker
   * cancelled the consumer. Counted as a consumer error and reported; the responder may continue.
   */
  void receiveFailed(Throwable cause);

  /** Sends the reply to one request. */
  interface ReplySender {

    /**
     * Sends the reply to the reply destination of its request. May block.
     *
     * @param payload the whole reply; the driver's from now on
     * @param result called once: when the broker has accepted the reply (with a transaction: when
     *     it is committed), or when it has not
     */
    void reply(byte[] payload, SendResult result);
  }
}
