package io.tidemark.driver;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.Settings;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.CommittedOffset;
import io.tidemark.driver.topics.ExistingTopics;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.OffsetSource;
import io.tidemark.driver.topics.SubscriptionCreator;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.driver.topics.TopicLister;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** An example of each capability of drivers, compiled. */
final class CapabilityExamples {
  private CapabilityExamples() {}

  /** What a broker's client library may have. */
  interface Client {
    CompletableFuture<Void> send(byte[] body, Map<String, String> headers);

    CompletableFuture<Void> subscribe(String topic, String subscription);

    CompletableFuture<Void> delete(List<String> topics);

    AutoCloseable watch(String topic, Consumer<Watched> listener);

    Map<String, Integer> partitions();

    Map<String, String> leadersByPartition();

    Map<String, Long> depthsByQueue();

    /** By partition. */
    Map<Integer, Long> committed(String topic, String subscription);

    String serverVersion();

    Map<String, String> settings();

    void onConnectionLost(Consumer<String> listener);

    void flush();

    void accept(ReceivedMessage message);

    void reject(ReceivedMessage message, boolean deadLetter);

    void release(ReceivedMessage message);

    CompletableFuture<BenchmarkConsumer> consume(
        String queue, String subscription, ConsumerCallback callback);

    CompletableFuture<Void> create(List<String> queues);

    /** A queue of this client, for replies. */
    CompletableFuture<String> replyQueue(Consumer<byte[]> received);

    CompletableFuture<Void> consume(String queue, RequestListener received);

    void stopConsuming(String queue);

    void suspend();

    void receive();
  }

  /** A message of another application. */
  record Watched(long sentMillis, byte[] body) {}

  interface RequestListener {
    void received(byte[] body, String replyTo);
  }

  record Configuration(
      @Key(value = "Address: host:port.", required = true) String broker,
      @Key(value = "Password.", secret = true) String password) {}

  abstract static class Driver
      implements DescribedDriver,
          SendBehavior,
          SubscriptionCreator,
          ExistingTopics,
          MessageTap,
          TopicCleaner,
          TopicLister,
          BrokerFacts,
          LeaderSource,
          TelemetrySource,
          OffsetSource,
          EventSource {
    private Client client;

    @Override
    public List<Setting> settings() {
      return Settings.of(Configuration.class);
    }

    @Override
    public List<SettingProblem> validate(Map<String, Object> file) {
      SettingValues values = new SettingValues("MyBroker driver file", file);
      values.read(Configuration.class);
      return values.problems();
    }

    @Override
    public boolean sendMayBlock() {
      return false;
    }

    @Override
    public boolean copiesPayload() {
      return true;
    }

    @Override
    public CompletableFuture<Void> createSubscription(String topic, String subscriptionName) {
      return client.subscribe(topic, subscriptionName);
    }

    @Override
    public CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics) {
      Map<String, Integer> found = new HashMap<>(client.partitions());
      found.keySet().retainAll(topics);
      return CompletableFuture.completedFuture(found);
    }

    @Override
    public CompletableFuture<AutoCloseable> tap(String topic, MessageTap.Callback callback) {
      return CompletableFuture.completedFuture(
          client.watch(
              topic,
              message ->
                  callback.message(
                      new MessageTap.TappedMessage(
                          message.sentMillis(),
                          0,
                          message.body().length,
                          Optional.empty(),
                          Map.of()))));
    }

    @Override
    public CompletableFuture<Void> deleteTopics(List<String> topics) {
      return client.delete(topics);
    }

