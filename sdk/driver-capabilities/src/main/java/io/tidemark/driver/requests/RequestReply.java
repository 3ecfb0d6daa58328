package io.tidemark.driver.requests;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A driver with its broker's native request/reply: reply-to and correlation ids, direct reply-to, a
 * reply topic with a correlation header. Without it the framework measures request and reply over
 * plain producers and consumers ({@code requestReply: generic}).
 *
 * <p>The driver must deliver a reply only to the requester of the request, without filtering in the
 * client: each requester has a separate reply destination, or the broker selects. The framework
 * stamps requests and replies and checks that a reply matches a request of this requester, so the
 * driver is free in its use of correlation ids.
 *
 * <p>Methods are called from one framework thread, after {@code initialize}; each may block for as
 * long as its future may take. With several workers {@link #createPairs} is called on one of them,
 * and all get its pairs.
 */
public interface RequestReply {

  /**
   * Whether native request/reply is possible with the driver's file; otherwise the generic way is
   * used if the workload allows it. Called after {@code initialize}.
   */
  default boolean canRequestReply() {
    return true;
  }

  /**
   * Creates the pairs of request and reply destinations, or looks up existing ones. They are empty
   * and usable when the future completes.
   */
  CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request);

  /**
   * Deletes the pairs of {@link #createPairs}, after requesters and responders are closed. Missing
   * pairs are no error; existing destinations are kept. Called on the worker that created the
   * pairs.
   */
  CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs);

  /**
   * Creates a requester with its reply destination. When the future completes, it can send and
   * receives all replies.
   *
   * @param callback gets the replies from then on, until {@link Requester#close} has returned
   */
  CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback);

  /**
   * Creates a responder: one client that receives requests of its pair's request destination; each
   * request goes to one of the responders of the pair.
   *
   * <p>The handlers of two responders are called from two threads, so a slow one does not delay the
   * other.
   *
   * @param handler gets the requests, until {@link Responder#close} has returned
   */
  CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler);

  /**
   * The mechanism of replies, in a few words for the result: {@code AMQP direct reply-to}, {@code
   * correlation id per session, reply queue per pair}. Two results with different words are not
   * compared silently.
   */
  String replyMechanism();
}
