package io.tidemark.driver.rabbitmq.quorum;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.ManagementTelemetry;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.Placement;
import io.tidemark.driver.rabbitmq.quorum.QuorumConfiguration.QueueType;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The driver between initialisation and close: its connections, its clients, its threads. */
final class Session implements AutoCloseable {
  private static final long STREAM_START_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final QuorumConfiguration configuration;
  private final Consumer<DriverEvent> events;
  private final Topology topology;
  private final Optional<ManagementApi> management;
  private final Optional<ManagementTelemetry> telemetry;
  private final Connections connections;
  private final Administration administration;
  private final Retries retries;
  private final ExecutorService workers;
  private final Set<QuorumProducer> producers = ConcurrentHashMap.newKeySet();
  private final Set<QuorumConsumer> consumers = ConcurrentHashMap.newKeySet();
  private Map<String, Object> serverProperties = Map.of();

  private Session(QuorumConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException {
    this.configuration = configuration;
    this.events = events;
    this.topology = new Topology(configuration.queues());
    this.management =
        configuration.managementUris().isEmpty()
            ? Optional.empty()
            : Optional.of(new ManagementApi(configuration.managementUris(), configuration.tls()));
    this.telemetry =
        management.map(
            api ->
                new ManagementTelemetry(
                    api,
                    configuration.amqpUris().get(0).virtualHost(),
                    configuration.telemetryResolution()));
    Dialer dialer = new Dialer(configuration.connecting(), configuration.tls());
    LeaderLocator leaders =
        configuration.connecting().placement() == Placement.LEADER
            ? new LeaderLocator(management.orElseThrow(), dialer, configuration.amqpUris())
            : null;
    this.connections =
        new Connections(
            configuration,
            dialer,
            events,
            queue -> leaders == null ? List.of() : leaders.leaderFirst(queue));
    this.administration =
        new Administration(
            connections.lease("admin", "").slot(),
            topology,
            management,
            configuration.amqpUris().get(0));
    this.retries = new Retries(configuration.connecting().recoveryInterval());
    this.workers = Executors.newCachedThreadPool(Session::daemon);
  }

  /** Connects; everything is closed again when that fails. */
  static Session open(QuorumConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException, InterruptedException {
    Session session = new Session(configuration, events);
    try {
      session.serverProperties = session.administration.connect();
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

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "rabbitmq-setup");
    thread.setDaemon(true);
    return thread;
  }

  private void startTimers() {
    retries.every(
        configuration.consuming().ackIdle(),
        () -> consumers.forEach(QuorumConsumer::acknowledgeIdle));
    if (configuration.publishing().confirms() == Confirms.TRANSACTION) {
      retries.every(Duration.ofMillis(100), () -> producers.forEach(QuorumProducer::commitIdle));
    }
  }

  Administration administration() {
    return administration;
  }

  /** Something that may fail. */
  interface Action {
    void run() throws Exception;
  }

  CompletableFuture<Void> does(Action action) {
    return asks(
        () -> {
          action.run();
          return null;
        });
  }

  /** Runs it on a thread of the session; its failure is the future's. */
  <T> CompletableFuture<T> asks(Callable<T> action) {
    CompletableFuture<T> future = new CompletableFuture<>();
    workers.execute(
        () -> {
          try {
            future.complete(action.call());
          } catch (Throwable e) {
            if (e instanceof InterruptedException) {
              Thread.currentThread().interrupt();
            }
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return asks(
        () -> {
          awaitRandomStart();
          QuorumProducer producer =
              new QuorumProducer(
                  topic,
                  topology.targets(topic, administration.partitions(topic)),
                  topology.keysRoute(),
                  configuration,
                  connections.lease("producer", queueForPlacement(topic)),
                  retries,
                  events);
          return opened(producer);
        });
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

  private void awaitRandomStart() throws InterruptedException {
    long mostMillis = configuration.connecting().startDelay().toMillis();
    if (mostMillis > 0) {
      TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(mostMillis));
    }
  }

  private String queueForPlacement(String topic) {
    boolean needed = configuration.connecting().placement() == Placement.LEADER;
    return needed ? administration.someQueue(topic) : "";
  }

  CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscription, ConsumerCallback callback) {
    return asks(
        () -> {
          QuorumConsumer.QueueSource source = queueSource(topic, subscription);
          String subject = topic + " subscription " + subscription;
          QuorumConsumer consumer =
              new QuorumConsumer(
                  subject,
                  source,
                  new Receiver(subject, callback),
                  configuration,
                  connections.lease("consumer", queueForPlacement(topic)),
                  retries);
          try {
            openPatiently(consumer);
          } catch (IOException | RuntimeException e) {
            consumer.close();
            throw e;
          }
          consumers.add(consumer);
          return consumer;
        });
  }

  /** The replicas of a new stream start after its declaration; until then it has no consumers. */
  private void openPatiently(QuorumConsumer consumer) throws IOException, InterruptedException {
    boolean patient = configuration.queues().type() == QueueType.STREAM;
    long giveUpNanos = System.nanoTime() + (patient ? STREAM_START_NANOS : 0);
    while (true) {
      try {
        consumer.open();
        return;
      } catch (IOException e) {
        if (System.nanoTime() - giveUpNanos >= 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(configuration.connecting().recoveryInterval().toMillis());
      }
    }
  }

  private QuorumConsumer.QueueSource queueSource(String topic, String subscription)
      throws IOException {
    if (topology.queuesBelongToConsumers()) {
      int partitions = administration.partitions(topic);
      return channel -> topology.declareSubscription(channel, topic, subscription, partitions);
    }
    List<String> queues = administration.createSubscription(topic, subscription);
    return channel -> queues;
  }

  void createSubscription(String topic, String subscription) throws IOException {
    if (topology.queuesBelongToConsumers()) {
      throw new IllegalStateException(
          "queues.exclusive: a queue exists as long as its consumer; no subscription without one");
    }
    administration.createSubscription(topic, subscription);
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker.name", String.valueOf(serverProperties.get("product")));
    facts.put("broker.version", String.valueOf(serverProperties.get("version")));
    facts.put("broker.platform", String.valueOf(serverProperties.get("platform")));
    facts.put("broker.cluster", String.valueOf(serverProperties.get("cluster_name")));
    String client = com.rabbitmq.client.Connection.class.getPackage().getImplementationVersion();
    facts.put("client.version", "amqp-client " + (client == null ? "of this build" : client));
    facts.put("queue.type", configuration.queues().type().name());
    return facts;
  }

  List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return telemetry.isPresent() ? telemetry.get().read() : List.of();
  }

  @Override
  public void close() {
    producers.forEach(QuorumProducer::close);
    consumers.forEach(QuorumConsumer::close);
    connections.close();
    retries.close();
    workers.shutdownNow();
  }
}