    @Override
    public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
      return CompletableFuture.completedFuture(
          client.partitions().keySet().stream()
              .filter(topic -> topic.startsWith(prefix))
              .map(topic -> new ListedTopic(topic, client.depthsByQueue().containsKey(topic)))
              .toList());
    }

    @Override
    public Map<String, String> brokerFacts() {
      return Map.of(
          "broker.version",
          client.serverVersion(),
          NODES,
          "3",
          REPLICATION,
          "3",
          ACKNOWLEDGEMENT,
          "majority of copies",
          PERSISTENCE,
          FLUSHED);
    }

    @Override
    public EffectiveConfiguration effectiveConfiguration(List<String> topics) {
      return new EffectiveConfiguration(
          client.settings().entrySet().stream()
              .map(
                  each ->
                      new EffectiveSetting(
                          EffectiveSetting.BROKER,
                          "node 1",
                          each.getKey(),
                          each.getValue(),
                          EffectiveSetting.Origin.CHANGED,
                          "file of the broker"))
              .toList(),
          List.of());
    }

    @Override
    public Map<String, String> leaders() {
      return client.leadersByPartition();
    }

    @Override
    public List<TelemetryReading> readTelemetry() {
      List<TelemetryReading> readings = new ArrayList<>();
      client
          .depthsByQueue()
          .forEach(
              (queue, depth) ->
                  readings.add(
                      new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, queue, depth, 0)));
      return readings;
    }

    @Override
    public List<CommittedOffset> committedOffsets() {
      return client.committed("topic", "subscription").entrySet().stream()
          .map(
              each ->
                  new CommittedOffset("topic", "subscription", each.getKey(), each.getValue(), -1))
          .toList();
    }

    @Override
    public void onEvent(Consumer<DriverEvent> listener) {
      client.onConnectionLost(
          reason ->
              listener.accept(
                  new DriverEvent(DriverEvent.Kind.CONNECTION_LOST, "connection", reason)));
    }
  }

  abstract static class OutcomeDriver implements OutcomeSupport {
    private Client client;
    private boolean deadLetters;

    @Override
    public Optional<String> outcomeProblem(
        OutcomeRequest wanted, Map<String, Object> configuration) {
      return wanted.outcomes().contains(Outcome.DELAY)
          ? Optional.of("delayed: MyBroker has no delay; allowed released and rejected")
          : Optional.empty();
    }

    @Override
    public void expectOutcomes(OutcomeRequest wanted) {
      deadLetters = wanted.deadLetters();
    }

    /** In place of {@code callback.received(message)}. */
    void deliver(CallbackAdapter callback, ReceivedMessage message) {
      switch (callback.settle(message)) {
        case ACCEPT -> client.accept(message);
        case REJECT -> client.reject(message, deadLetters);
        default -> client.release(message);
      }
    }

    @Override
    public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
        String topic, String subscriptionName, ConsumerCallback callback) {
      return client.consume(topic + ".dead", subscriptionName, callback);
    }
  }

  abstract static class HeaderDriver implements HeaderSupport {
    @Override
    public boolean binaryHeaders() {
      return false;
    }

    @Override
    public Optional<String> headerProblem(MessageHeader header, Map<String, Object> configuration) {
      return header.name().contains(" ") ? Optional.of("its name has a space") : Optional.empty();
    }
  }

  static final class HeaderProducer implements HeaderSender {
    private Client client;

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers) {
      Map<String, String> texts = new HashMap<>();
      headers.forEach(header -> texts.put(header.name(), header.text()));
      return client.send(payload, texts);
    }
  }

  /** A driver whose clients have a connection each, unless its file says that they share one. */
  abstract static class ConnectingDriver implements OwnConnections {
    @Override
    public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
      return "shared".equals(configuration.get("connections"))
          ? Optional.of("clients share a connection; allowed with connections: per-client")
          : Optional.empty();
    }
  }

  abstract static class PriorityDriver implements PrioritySupport {
    private int highest;

    @Override
    public Optional<String> priorityProblem(
        SortedSet<Integer> priorities, Map<String, Object> configuration) {
      return priorities.last() <= 9
          ? Optional.empty()
          : Optional.of("got " + priorities.last() + "; allowed 0 to 9");
    }

    /** The queues are declared with as many. */
    @Override
    public void expectPriorities(SortedSet<Integer> priorities) {
      highest = priorities.last();
    }

    int highest() {
      return highest;
    }
  }

  static final class PriorityProducer implements PrioritySender {
    private Client client;

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
      return client.send(payload, Map.of("priority", Integer.toString(priority)));
    }
  }

  record HeadedMessage(byte[] array, long publishedMillis, Map<String, String> headers)
      implements ReceivedMessage {
    @Override
    public byte[] header(String name) {
      return ReceivedMessage.bytes(headers.get(name));
    }
  }

  abstract static class RequestReplyDriver implements RequestReply {
    private Client client;

    @Override
    public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
      List<RequestReplyPair> pairs = new ArrayList<>();
      request.names().forEach(name -> pairs.add(new RequestReplyPair(pairs.size(), name, "")));
      return client.create(request.names()).thenApply(created -> pairs);
    }

    @Override
    public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
      return client.delete(pairs.stream().map(RequestReplyPair::requestDestination).toList());
    }

    @Override
    public CompletableFuture<Requester> createRequester(
        RequesterSpec spec, ReplyCallback callback) {
      return client
          .replyQueue(callback::replyReceived)
          .thenApply(queue -> new QueueRequester(client, spec.pair().requestDestination(), queue));
    }

    @Override
    public CompletableFuture<Responder> createResponder(
        ResponderSpec spec, RequestHandler handler) {
      String requests = spec.pair().requestDestination();
      return client
          .consume(
              requests,
              (body, replyTo) ->
                  handler.requestReceived(
                      body,
                      (reply, result) ->
                          report(client.send(reply, Map.of("queue", replyTo)), result)))
          .thenApply(consuming -> () -> client.stopConsuming(requests));
    }

    @Override
    public String replyMechanism() {
      return "a reply queue for each requester";
    }
  }

  record QueueRequester(Client client, String requests, String replies) implements Requester {
    @Override
    public void sendRequest(byte[] payload, SendResult result) {
      report(client.send(payload, Map.of("queue", requests, "reply-to", replies)), result);
    }

    @Override
    public void close() {
      client.stopConsuming(replies);
    }
  }

  static void report(CompletableFuture<Void> sent, SendResult result) {
    sent.whenComplete(
        (none, failure) -> {
          if (failure == null) {
            result.accepted();
          } else {
            result.failed(failure);
          }
        });
  }

  static final class Producer implements GroupedSends, ProbeSender {
    private Client client;
    private boolean held;

    CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      SendFuture send = new SendFuture();
      client
          .send(payload, Map.of())
          .whenComplete(
              (none, failure) -> {
                if (failure == null) {
                  send.complete(null);
                } else {
                  send.completeExceptionally(failure);
                }
              });
      return send;
    }

    void sent() {
      if (!held) {
        client.flush();
      }
    }

    @Override
    public void hold() {
      held = true;
    }

    @Override
    public void release() {
      held = false;
      client.flush();
    }

    @Override
    public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
      return client.send(payload, Map.of("matches-every-filter", "true"));
    }
  }

  static final class PausingConsumer implements PausableConsumer {
    private Client client;

    @Override
    public void pause() {
      client.suspend();
    }

    @Override
    public void resume() {
      client.receive();
    }
  }

  /** Calls a {@link MessageCallback} by the adapter. */
  static final class Delivery {
    private final CallbackAdapter callback;

    Delivery(String topic, ConsumerCallback callback) {
      this.callback = new CallbackAdapter(topic, callback);
    }

    void deliver(byte[] body, long publishedMillis, int partition) {
      callback.received(new Message(body, publishedMillis, partition));
    }

    record Message(byte[] array, long publishedMillis, int partition) implements ReceivedMessage {}
  }

  /** One object for all messages of a thread. */
  static final class Entry implements LogMessage {
    private int partition;
    private long offset;
    private Watched entry;

    Entry with(int ofPartition, long atOffset, Watched message) {
      partition = ofPartition;
      offset = atOffset;
      entry = message;
      return this;
    }

    @Override
    public byte[] array() {
      return entry.body();
    }

    @Override
    public long publishedMillis() {
      return entry.sentMillis();
    }

    @Override
    public int partition() {
      return partition;
    }

    @Override
    public long offset() {
      return offset;
    }
  }

  static final class Polling {
    private final CallbackAdapter callback;

    Polling(CallbackAdapter callback) {
      this.callback = callback;
    }

    record Polled(byte[] array, long publishedMillis, ReceivedBatch batch)
        implements ReceivedMessage {}

    void deliver(List<Watched> polled) {
      ReceivedBatch batch = callback.batchArrived();
      polled.forEach(each -> callback.received(new Polled(each.body(), each.sentMillis(), batch)));
    }
  }
}
