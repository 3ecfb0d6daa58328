package io.tidemark.worker.requestreply;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
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
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.worker.session.DriverCall;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.ParallelClose.Named;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Request and reply over any driver: a request topic for each pair, with one subscription that its
 * responders share, and a reply topic for each requester, which is its only consumer. The envelope
 * identifies the reply topic. All responders of a worker share one producer for each reply topic of
 * their pairs.
 */
final class GenericRequestReply implements RequestReply {
  static final String MECHANISM = "a reply topic for each requester";

  private final BenchmarkDriver driver;
  private final String runId;
  private final Supplier<String> names;
  private final ToIntFunction<byte[]> requesterOf;
  private final int partitionsPerPair;
  private final AtomicInteger producerIds = new AtomicInteger();
  private final Map<Integer, CompletableFuture<BenchmarkProducer>> byRequester =
      new ConcurrentHashMap<>();

  /**
   * @param runId makes names of subscriptions new
   * @param names of the topics that are made
   * @param requesterOf which requester a payload belongs to, -1 for none
   */
  GenericRequestReply(
      BenchmarkDriver driver,
      String runId,
      Supplier<String> names,
      ToIntFunction<byte[]> requesterOf,
      int partitionsPerPair) {
    this.driver = driver;
    this.runId = runId;
    this.names = names;
    this.requesterOf = requesterOf;
    this.partitionsPerPair = partitionsPerPair;
  }

