package io.tidemark.worker.requestreply;

import io.tidemark.base.Deadline;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.model.load.RequestReplySpec.Way;
import io.tidemark.model.worker.DestinationsRequest;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.RequestersRequest;
import io.tidemark.model.worker.RespondersRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.clients.BriefClients;
import io.tidemark.worker.clients.BriefRequester;
import io.tidemark.worker.clients.TopicNames;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.session.DriverCall;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.ParallelClose;
import io.tidemark.worker.session.ParallelClose.Named;
import io.tidemark.worker.session.TeardownProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pairs, requesters and responders of one run on this worker. */
public final class DriverPairs {
  private static final Logger log = LoggerFactory.getLogger(DriverPairs.class);
  private static final String CREATE_PAIRS = "createPairs";

  private final DriverLifeCycle session;
  private final Engine engine;
  private final String runId;
  private final Optional<Brief> brief;
  private final TopicNames names;
  private final List<Named> requesters = new ArrayList<>();
  private final List<Named> responders = new ArrayList<>();
  private @Nullable GenericRequestReply generic;
  private List<RequestReplyPair> made = List.of();
  private int topicsNamed;

  /** How many requests a client has, if it does not have those of the whole run. */
  public record Brief(BriefClients clients, int requests) {}

  /**
   * @param brief if connections are for some requests each
   */
  public DriverPairs(DriverLifeCycle session, Engine engine, String runId, Optional<Brief> brief) {
    this.brief = brief;
    this.session = session;
    this.engine = engine;
    this.runId = runId;
    this.names = new TopicNames(runId);
  }

  public Pairs create(DestinationsRequest request, Deadline deadline)
      throws WorkerException, InterruptedException {
    boolean can = session.driver() instanceof RequestReply own && own.canRequestReply();
    if (request.way() == Way.NATIVE && !can) {
      throw session.cannot(
          CREATE_PAIRS,
          "do request/reply by itself (requestReply: native); allowed are generic and auto");
    }
    boolean nativeWay = can && request.way() != Way.GENERIC;
    if (brief.isPresent() && !nativeWay) {
      throw session.cannot(
          CREATE_PAIRS,
          "do request/reply by itself with this file (connectionPer); allowed without"
              + " connectionPer");
    }
    RequestReply way = way(nativeWay, request.partitionsPerPair());
    io.tidemark.driver.requests.PairsRequest wanted =
        session.thread().call(CREATE_PAIRS, "names", deadline, () -> named(request));
    made =
        session
            .thread()
            .await(
                CREATE_PAIRS,
                request.pairs() + " pairs of destinations",
                deadline,
                () -> way.createPairs(wanted),
                late -> deleteLate(way, late));
    return new Pairs(nativeWay, way.replyMechanism(), made);
  }

  /** Pairs created after their deadline must be deleted here. */
  public static void deleteLate(RequestReply way, List<RequestReplyPair> late) {
    way.deletePairs(late)
        .whenComplete(
            (deleted, failure) -> {
              if (failure != null) {
                log.info("Pairs that were created too late remain: {}", FailureLine.of(failure));
              }
            });
  }

  private io.tidemark.driver.requests.PairsRequest named(DestinationsRequest request) {
    List<String> destinations = new ArrayList<>(request.existing());
    while (destinations.size() < request.pairs()) {
      destinations.add(nextName());
    }
    return new io.tidemark.driver.requests.PairsRequest(
        destinations,
        !request.existing().isEmpty(),
        request.requesters(),
        request.responders(),
        request.largestRequestBytes(),
        request.largestReplyBytes());
  }

  private String nextName() {
    return names.next(session.driver().getTopicNamePrefix(), topicsNamed++);
  }

  private RequestReply way(boolean nativeWay, int partitionsPerPair) {
    if (nativeWay) {
      return (RequestReply) session.driver();
    }
    if (generic == null) {
      generic =
          new GenericRequestReply(
              session.driver(), runId, this::nextName, engine::requesterOf, partitionsPerPair);
    }
    return generic;
  }

