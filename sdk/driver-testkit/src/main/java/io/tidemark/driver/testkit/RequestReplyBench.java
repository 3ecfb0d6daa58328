package io.tidemark.driver.testkit;

import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import io.tidemark.driver.testkit.observed.ReplyInbox;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * Pairs, requesters and responders of one rule; closed in the framework's order. A requester that
 * waits for its reply in the send has a separate thread, as in the framework.
 */
final class RequestReplyBench implements AutoCloseable {
  private static final int BYTES = 100;

  private final ConformanceBench bench;
  private final RequestReply driver;
  private final List<RequestReplyPair> pairs;
  private final List<Requester> requesters = new ArrayList<>();
  private final List<Responder> responders = new ArrayList<>();
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong repliesAccepted = new AtomicLong();
  private final AtomicLong requestsReceived = new AtomicLong();

  RequestReplyBench(
      ConformanceBench bench, RequestReply driver, int pairCount, int requesters, int responders)
      throws Exception {
    this.bench = bench;
    this.driver = driver;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < pairCount; i++) {
      names.add(bench.newTopicName() + i);
    }
    this.pairs =
        bench.await(
            "creation of pairs",
            () ->
                driver.createPairs(
                    new PairsRequest(names, false, requesters, responders, BYTES, BYTES)));
  }

  RequestReply driver() {
    return driver;
  }

  static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  Requester requester(int index, ReplyInbox inbox) throws Exception {
    return requester(index, inbox, 1);
  }

  Requester requester(int index, ReplyInbox inbox, int inFlight) throws Exception {
    RequesterSpec spec =
        new RequesterSpec(
            index, pairs.get(index % pairs.size()), false, inFlight, bench.kit().deadline());
    Requester requester =
        bench.await("creation of a requester", () -> driver.createRequester(spec, inbox));
    requesters.add(requester);
    return requester;
  }

  Responder responder(int index) throws Exception {
    return responder(index, () -> {});
  }

  /** Echoes requests after a processing time. */
  Responder responder(int index, Runnable work) throws Exception {
    RequestHandler handler =
        new RequestHandler() {
          @Override
          public void requestReceived(byte[] payload, ReplySender reply) {
            requestsReceived.incrementAndGet();
            work.run();
            reply.reply(payload.clone(), new Counting(repliesAccepted));
          }

          @Override
          public void receiveFailed(Throwable cause) {
            failures.add(cause);
          }
        };
    ResponderSpec spec = new ResponderSpec(index, pairs.get(index % pairs.size()));
    Responder responder =
        bench.await("creation of a responder", () -> driver.createResponder(spec, handler));
    responders.add(responder);
    return responder;
  }

  void ask(Requester requester, long number) throws Exception {
    byte[] payload = NumberedPayload.of(number, BYTES);
    if (bench.call("waitsForReply", requester::waitsForReply)) {
      bench.inBackground(
          () -> {
            requester.sendRequest(payload, new Counting(accepted));
            return requester;
          });
    } else {
      bench.run("sendRequest", () -> requester.sendRequest(payload, new Counting(accepted)));
    }
  }

  private final class Counting implements SendResult {
    private final AtomicLong counter;

    Counting(AtomicLong counter) {
      this.counter = counter;
    }

    @Override
    public void accepted() {
      counter.incrementAndGet();
    }

    @Override
    public void failed(Throwable cause) {
      failures.add(cause);
    }
  }

  void awaitReplies(ReplyInbox inbox, int count) {
    bench.awaitUntil(
        () -> inbox.count() >= count,
        count + " replies",
        () -> inbox.count() + " replies, " + inbox.failures() + failures);
  }

  void awaitAccepted(long count) {
    bench.awaitUntil(() -> accepted.get() >= count, count + " accepted requests", accepted::get);
  }

  void awaitRepliesAccepted(long count) {
    bench.awaitUntil(
        () -> repliesAccepted.get() >= count, count + " accepted replies", repliesAccepted::get);
  }

  long requestsReceived() {
    return requestsReceived.get();
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /** Another driver creates and deletes pairs of the destinations that are there. */
  void useAsExisting(ConformanceBench another, RequestReply other) throws Exception {
    List<String> names = pairs.stream().map(RequestReplyPair::requestDestination).toList();
    PairsRequest existing = new PairsRequest(names, true, 1, 1, BYTES, BYTES);
    CompletableFuture<List<RequestReplyPair>> made =
        another.call("createPairs of existing destinations", () -> other.createPairs(existing));
    another.awaitUntil(made::isDone, "creation of pairs of existing destinations", () -> "nothing");
    another.require(
        !made.isCompletedExceptionally(),
        "pairs of destinations that another driver has created are refused");
    another.await("deletion of pairs", () -> other.deletePairs(made.join()));
  }

  void delete() throws Exception {
    bench.await("deletion of pairs", () -> driver.deletePairs(pairs));
  }

  @Override
  public void close() throws Exception {
    for (Requester requester : requesters) {
      bench.run("close of a requester", requester::close);
    }
    for (Responder responder : responders) {
      bench.run("close of a responder", responder::close);
    }
    delete();
  }
}
