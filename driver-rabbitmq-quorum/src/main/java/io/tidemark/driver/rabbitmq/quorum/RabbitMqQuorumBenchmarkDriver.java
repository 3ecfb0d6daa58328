package io.tidemark.driver.rabbitmq.quorum;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import io.tidemark.driver.rabbitmq.quorum.config.QueuePriorities;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Io;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Mode;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.OnClose;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Protocol;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Replies;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfigurationRules;
import io.tidemark.driver.rabbitmq.quorum.config.RunOutcomes;
import io.tidemark.driver.rabbitmq.quorum.config.StreamFilter;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.driver.session.SessionDriver;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.TopicLister;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** RabbitMQ over AMQP 0-9-1; start reading at {@link QuorumSession}. */
public final class RabbitMqQuorumBenchmarkDriver
    extends SessionDriver<QuorumConfiguration, QuorumSession>
    implements RequestReply,
        OutcomeSupport,
        OwnConnections,
        PrioritySupport,
        HeaderSupport,
        LeaderSource,
        TopicLister,
        MessageTap {
  private StartDelay startDelay;
  private RunOutcomes outcomes = RunOutcomes.NONE;
  private SortedSet<Integer> priorities = Collections.emptySortedSet();

  @SuppressWarnings("NullAway.Init") // open() sets the delay before anything is created
  public RabbitMqQuorumBenchmarkDriver() {
    super(
        "RabbitMQ", QuorumConfiguration.class, file -> new YAMLMapper().readValue(file, Map.class));
  }

  @Override
  protected QuorumConfiguration read(SettingValues values) {
    return QuorumConfigurationRules.read(values);
  }

  @Override
  protected QuorumSession open(QuorumConfiguration read, Consumer<DriverEvent> listener)
      throws IOException, InterruptedException {
    startDelay = new StartDelay(read.connecting().startDelay());
    return QuorumSession.open(read, outcomes.over(read.protocol()), priorities, listener);
  }

  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    return RunOutcomes.problem(wanted, read(new SettingValues("driver file", configuration)));
  }

  @Override
  public Map<String, Object> meantOutcomes(Map<String, Object> configuration) {
    return RunOutcomes.meant(read(new SettingValues("driver file", configuration)).consuming());
  }

  @Override
  public void expectOutcomes(OutcomeRequest wanted) {
    outcomes = new RunOutcomes(Optional.of(wanted), false);
  }

  @Override
  public Optional<String> priorityProblem(
      SortedSet<Integer> wanted, Map<String, Object> configuration) {
    return QueuePriorities.problem(wanted, read(new SettingValues("driver file", configuration)));
  }

  @Override
  public void expectPriorities(SortedSet<Integer> wanted) {
    priorities = wanted;
  }

  /** A reply queue has one requester; which messages a filter keeps is known when they are sent. */
  @Override
  public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
    QuorumConfiguration read = read(new SettingValues("driver file", configuration));
    if (read.connecting().mode() != Mode.PER_CLIENT) {
      return Optional.of("clients share connections; allowed with connections.mode: per-client");
    }
    if (read.filter().isOn()) {
      return Optional.of("the file has a filter; allowed without it");
    }
    return requests && read.replies() != Replies.DIRECT
        ? Optional.of(
            read.protocol() == Protocol.AMQP10
                ? "requesters have a queue for replies over AMQP 1.0; allowed with protocol: amqp091"
                : "requesters have a queue for replies; allowed with requestReply.replies: direct")
        : Optional.empty();
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    return inSession(session -> session.deadLetterConsumer(topic, subscriptionName, callback));
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration().queues().topicPrefix();
  }

  @Override
  public CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
    return startDelay.create(
        configuration().publishing(), producers, info -> createProducer(info.getTopic()));
  }

  @Override
  public CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> consumers) {
    var consuming = configuration().consuming();
    return InBatches.create(
        "consumer",
        consuming.creationBatchSize(),
        consuming.creationDelay(),
        consumers,
        info ->
            createConsumer(
                info.getTopic(), info.getSubscriptionName(), info.getConsumerCallback()));
  }

  @Override
  public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
    return inSession(session -> session.listTopics(prefix));
  }

  @Override
  public CompletableFuture<AutoCloseable> tap(String topic, MessageTap.Callback callback) {
    return inSession(session -> session.tap(topic, callback));
  }

  @Override
  public Map<String, String> leaders() {
    return session().leaders();
  }

  /** A stream hands every request to every responder. */
  @Override
  public boolean canRequestReply() {
    return configuration().queues().type() != QueueType.STREAM;
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return inSession(session -> session.requestQueues().create(request));
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return runInSession(session -> session.requestQueues().delete(pairs));
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return inSession(session -> session.requestQueues().requester(spec, callback));
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return inSession(session -> session.requestQueues().responder(spec, handler));
  }

  @Override
  public String replyMechanism() {
    return RequestQueues.mechanism(configuration());
  }

  /** The content type is a property of the message. */
  @Override
  public Optional<String> cloudEventHeader(String attribute) {
    return Optional.of(
        attribute.equals("datacontenttype")
            ? MessageProperties.CONTENT_TYPE
            : "cloudEvents_" + attribute);
  }

  @Override
  public Optional<String> headerProblem(MessageHeader header, Map<String, Object> configuration) {
    if (header.name().equals(StreamFilter.PROPERTY) && configuration.containsKey("filter")) {
      return Optional.of(
          "the driver uses the property " + StreamFilter.PROPERTY + " for its filter");
    }
    return MessageProperties.headerProblem(header.name());
  }

  /** Netty writes later, and republishing needs the payload again. */
  @Override
  public boolean copiesPayload() {
    return configuration() != null
        && configuration().connecting().io() == Io.THREADS
        && configuration().publishing().onClose() == OnClose.FAIL;
  }

  /**
   * Schedules connections of producers: in batches, or with {@code connections.startDelay} each at
   * a random time, because hundreds at once would overload the broker. The delay begins with the
   * first request; after it there is no further wait. Thread-safe.
   */
  static final class StartDelay {
    private final Duration most;
    private final LongSupplier nanoClock;
    private final Timer timer;
    private boolean begun;
    private long beginNanos;

    /** Runs an action later on another thread. */
    interface Timer {
      void after(long millis, Runnable task);
    }

    StartDelay(Duration most) {
      this(
          most,
          System::nanoTime,
          (millis, task) ->
              CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task));
    }

    StartDelay(Duration most, LongSupplier nanoClock, Timer timer) {
      this.most = most;
      this.nanoClock = nanoClock;
      this.timer = timer;
    }

    /**
     * Creates producers and gives them in the order asked; blocks the caller.
     *
     * @param creation starts the creation of one, on any thread
     */
    <I, P> CompletableFuture<List<P>> create(
        Publishing publishing, List<I> infos, Function<I, CompletableFuture<P>> creation) {
      boolean delays = !most.isZero();
      // All in one batch: the next one would begin when the last of this one is there.
      return InBatches.create(
          "producer",
          delays ? Math.max(1, infos.size()) : publishing.creationBatchSize(),
          publishing.creationDelay(),
          infos,
          delays ? info -> delayed(() -> creation.apply(info)) : creation);
    }

    private <P> CompletableFuture<P> delayed(Supplier<CompletableFuture<P>> start) {
      long waitMillis = waitMillis();
      if (waitMillis <= 0) {
        return start.get();
      }
      CompletableFuture<Void> due = new CompletableFuture<>();
      timer.after(waitMillis, () -> due.complete(null));
      return due.thenCompose(nothing -> start.get());
    }

    private synchronized long waitMillis() {
      long nowNanos = nanoClock.getAsLong();
      if (!begun) {
        begun = true;
        beginNanos = nowNanos;
      }
      long moment = 1 + ThreadLocalRandom.current().nextLong(most.toMillis());
      return moment - TimeUnit.NANOSECONDS.toMillis(nowNanos - beginNanos);
    }
  }
}