  public void createResponders(RespondersRequest order, Deadline deadline)
      throws WorkerException, InterruptedException {
    Pairs pairs = order.pairs();
    RequestReply way = way(pairs.nativeWay(), 1);
    List<Responder> created =
        createAll(
            "createResponders",
            "responders",
            order.indexes(),
            deadline,
            index ->
                way.createResponder(
                    new ResponderSpec(index, pairs.of(index)),
                    engine.requestHandlerFor(index, pairs.requestSubscription(index))));
    for (int i = 0; i < created.size(); i++) {
      responders.add(new Named("responder " + order.indexes().get(i), created.get(i)));
    }
  }

  public void createRequesters(RequestersRequest order, Deadline deadline)
      throws WorkerException, InterruptedException {
    Pairs pairs = order.pairs();
    RequestReply way = way(pairs.nativeWay(), 1);
    if (brief.isPresent()) {
      for (int index : order.indexes()) {
        ReplyCallback replies = engine.replyCallbackFor(index, pairs.replySubscription(index));
        // In a closed loop a client may wait for the reply, which would block its connections.
        RequesterSpec spec =
            new RequesterSpec(
                index, pairs.of(index), true, order.requestsInFlight(), order.replyTimeout());
        engine.addRequester(
            index,
            new BriefRequester(
                brief.get().clients(),
                "requester " + index,
                brief.get().requests(),
                () -> way.createRequester(spec, replies)));
      }
      return;
    }
    List<Requester> created =
        createAll(
            "createRequesters",
            "requesters",
            order.indexes(),
            deadline,
            index ->
                way.createRequester(
                    new RequesterSpec(
                        index,
                        pairs.of(index),
                        order.openLoop(),
                        order.requestsInFlight(),
                        order.replyTimeout()),
                    engine.replyCallbackFor(index, pairs.replySubscription(index))));
    for (int i = 0; i < created.size(); i++) {
      int index = order.indexes().get(i);
      requesters.add(new Named("requester " + index, created.get(i)));
      engine.addRequester(index, created.get(i));
    }
  }

  private <T extends AutoCloseable> List<T> createAll(
      String operation,
      String what,
      List<Integer> indexes,
      Deadline deadline,
      Function<Integer, CompletableFuture<T>> creation)
      throws WorkerException, InterruptedException {
    if (indexes.isEmpty()) {
      return List.of();
    }
    List<T> made =
        session
            .thread()
            .await(
                operation,
                indexes.size() + " " + what,
                deadline,
                () -> all(DriverCall.begun(indexes, creation)),
                session::closeUnused);
    return session.requireAll(operation, indexes.size(), made);
  }

  /** All of them, or the first failure; after a failure the created ones are closed. */
  private <T extends AutoCloseable> CompletableFuture<List<T>> all(
      List<CompletableFuture<T>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
        .whenComplete(
            (ignored, failure) -> {
              if (failure != null) {
                session.closeUnused(
                    futures.stream()
                        .filter(future -> !future.isCompletedExceptionally())
                        .map(CompletableFuture::join)
                        .toList());
              }
            })
        .thenApply(ignored -> futures.stream().map(CompletableFuture::join).toList());
  }

  public void closeRequesters(TeardownProblems problems, Deadline deadline)
      throws InterruptedException {
    new ParallelClose(session.classLoader(), problems)
        .close(requesters.stream().flatMap(GenericRequestReply::clients).toList(), deadline);
    requesters.clear();
  }

  public void closeResponders(TeardownProblems problems, Deadline deadline)
      throws InterruptedException {
    ParallelClose close = new ParallelClose(session.classLoader(), problems);
    close.close(responders, deadline);
    responders.clear();
    if (generic != null) {
      close.close(generic.producers(), deadline);
    }
  }

  /** Those that this worker has made. */
  public void delete(TeardownProblems problems, Deadline deadline) throws InterruptedException {
    if (made.isEmpty()) {
      return;
    }
    String subject = made.size() + " pairs (" + made.get(0).requestDestination() + "...)";
    RequestReply way = generic == null ? (RequestReply) session.driver() : generic;
    try {
      session.thread().await("deletePairs", subject, deadline, () -> way.deletePairs(made));
      made = List.of();
    } catch (WorkerException e) {
      problems.add(subject, "cannot be deleted and remain: " + e.getMessage());
    }
  }
}
