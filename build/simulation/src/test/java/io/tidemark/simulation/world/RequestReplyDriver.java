package io.tidemark.simulation.world;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.SendFuture;
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
import io.tidemark.simulation.plan.DriverPlan.Call;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The same driver, which itself has requests and replies if the seed has that. Each responder has a
 * thread; each requester has a topic for its replies.
 */
public final class RequestReplyDriver extends ModelDriver implements RequestReply {
  private static final String SUBSCRIPTION = "responders";
  private static final String REPLIES = "replies-";

  private final List<TimedQueue> threads = new ArrayList<>();

  @Override
  public boolean canRequestReply() {
    return world().plan().requests().nativeWay();
  }

  @Override
  public String replyMechanism() {
    return "simulated";
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return later(
        Call.CREATE_TOPIC,
        () -> {
          List<RequestReplyPair> pairs = new ArrayList<>();
          for (String name : request.names()) {
            world().broker().createTopic(name, world().plan().partitions());
            pairs.add(new RequestReplyPair(pairs.size(), name, REPLIES + name + "-"));
          }
          return pairs;
        });
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return deleteTopics(pairs.stream().map(RequestReplyPair::requestDestination).toList());
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return later(Call.CREATE_PRODUCER, () -> new ModelRequester(spec, callback));
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return later(Call.CREATE_CONSUMER, () -> new ModelResponder(spec, handler));
  }

  @Override
  public void close() {
    threads.forEach(each -> each.after(lateNanos(), each::close));
    super.close();
  }

  private long lateNanos() {
    return world() == null ? 0 : world().plan().driver().lateMillis() * 1_000_000L;
  }

  /**
   * Names the replies of these pairs: one whose machine is gone may have replies of earlier pairs.
   */
  private static String replies(RequestReplyPair pair, int requester) {
    return pair.replyDestination() + requester;
  }

  private void send(Object sender, String topic, byte[] payload, SendResult result) {
    CompletableFuture<Void> sent =
        world().broker().send(this, sender, RequestLog.sequence(payload), topic, payload, 0);
    if (sent instanceof SendFuture stamped) {
      stamped.whenDone(
          (failure, nanoTime) -> {
            if (failure == null) {
              result.acceptedAt(nanoTime);
            } else {
              result.failed(failure);
            }
          });
    } else if (sent != null) {
      sent.whenComplete((ok, failure) -> report(result, failure));
    } else {
      result.failed(new IllegalStateException("null"));
    }
  }

  private static void report(SendResult result, Throwable failure) {
    if (failure == null) {
      result.accepted();
    } else {
      result.failed(failure);
    }
  }

  /** A callback that takes whole messages. */
  private record Bodies(Consumer<byte[]> received) implements ConsumerCallback {
    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      received.accept(payload);
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      throw new IllegalStateException("the simulated broker has no buffers");
    }
  }

  /** Sends to the topic of its pair; some wait for the reply. */
  private final class ModelRequester implements Requester {
    private final RequesterSpec spec;
    private final Broker.Member replies;
    private long awaited = -1;
    private boolean answered;
    private boolean closed;

    ModelRequester(RequesterSpec spec, ReplyCallback callback) {
      this.spec = spec;
      String topic = replies(spec.pair(), spec.index());
      Bodies received =
          new Bodies(
              payload -> {
                answered |= RequestLog.sequence(payload) == awaited;
                callback.replyReceived(payload);
              });
      world().broker().createTopic(topic, 1);
      replies =
          world()
              .broker()
              .subscribe(
                  RequestReplyDriver.this, topic, RoundTrip.subscription(spec.index()), received);
    }

    @Override
    public boolean waitsForReply() {
      return world().plan().requests().waits() && spec.mayWaitForReply();
    }

    @Override
    public void sendRequest(byte[] payload, SendResult result) {
      long deadline = world().kernel().now() + spec.replyTimeout().toNanos();
      boolean waits = waitsForReply() && !RequestLog.isProbe(payload);
      awaited = waits ? RequestLog.sequence(payload) : -1;
      answered = false;
      send(this, spec.pair().requestDestination(), payload, result);
      if (waits) {
        try {
          world().kernel().await("a reply", () -> answered || closed, () -> deadline);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    @Override
    public void close() {
      closed = true;
      replies.closed = true;
      closing(Call.CLOSE_PRODUCER);
    }
  }

  /** Gets requests on a separate thread. */
  private final class ModelResponder implements Responder {
    private final TimedQueue thread;
    private final Broker.Member requests;

    ModelResponder(ResponderSpec spec, RequestHandler handler) {
      thread =
          new TimedQueue(
              world().kernel(),
              world().workers().get(worker()).node(),
              "broker-client-" + spec.index());
      threads.add(thread);
      Bodies received =
          new Bodies(
              payload ->
                  handler.requestReceived(
                      payload,
                      (reply, result) ->
                          send(
                              this,
                              replies(spec.pair(), RequestLog.requester(payload)),
                              reply,
                              result)));
      requests =
          world()
              .broker()
              .subscribe(
                  RequestReplyDriver.this,
                  spec.pair().requestDestination(),
                  SUBSCRIPTION,
                  received,
                  thread);
    }

    @Override
    public void close() throws InterruptedException {
      requests.closed = true;
      thread.after(lateNanos(), thread::close);
      world().kernel().await("a handler", () -> !requests.busy, () -> Long.MAX_VALUE);
      closing(Call.CLOSE_CONSUMER);
    }
  }
}
