package io.tidemark.driver;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A driver that has its broker's own way of request and reply: reply-to and correlation ids, direct
 * reply-to, a reply topic with a correlation header. Without it the framework measures request and
 * reply over plain producers and consumers ({@code requestReply: generic}).
 *
 * <p>What the driver must see to: a reply reaches the requester that asked, and no other, without
 * the client filtering what is meant for others: each requester has a reply destination of its own,
 * or the broker selects. The framework stamps requests and replies itself and checks that a reply
 * echoes a request which this requester sent, so a correlation id is the driver's own matter: it
 * carries whatever its broker's users carry.
 *
 * <p>Methods are called from one framework thread, after {@code initialize}; each may block for as
 * long as its future may take. With several workers {@link #createPairs} is called on one of them,
 * and all get its pairs.
 */
public interface RequestReply {

  /**
   * Whether the driver can, as its file has it; else the generic way is taken where the workload
   * allows it. Asked after {@code initialize}.
   */
  default boolean canRequestReply() {
    return true;
  }

  /**
   * Creates the pairs of request and reply destinations, or looks up those that are there. They are
   * empty and usable when the future completes.
   */
  CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request);

  /**
   * Deletes what {@link #createPairs} made, after requesters and responders are closed; what does
   * not exist any more, and what was there before, is no error. Called on the worker that made
   * them.
   */
  CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs);

  /**
   * Creates a requester with whatever it needs to get its replies. When the future completes, it
   * may send at once and no reply is missed.
   *
   * @param callback gets the replies from then on, until {@link Requester#close} has returned
   */
  CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback);

  /**
   * Creates a responder: one client that takes requests off its pair's request destination, each
   * request going to one of the responders of the pair.
   *
   * <p>The handlers of two responders are called from two threads, so that one that takes its time
   * holds up no other.
   *
   * @param handler gets the requests, until {@link Responder#close} has returned
   */
  CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler);

  /**
   * How replies find their requester, in a few words for the result: {@code AMQP direct reply-to},
   * {@code correlation id per session, reply queue per pair}. Two results with different words are
   * not compared silently.
   */
  String replyMechanism();
}
