package io.tidemark.driver.rabbitmq.quorum;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.ManagementTelemetry;
import io.tidemark.driver.rabbitmq.TopicsOfRuns;
import io.tidemark.driver.rabbitmq.quorum.amqp091.QueueTap;
import io.tidemark.driver.rabbitmq.quorum.amqp091.QuorumConsumer;
import io.tidemark.driver.rabbitmq.quorum.amqp091.QuorumProducer;
import io.tidemark.driver.rabbitmq.quorum.amqp10.Amqp10Clients;
import io.tidemark.driver.rabbitmq.quorum.amqp10.Amqp10Consumer;
import io.tidemark.driver.rabbitmq.quorum.config.ArgumentsOfVersion;
import io.tidemark.driver.rabbitmq.quorum.config.DeliveryLimit;
import io.tidemark.driver.rabbitmq.quorum.config.Durability;
import io.tidemark.driver.rabbitmq.quorum.config.QueuePriorities;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Placement;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Protocol;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.rabbitmq.quorum.config.RunOutcomes;
import io.tidemark.driver.rabbitmq.quorum.connection.Dialer;
import io.tidemark.driver.rabbitmq.quorum.connection.LeaderLocator;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import io.tidemark.driver.rabbitmq.quorum.connection.Retries;
import io.tidemark.driver.rabbitmq.quorum.connection.TokenLogin;
import io.tidemark.driver.rabbitmq.quorum.topology.Administration;
import io.tidemark.driver.rabbitmq.quorum.topology.DeprecatedFeatures;
import io.tidemark.driver.rabbitmq.quorum.topology.MirrorPolicy;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology;
import io.tidemark.driver.rabbitmq.quorum.topology.RunTelemetry;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The driver between initialisation and close: its connections, its clients, its threads. */
final class QuorumSession implements DriverSession {
  private static final Logger log = LoggerFactory.getLogger(QuorumSession.class);
  private static final Duration ALARM_PERIOD = Duration.ofSeconds(1);

  /** A run may open and close thousands of clients. */
  private static final Duration FORGET_PERIOD = Duration.ofSeconds(1);

  private static final long STREAM_START_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final QuorumConfiguration configuration;
  private final Consumer<DriverEvent> events;
  private final Optional<ManagementApi> management;
  private final QuorumContext context;
  private final Optional<Amqp10Clients> amqp10;
  private final RequestQueues requestQueues;
  private final Set<QuorumProducer> producers = ConcurrentHashMap.newKeySet();
  private final Set<QuorumConsumer> consumers = ConcurrentHashMap.newKeySet();

  /** Queues of the subscriptions that were made without a consumer. */
  private final Map<String, List<String>> waiting = new ConcurrentHashMap<>();

  private Map<String, Object> serverProperties = Map.of();
  private List<String> ignoredArguments = List.of();

  private QuorumSession(
      QuorumConfiguration configuration,
      RunOutcomes outcomes,
      SortedSet<Integer> priorities,
      Consumer<DriverEvent> events)
      throws IOException {
    this.configuration = configuration;
    this.events = events;
    Optional<TokenLogin> tokenLogin = TokenLogin.of(configuration.brokers());
    this.management =
        configuration
            .brokers()
            .managementApi(
                configuration.amqpUris(), tokenLogin.map(login -> login::userAndPassword));
    QuorumTopology topology = new QuorumTopology(configuration.queues(), outcomes, priorities);
    QuorumConnections connections = connections(tokenLogin);
    this.context =
        new QuorumContext(
            configuration,
            topology,
            new Administration(
                connections.lease(QuorumConnections.ADMIN, "").slot(),
                topology,
                management,
                configuration.amqpUris().get(0)),
            connections,
            new Retries(configuration.connecting().recoveryInterval()),
            RunTelemetry.of(configuration, management, topology, events));
    this.amqp10 =
        configuration.protocol() == Protocol.AMQP10
            ? Optional.of(new Amqp10Clients(context, events))
            : Optional.empty();
    this.requestQueues = new RequestQueues(context, amqp10);
  }

