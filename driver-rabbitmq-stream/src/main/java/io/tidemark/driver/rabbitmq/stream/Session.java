package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.ProducerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.TelemetryReading;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.ManagementTelemetry;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Publishing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The driver between initialisation and close. */
final class Session implements AutoCloseable {
  private final StreamConfiguration configuration;
  private final Consumer<DriverEvent> events;
  private final EventLoopGroup eventLoops;
  private final Environment environment;
  private final Streams streams;
  private final Optional<ManagementTelemetry> telemetry;
  private final ExecutorService workers;
  private final ExecutorService pauses;
  private final Map<String, ReadGroup> groups = new HashMap<>();
  private final Set<StreamProducer> producers = ConcurrentHashMap.newKeySet();

  private Session(StreamConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException {
    this.configuration = configuration;
    this.events = events;
    int ioThreads = configuration.connecting().ioThreads();
    this.eventLoops =
        ioThreads == 0
            ? null
            : new MultiThreadIoEventLoopGroup(ioThreads, NioIoHandler.newFactory());
    String virtualHost = configuration.streamUris().get(0).virtualHost();
    Optional<ManagementApi> management =
        configuration.managementUris().isEmpty()
            ? Optional.empty()
            : Optional.of(new ManagementApi(configuration.managementUris(), configuration.tls()));
    this.telemetry =
        management.map(
            api -> new ManagementTelemetry(api, virtualHost, configuration.telemetryResolution()));
    this.environment = environment();
    this.streams = new Streams(environment, configuration.streams(), management, virtualHost);
    this.workers = Executors.newCachedThreadPool(Session::daemon);
    this.pauses = Executors.newSingleThreadExecutor(Session::daemon);
  }

  /** Connects; nothing stays open when that fails. */
  static Session open(StreamConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException {
    return new Session(configuration, events);
  }

  private Environment environment() throws IOException {
    try {
      return Environments.open(configuration, eventLoops);
    } catch (IOException | RuntimeException e) {
      stopEventLoops();
      throw e;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "rabbitmq-stream-setup");
    thread.setDaemon(true);
    return thread;
  }

  Streams streams() {
    return streams;
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
          List<PartitionWriter> writers = new ArrayList<>();
          try {
            for (String stream : streams.streams(topic)) {
              PartitionWriter writer = new PartitionWriter(stream, configuration, events);
              writers.add(writer);
              writer.on(builder(stream, writer).build());
            }
          } catch (IOException | RuntimeException e) {
            writers.forEach(writer -> writer.close(System.nanoTime()));
            throw e;
          }
          StreamProducer producer = new StreamProducer(writers, configuration);
          producers.add(producer);
          return producer;
        });
  }

  private ProducerBuilder builder(String stream, PartitionWriter writer) {
    Publishing wanted = configuration.publishing();
    ProducerBuilder builder =
        environment.producerBuilder().stream(stream)
            .listeners(writer::stateChanged)
            .batchSize(wanted.batchSize())
            .dynamicBatch(wanted.dynamicBatch())
            .batchPublishingDelay(wanted.batchDelay())
            .maxUnconfirmedMessages(wanted.maxUnconfirmed())
            .confirmTimeout(wanted.confirmTimeout())
            .enqueueTimeout(wanted.sendTimeout())
            .retryOnRecovery(wanted.republishes());
    if (wanted.subEntrySize() > 1) {
      builder.subEntrySize(wanted.subEntrySize()).compression(wanted.compression());
    }
    if (wanted.deduplication()) {
      builder.name("tidemark-" + UUID.randomUUID());
    }
    if (wanted.filterByKey()) {
      builder.filterValue(
          message -> message instanceof OutgoingMessage ours ? ours.filterValue() : null);
    }
    return builder;
  }

  CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscription, ConsumerCallback callback) {
    return asks(
        () -> {
          List<String> names = streams.streams(topic);
          Receiver receiver = new Receiver(topic + " subscription " + subscription, callback);
          String key = groupKey(topic, subscription);
          ReadGroup group = group(key, topic, subscription, names);
          group.join(receiver);
          return new StreamConsumer(group, receiver, pauses, () -> forget(key, group));
        });
  }

  private String groupKey(String topic, String subscription) {
    String key = topic + " " + subscription;
    return configuration.consuming().singleActive() ? key + " " + UUID.randomUUID() : key;
  }

  private synchronized ReadGroup group(
      String key, String topic, String subscription, List<String> names) {
    return groups.computeIfAbsent(
        key,
        absent -> {
          ReadGroup group = new ReadGroup();
          group.read(readers(group, topic, subscription, names));
          return group;
        });
  }

  private List<StreamReader> readers(
      ReadGroup group, String topic, String subscription, List<String> names) {
    if (configuration.consuming().singleActive() && names.size() > 1) {
      return List.of(reader(group, topic, true, subscription, 0));
    }
    List<StreamReader> readers = new ArrayList<>(names.size());
    for (int k = 0; k < names.size(); k++) {
      readers.add(reader(group, names.get(k), false, subscription, k));
    }
    return readers;
  }

  private StreamReader reader(
      ReadGroup group, String name, boolean superStream, String subscription, int partition) {
    return new StreamReader(
        environment,
        name,
        superStream,
        subscription,
        partition,
        configuration.consuming(),
        group::deliver,
        events);
  }

  private synchronized void forget(String key, ReadGroup group) {
    groups.remove(key, group);
  }

  Map<String, String> facts() {
    String client = Environment.class.getPackage().getImplementationVersion();
    return Map.of(
        "broker.name",
        "RabbitMQ",
        "broker.version",
        version(),
        "client.version",
        "stream-client " + (client == null ? "of this build" : client),
        "protocol",
        "stream");
  }

  private String version() {
    try {
      return telemetry.isPresent() ? telemetry.get().brokerVersion() : "unknown";
    } catch (IOException e) {
      return "unknown: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }

  List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return telemetry.isPresent() ? telemetry.get().read() : List.of();
  }

  @Override
  public void close() {
    producers.forEach(StreamProducer::close);
    pauses.shutdownNow();
    workers.shutdownNow();
    environment.close();
    stopEventLoops();
  }

  private void stopEventLoops() {
    if (eventLoops != null) {
      eventLoops.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    }
  }
}