  @Override
  public String replyMechanism() {
    return MECHANISM;
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    int pairs = request.names().size();
    List<TopicInfo> topics = new ArrayList<>();
    List<List<RequesterTopic>> replyTopics = new ArrayList<>();
    for (String name : request.names()) {
      replyTopics.add(new ArrayList<>());
      if (!request.existing()) {
        topics.add(new TopicInfo(name, partitionsPerPair));
      }
    }
    for (int requester = 0; requester < request.requesters(); requester++) {
      RequesterTopic topic = new RequesterTopic(requester, names.get());
      topics.add(new TopicInfo(topic.name(), 1));
      replyTopics.get(requester % pairs).add(topic);
    }
    List<RequestReplyPair> made = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      made.add(
          new RequestReplyPair(
              i,
              request.names().get(i),
              RequesterTopic.noteOf(replyTopics.get(i), request.existing())));
    }
    return driver.createTopics(topics).thenApply(ignored -> made);
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    if (!(driver instanceof TopicCleaner cleaner)) {
      return CompletableFuture.failedFuture(
          new UnsupportedOperationException("the driver cannot delete topics"));
    }
    List<String> topics = new ArrayList<>();
    for (RequestReplyPair pair : pairs) {
      if (!RequesterTopic.existed(pair)) {
        topics.add(pair.requestDestination());
      }
      RequesterTopic.of(pair).forEach(topic -> topics.add(topic.name()));
    }
    return cleaner.deleteTopics(topics);
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    String replyTopic =
        RequesterTopic.of(spec.pair()).stream()
            .filter(topic -> topic.requester() == spec.index())
            .map(RequesterTopic::name)
            .findFirst()
            .orElseThrow();
    ConsumerInfo replies =
        new ConsumerInfo(
            spec.index(),
            replyTopic,
            SubscriptionHandle.newName("requester-" + spec.index(), runId, replyTopic),
            new PayloadCallback(callback::replyReceived, callback::receiveFailed));
    return one(() -> driver.createConsumers(List.of(replies)))
        .thenCompose(
            consumer ->
                producer(spec.pair().requestDestination())
                    .<Requester>thenApply(producer -> new GenericRequester(producer, consumer))
                    .whenComplete(
                        (requester, failure) -> {
                          if (failure != null) {
                            closeUnused(consumer);
                          }
                        }));
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    List<CompletableFuture<BenchmarkProducer>> producers =
        DriverCall.begun(RequesterTopic.of(spec.pair()), this::replyProducer);
    ConsumerInfo requests =
        new ConsumerInfo(
            spec.index(),
            spec.pair().requestDestination(),
            SubscriptionHandle.newName("responders", runId, spec.pair().requestDestination()),
            new PayloadCallback(
                payload -> handler.requestReceived(payload, this::reply), handler::receiveFailed));
    return CompletableFuture.allOf(producers.toArray(CompletableFuture<?>[]::new))
        .thenCompose(ignored -> one(() -> driver.createConsumers(List.of(requests))))
        .thenApply(consumer -> consumer::close);
  }

  private void reply(byte[] payload, SendResult result) {
    CompletableFuture<BenchmarkProducer> producer =
        byRequester.get(requesterOf.applyAsInt(payload));
    if (producer == null) {
      result.failed(new IllegalStateException("no reply topic for this request"));
      return;
    }
    send(producer.join(), payload, result);
  }

  /** Several responders share a producer, and none is called by two threads at once. */
  private static void send(BenchmarkProducer producer, byte[] payload, SendResult result) {
    CompletableFuture<Void> sent;
    synchronized (producer) {
      sent = producer.sendAsync(Optional.empty(), payload);
    }
    if (sent instanceof SendFuture stamped) {
      stamped.whenDone(
          (failure, nanoTime) -> complete(result, failure, () -> result.acceptedAt(nanoTime)));
    } else {
      ThreadSlot.current()
          .register(sent, (ignored, failure) -> complete(result, failure, result::accepted));
    }
  }

  private static void complete(SendResult result, @Nullable Throwable failure, Runnable accepted) {
    if (failure == null) {
      accepted.run();
    } else {
      result.failed(failure);
    }
  }

  /** Not created inside the map: a driver that hangs would keep the map's lock. */
  private CompletableFuture<BenchmarkProducer> replyProducer(RequesterTopic topic) {
    CompletableFuture<RequesterTopic> turn = new CompletableFuture<>();
    CompletableFuture<BenchmarkProducer> own = turn.thenCompose(its -> producer(its.name()));
    CompletableFuture<BenchmarkProducer> known = byRequester.putIfAbsent(topic.requester(), own);
    if (known != null) {
      return known;
    }
    turn.complete(topic);
    return own;
  }

  private CompletableFuture<BenchmarkProducer> producer(String topic) {
    ProducerInfo info = new ProducerInfo(producerIds.getAndIncrement(), topic);
    return one(() -> driver.createProducers(List.of(info)));
  }

  private <T extends AutoCloseable> CompletableFuture<T> one(
      Supplier<CompletableFuture<List<T>>> creation) {
    ClassLoader loader = driver.getClass().getClassLoader();
    return DriverCall.begun(creation)
        .thenApply(made -> DriverLifeCycle.requireAll(loader, 1, made).get(0));
  }

  private void closeUnused(AutoCloseable client) {
    DriverLifeCycle.closeUnused(driver.getClass().getClassLoader(), List.of(client));
  }

  /** The producers of replies, to be closed after the responders. */
  List<Named> producers() {
    List<Named> made = new ArrayList<>();
    byRequester.forEach(
        (requester, producer) -> {
          if (producer.isDone() && !producer.isCompletedExceptionally()) {
            made.add(new Named("producer of replies to requester " + requester, producer.join()));
          } else {
            producer.thenAccept(this::closeUnused);
          }
        });
    byRequester.clear();
    return made;
  }

  /** The clients of a requester, so that a close that hangs delays no other one. */
  static Stream<Named> clients(Named requester) {
    return requester.closeable() instanceof GenericRequester both
        ? Stream.of(
            new Named("producer of " + requester.name(), both.producer),
            new Named("consumer of " + requester.name(), both.consumer))
        : Stream.of(requester);
  }

  private record GenericRequester(BenchmarkProducer producer, BenchmarkConsumer consumer)
      implements Requester {
    @Override
    public void sendRequest(byte[] payload, SendResult result) {
      send(producer, payload, result);
    }

    @Override
    public void close() throws Exception {
      try (consumer) {
        producer.close();
      }
    }
  }

  /**
   * A consumer's callback that uses only the body.
   *
   * @param received gets each message's payload
   * @param failed gets the consumer's errors
   */
  record PayloadCallback(Consumer<byte[]> received, Consumer<Throwable> failed)
      implements MessageCallback {

    @Override
    public void messageReceived(ReceivedMessage message) {
      received.accept(message.body());
    }

    @Override
    public void consumerFailed(Throwable cause) {
      failed.accept(cause);
    }
  }

  /**
   * A requester's reply topic. Those of a pair are sent to other workers as part of the pair.
   *
   * @param requester its index
   * @param name of the topic
   */
  record RequesterTopic(int requester, String name) {
    private static final String EXISTED = "existing";
    private static final String MADE = "made";

    /** A first line for the request topic, then one for each requester. */
    static String noteOf(List<RequesterTopic> topics, boolean existed) {
      return (existed ? EXISTED : MADE)
          + topics.stream()
              .map(topic -> "\n" + topic.requester() + " " + topic.name())
              .collect(Collectors.joining());
    }

    /** Whether the pair's request topic was there before the run. */
    static boolean existed(RequestReplyPair pair) {
      return pair.replyDestination().startsWith(EXISTED);
    }

    static List<RequesterTopic> of(RequestReplyPair pair) {
      return Arrays.stream(pair.replyDestination().split("\n"))
          .skip(1)
          .map(
              line -> {
                String[] parts = line.split(" ", 2);
                return new RequesterTopic(Integer.parseInt(parts[0]), parts[1]);
              })
          .toList();
    }
  }
}
