package io.tidemark.worker.check;

import io.tidemark.base.Deadline;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.requestreply.DriverPairs;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.ParallelClose;
import io.tidemark.worker.session.ParallelClose.Named;
import io.tidemark.worker.session.TeardownProblems;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One request and its reply, the driver's own way. */
final class RequestReplyCheck {
  private static final int PAYLOAD_BYTES = 128;
  private final DriverLifeCycle session;
  private final RequestReply driver;
  private final String name;
  private final EchoProbe probe = new EchoProbe(PAYLOAD_BYTES);

  RequestReplyCheck(DriverLifeCycle session, RequestReply driver, String runId) {
    this.session = session;
    this.driver = driver;
    this.name = session.driver().getTopicNamePrefix() + "-" + runId;
  }

  String run(Deadline deadline) throws WorkerException, InterruptedException {
    PairsRequest request =
        new PairsRequest(List.of(name), false, 1, 1, PAYLOAD_BYTES, PAYLOAD_BYTES);
    List<RequestReplyPair> pairs =
        session
            .thread()
            .await(
                "createPairs",
                "a pair of destinations",
                deadline,
                () -> driver.createPairs(request),
                late -> DriverPairs.deleteLate(driver, late));
    try {
      roundTrip(pairs.get(0), deadline);
    } catch (WorkerException | InterruptedException | RuntimeException e) {
      try {
        delete(pairs, deadline.again());
      } catch (WorkerException left) {
        e.addSuppressed(left); // The first failure is reported.
      }
      throw e;
    }
    delete(pairs, deadline.again());
    return driver.replyMechanism();
  }

  private void delete(List<RequestReplyPair> pairs, Deadline deadline)
      throws WorkerException, InterruptedException {
    session
        .thread()
        .await("deletePairs", "the pair to be deleted", deadline, () -> driver.deletePairs(pairs));
  }

  private void roundTrip(RequestReplyPair pair, Deadline deadline)
      throws WorkerException, InterruptedException {
    DriverThread thread = session.thread();
    Responder responder =
        thread.await(
            "createResponder",
            "a responder",
            deadline,
            () -> driver.createResponder(new ResponderSpec(0, pair), new Echo()),
            DriverLifeCycle::closeLate);
    try {
      Duration replyTimeout = deadline.left();
      Requester requester =
          thread.await(
              "createRequester",
              "a requester",
              deadline,
              () ->
                  driver.createRequester(
                      new RequesterSpec(0, pair, false, 1, replyTimeout), new Replies()),
              DriverLifeCycle::closeLate);
      try {
        thread.await(
            "sendRequest",
            "the reply to a request",
            deadline,
            () -> {
              requester.sendRequest(probe.payload(), new Refusal(probe.arrival()));
              return probe.arrival();
            });
      } finally {
        close("requester", requester, deadline.again());
      }
    } finally {
      close("responder", responder, deadline.again());
    }
  }

  private void close(String name, AutoCloseable client, Deadline deadline)
      throws InterruptedException {
    TeardownProblems ignored = new TeardownProblems(); // The close of the driver reports them.
    new ParallelClose(session.classLoader(), ignored)
        .close(List.of(new Named(name, client)), deadline);
  }

  /** The responder: replies with what it gets. */
  private final class Echo implements RequestHandler {
    @Override
    public void requestReceived(byte[] payload, ReplySender reply) {
      reply.reply(payload.clone(), new Refusal(probe.arrival()));
    }

    @Override
    public void receiveFailed(Throwable cause) {
      probe.arrival().completeExceptionally(cause);
    }
  }

  private final class Replies implements ReplyCallback {
    @Override
    public void replyReceived(byte[] payload) {
      probe.echoed(payload);
    }

    @Override
    public void receiveFailed(Throwable cause) {
      probe.arrival().completeExceptionally(cause);
    }
  }

  /** Only a failure is of interest. */
  private record Refusal(CompletableFuture<Void> arrival) implements SendResult {
    @Override
    public void accepted() {
      // The reply shows the result.
    }

    @Override
    public void failed(Throwable cause) {
      arrival.completeExceptionally(cause);
    }
  }
}