  private QuorumConnections connections(Optional<TokenLogin> tokenLogin) {
    Dialer dialer =
        new Dialer(configuration.connecting(), configuration.brokers().tls(), tokenLogin);
    LeaderLocator leaders =
        placedByLeader()
            ? new LeaderLocator(management.orElseThrow(), dialer, configuration.amqpUris())
            : null;
    return new QuorumConnections(
        configuration,
        dialer,
        events,
        queue -> leaders == null ? List.of() : leaders.leaderFirst(queue));
  }

  /** Connects; everything is closed again when that fails. */
  static QuorumSession open(
      QuorumConfiguration configuration,
      RunOutcomes outcomes,
      SortedSet<Integer> priorities,
      Consumer<DriverEvent> events)
      throws IOException, InterruptedException {
    QuorumSession session = new QuorumSession(configuration, outcomes, priorities, events);
    try {
      session.serverProperties = session.context.administration().connect();
      session.checkVersion();
      if (!configuration.queues().mirrorCopies().isEmpty()) {
        MirrorPolicy.apply(
            session.management.orElseThrow(),
            configuration.amqpUris().get(0),
            configuration.queues(),
            session.serverProperties);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      session.close();
      throw e;
    }
    session.startTimers();
    return session;
  }

  private void checkVersion() throws IOException, InterruptedException {
    if (amqp10.isPresent()) {
      Amqp10Clients.requireVersion(version());
      configuration.filter().require(version());
    }
    ArgumentsOfVersion arguments =
        new ArgumentsOfVersion(configuration.queues().arguments(), version());
    arguments.requireDeliveryLimit();
    new DeliveryLimit(configuration, version()).requireRoomForRefusals();
    context.topology().outcomes().require(version());
    QueuePriorities.require(configuration, context.topology().priorities(), version());
    DeprecatedFeatures.require(context.administration(), management, configuration, version());
    ignoredArguments = arguments.ignored();
    for (String ignored : ignoredArguments) {
      log.warn("queueArguments: RabbitMQ {} ignores {}", version(), ignored);
    }
  }

  private String version() {
    return String.valueOf(serverProperties.get("version"));
  }

  private void startTimers() {
    context
        .retries()
        .every(
            configuration.consuming().ackIdle(),
            () -> {
              consumers.forEach(QuorumConsumer::acknowledgeIdle);
              amqp10.ifPresent(Amqp10Clients::acknowledgeIdle);
            });
    context
        .retries()
        .every(
            FORGET_PERIOD,
            () -> {
              producers.removeIf(QuorumProducer::isClosed);
              consumers.removeIf(QuorumConsumer::isClosed);
              requestQueues.forgetClosed();
              context.connections().forgetClosed();
              amqp10.ifPresent(Amqp10Clients::forgetClosed);
            });
    Optional<ManagementTelemetry> telemetry = context.telemetry().telemetry();
    if (amqp10.isPresent() && telemetry.isPresent()) {
      telemetry.get().reportAlarms(true);
      context.retries().every(ALARM_PERIOD, telemetry.get()::lookForAlarms);
    }
    if (configuration.publishing().confirms() == Confirms.TRANSACTION) {
      context
          .retries()
          .every(Duration.ofMillis(100), () -> producers.forEach(QuorumProducer::commitIdle));
    }
  }

  RequestQueues requestQueues() {
    return requestQueues;
  }

  @Override
  public void createTopic(String topic, int partitions) throws IOException, InterruptedException {
    context.telemetry().topic(topic);
    context.administration().createTopic(topic, partitions);
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws IOException {
    return context.administration().find(topic);
  }

  /** A queue gives each message to one consumer: a copy needs an exchange. */
  AutoCloseable tap(String topic, MessageTap.Callback callback) throws IOException {
    Optional<String> problem = context.topology().noCopy(topic);
    if (problem.isPresent()) {
      throw new IOException(problem.get());
    }
    return QueueTap.open(
        context.topology(),
        topic,
        context.administration().partitions(topic),
        callback,
        context.connections().lease("consumer", ""),
        configuration.connecting().closeTimeout());
  }

  List<ListedTopic> listTopics(String prefix) throws IOException, InterruptedException {
    return topicsOfRuns().list(prefix);
  }

  private TopicsOfRuns topicsOfRuns() {
    return new TopicsOfRuns(management, configuration.amqpUris().get(0).virtualHost());
  }

  /** What has queues and no exchange: requests and replies, or the rest of a topic. */
  @Override
  public void deleteTopic(String topic) throws IOException, InterruptedException {
    boolean whole = context.administration().deleteTopic(topic);
    if (!whole && management.isPresent() && !configuration.queues().existing()) {
      topicsOfRuns().delete(topic);
    }
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws IOException {
    context.telemetry().topic(topic);
    String queue = placedByLeader() ? context.administration().firstQueue(topic) : "";
    if (amqp10.isPresent()) {
      return amqp10.get().producer(topic, queue);
    }
    QuorumProducer producer =
        new QuorumProducer(
            topic,
            context.topology().targets(topic, context.administration().partitions(topic)),
            context.topology().routing(),
            configuration,
            context.connections().lease("producer", queue),
            context.retries(),
            events);
    return opened(producer);
  }

  private QuorumProducer opened(QuorumProducer producer) throws IOException {
    try {
      producer.open();
    } catch (IOException | RuntimeException e) {
      producer.close();
      throw e;
    }
    producers.add(producer);
    return producer;
  }

  private boolean placedByLeader() {
    return configuration.connecting().placement() == Placement.LEADER;
  }

  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback)
      throws IOException, InterruptedException {
    boolean ownQueues = context.topology().queuesBelongToConsumers();
    List<String> queues = ownQueues ? List.of() : makeSubscription(topic, subscription);
    String subject = topic + " subscription " + subscription;
    CallbackAdapter receiver = new CallbackAdapter(subject, callback);
    if (amqp10.isPresent()) {
      return amqp10Consumer(topic, subscription, queues, receiver);
    }
    return opened(
        new QuorumConsumer(
            subject,
            ownQueues ? queuesOfItsOwn(topic, subscription) : channel -> queues,
            receiver,
            context,
            // A consumer's own queue is on the node of its connection.
            context
                .connections()
                .lease("consumer", placedByLeader() && !ownQueues ? queues.get(0) : "")));
  }

  BenchmarkConsumer deadLetterConsumer(String topic, String subscription, ConsumerCallback callback)
      throws IOException, InterruptedException {
    String queue = context.topology().deadLetterQueue(topic, subscription);
    String subject = "dead letters of " + topic + " subscription " + subscription;
    CallbackAdapter receiver = new CallbackAdapter(subject, callback);
    if (amqp10.isPresent()) {
      return amqp10Consumer(topic, subscription, List.of(queue), receiver);
    }
    QuorumConnections.Lease lease =
        context.connections().lease("consumer", placedByLeader() ? queue : "");
    return opened(new QuorumConsumer(subject, channel -> List.of(queue), receiver, context, lease));
  }

  private Amqp10Consumer amqp10Consumer(
      String topic, String subscription, List<String> queues, CallbackAdapter receiver)
      throws IOException, InterruptedException {
    Amqp10Consumer consumer = amqp10.orElseThrow().consumer(topic, subscription, queues, receiver);
    openPatiently(consumer::open);
    return consumer;
  }

  private QuorumConsumer opened(QuorumConsumer consumer) throws IOException, InterruptedException {
    try {
      openPatiently(consumer::openChannel);
    } catch (IOException | RuntimeException e) {
      consumer.close();
      throw e;
    }
    consumers.add(consumer);
    return consumer;
  }

  private interface Opening {
    void open() throws IOException;
  }

  /** The replicas of a new stream start after its declaration; until then it has no consumers. */
  private void openPatiently(Opening consumer) throws IOException, InterruptedException {
    boolean patient = configuration.queues().type() == QueueType.STREAM;
    long giveUpNanos = System.nanoTime() + (patient ? STREAM_START_NANOS : 0);
    while (true) {
      try {
        consumer.open();
        return;
      } catch (IOException e) {
        if (RefusedException.isIn(e)
            || Refusals.isInternalError(e)
            || System.nanoTime() - giveUpNanos >= 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(configuration.connecting().recoveryInterval().toMillis());
      }
    }
  }

  private QuorumConsumer.QueueSource queuesOfItsOwn(String topic, String subscription)
      throws IOException {
    int partitions = context.administration().partitions(topic);
    return channel -> {
      List<String> own =
          context.topology().declareSubscription(channel, topic, subscription, partitions);
      context.telemetry().queues(own); // Not compared: their counts go with them.
      return own;
    };
  }

  private List<String> makeSubscription(String topic, String subscription) throws IOException {
    List<String> queues = context.administration().createSubscription(topic, subscription);
    context.telemetry().topic(topic);
    if (amqp10.isPresent()) {
      // RabbitMQ does not count messages of AMQP 1.0 by queue: a run would wait for the counts.
      context.telemetry().queues(queues);
    } else {
      context.telemetry().subscription(topic, subscription, queues);
    }
    return queues;
  }

  @Override
  public void createSubscription(String topic, String subscription) throws IOException {
    if (context.topology().queuesBelongToConsumers()) {
      throw new IllegalStateException(
          "queues.exclusive: a queue exists only while its consumer does; a"
              + " subscription needs a consumer");
    }
    waiting.put(topic + "/" + subscription, makeSubscription(topic, subscription));
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> topics)
      throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (String topic : topics) {
      if (topic.equals(RequestQueues.EXISTED)) {
        continue; // A mark in place of a reply queue.
      }
      boolean isQueue = context.topology().topicsAreQueues() && !requestQueues.has(topic);
      names.add(isQueue ? context.topology().queueOf(topic) : topic);
    }
    return BrokerSettings.effective(
        management, configuration.amqpUris().get(0).virtualHost(), names);
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker.name", String.valueOf(serverProperties.get("product")));
    facts.put("broker.version", version());
    facts.put("broker.platform", String.valueOf(serverProperties.get("platform")));
    facts.put("broker.cluster", String.valueOf(serverProperties.get("cluster_name")));
    Class<?> client =
        amqp10.isPresent()
            ? com.rabbitmq.client.amqp.Connection.class
            : com.rabbitmq.client.Connection.class;
    String version = client.getPackage().getImplementationVersion();
    facts.put("client.version", "amqp-client " + (version == null ? "of this build" : version));
    facts.put("protocol", amqp10.isPresent() ? "AMQP 1.0" : "AMQP 0-9-1");
    facts.put("queue.type", configuration.queues().type().name());
    if (!ignoredArguments.isEmpty()) {
      facts.put("queue.argumentsIgnored", String.join(", ", ignoredArguments));
    }
    facts.putAll(configuration.filter().facts());
    facts.putAll(new DeliveryLimit(configuration, version()).facts());
    facts.putAll(Durability.of(configuration, context.telemetry().nodes()));
    return facts;
  }

  Map<String, String> leaders() {
    return context.telemetry().leaders();
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    List<TelemetryReading> readings = new ArrayList<>(context.telemetry().read());
    amqp10.ifPresent(clients -> readings.addAll(clients.readTelemetry()));
    for (Map.Entry<String, List<String>> subscription : waiting.entrySet()) {
      long messages = context.administration().waitingMessages(subscription.getValue());
      readings.add(
          new TelemetryReading("subscriptionLagMessages", subscription.getKey(), messages, 0));
    }
    return readings;
  }

  private void stopMirroring() {
    try {
      if (!configuration.queues().mirrorCopies().isEmpty()) {
        MirrorPolicy.remove(
            management.orElseThrow(), configuration.amqpUris().get(0), configuration.queues());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      log.warn("The policy for mirrored queues was not deleted: {}", FailureReason.of(e));
    }
  }

  @Override
  public void close() {
    stopMirroring();
    // Together: on a broker that does not answer each takes its time.
    Duration most = QuorumConnections.clientsClosed(configuration.connecting().closeTimeout());
    BackgroundTasks.forEach("rabbitmq-close", producers, QuorumProducer::close, most);
    BackgroundTasks.forEach("rabbitmq-close", consumers, QuorumConsumer::close, most);
    amqp10.ifPresent(Amqp10Clients::close);
    context.connections().close();
    context.retries().close();
  }
}
