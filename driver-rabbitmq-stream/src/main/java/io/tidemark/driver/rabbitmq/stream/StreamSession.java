package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.ProducerBuilder;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.oauth2.GsonTokenParser;
import com.rabbitmq.stream.oauth2.HttpTokenRequester;
import com.rabbitmq.stream.oauth2.Token;
import com.rabbitmq.stream.oauth2.TokenRequester;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.rabbitmq.BrokerSettings;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.BrokerVersion;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.ManagementTelemetry;
import io.tidemark.driver.rabbitmq.OAuthOptions;
import io.tidemark.driver.rabbitmq.RabbitMqTlsOptions;
import io.tidemark.driver.rabbitmq.SubscriptionClaims;
import io.tidemark.driver.rabbitmq.stream.StreamConfiguration.Publishing;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.TopicLister.ListedTopic;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** The driver between initialisation and close. */
final class StreamSession implements DriverSession {
  /** The client's dynamic batching has a thread for each producer of a stream. */
  private static final int MOST_BATCHING_THREADS = 500;

  private final StreamConfiguration configuration;
  private final Consumer<DriverEvent> events;
  private final EventLoopGroup eventLoops;
  private final Environment environment;
  private final Streams streams;
  private final Optional<ManagementApi> management;
  private final Optional<ManagementTelemetry> telemetry;
  private final ExecutorService pauses;
  private final Optional<SubscriptionClaims> claims;
  private final Readers readers;
  private final Set<StreamProducer> producers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger batchingThreads = new AtomicInteger();

  private StreamSession(StreamConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException {
    this.configuration = configuration;
    this.events = events;
    // Not the client's own: their end waits a second for work that may still come. 0 is Netty's
    // choice.
    this.eventLoops =
        new MultiThreadIoEventLoopGroup(
            configuration.connecting().ioThreads(),
            BackgroundTasks.daemons("rabbitmq-stream"),
            NioIoHandler.newFactory());
    List<BrokerUri> uris = configuration.streamUris();
    String virtualHost = uris.get(0).virtualHost();
    BrokerSettings brokers = configuration.brokers();
    this.management = brokers.managementApi(uris, ManagementLogin.of(brokers));
    this.telemetry =
        management.isEmpty()
            ? Optional.empty()
            : Optional.of(brokers.telemetry(management.get(), uris, events));
    this.environment = environment();
    this.claims = management.map(api -> new SubscriptionClaims(api, virtualHost));
    this.readers = new Readers(environment, configuration, claims, events);
    this.streams = new Streams(environment, configuration.streams(), management, virtualHost);
    this.pauses = Executors.newSingleThreadExecutor(BackgroundTasks.daemons("rabbitmq-stream"));
  }

  /** Connects; nothing stays open when that fails. */
  static StreamSession open(StreamConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException {
    StreamSession session = new StreamSession(configuration, events);
    try {
      FilterSupport.require(configuration, session::version);
      session.telemetry.ifPresent(each -> each.reportAlarms(false));
      return session;
    } catch (IOException e) {
      session.close();
      throw e;
    }
  }

  private Environment environment() throws IOException {
    try {
      return Environments.open(configuration, eventLoops);
    } catch (IOException | RuntimeException e) {
      stopEventLoops();
      throw e;
    }
  }

  @Override
  public void createTopic(String topic, int partitions) throws IOException, InterruptedException {
    streams.create(topic, partitions);
    watch(topic);
  }

  /** Also where this worker neither publishes nor consumes. */
  private void watch(String topic) throws IOException {
    List<String> names = streams.streams(topic);
    telemetry.ifPresent(each -> each.watch(names));
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws IOException {
    return streams.find(topic);
  }

  /** A stream keeps everything: a subscription begins where {@code offset} says, first if not. */
  @Override
  public void createSubscription(String topic, String subscription) throws IOException {
    watch(topic);
  }

  List<ListedTopic> listTopics(String prefix) throws IOException, InterruptedException {
    return streams.list(prefix);
  }

  AutoCloseable tap(String topic, MessageTap.Callback callback) throws IOException {
    return StreamTap.open(environment, streams.streams(topic), callback);
  }

  @Override
  public void deleteTopic(String topic) throws IOException, InterruptedException {
    streams.delete(topic);
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws IOException {
    List<PartitionWriter> writers = new ArrayList<>();
    try {
      List<String> names = streams.streams(topic);
      // All subscriptions read the same streams.
      telemetry.ifPresent(each -> each.count(topic, "", names));
      for (String stream : names) {
        PartitionWriter writer = new PartitionWriter(stream, configuration, events);
        writers.add(writer);
        writer.on(builder(stream, writer).build());
      }
    } catch (IOException | RuntimeException e) {
      writers.forEach(writer -> writer.close(System.nanoTime()));
      if (e instanceof StreamException) {
        throw StreamRefusals.failure("producer of " + topic + ": " + FailureReason.of(e), e);
      }
      throw e;
    }
    StreamProducer producer = new StreamProducer(writers, configuration, producers::remove);
    producers.add(producer);
    return producer;
  }

  private ProducerBuilder builder(String stream, PartitionWriter writer) {
    Publishing wanted = configuration.publishing();
    ProducerBuilder builder =
        environment.producerBuilder().stream(stream)
            .listeners(writer::stateChanged)
            .batchSize(wanted.batchSize())
            .dynamicBatch(wanted.dynamicBatch() && hasBatchingThread())
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
    if (wanted.filters()) {
      builder.filterValue(
          message -> message instanceof OutgoingMessage ours ? ours.filterValue() : null);
    }
    return builder;
  }

  private boolean hasBatchingThread() {
    int threads = batchingThreads.incrementAndGet();
    if (threads == MOST_BATCHING_THREADS + 1) {
      events.accept(
          new DriverEvent(
              DriverEvent.Kind.NOTICE,
              "dynamicBatch",
              "of the first "
                  + MOST_BATCHING_THREADS
                  + " producers of a stream only, because each needs a thread; the others use"
                  + " batchSize and batchDelay (for all: dynamicBatch: false)"));
    }
    return threads <= MOST_BATCHING_THREADS;
  }

  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback)
      throws IOException, InterruptedException {
    List<String> names = streams.streams(topic);
    if (configuration.consuming().filterValues().isEmpty()) {
      // With filter values the broker counts all messages of a chunk, also those with others.
      telemetry.ifPresent(each -> each.count(topic, subscription, names));
    }
    CallbackAdapter receiver =
        new CallbackAdapter(topic + " subscription " + subscription, callback);
    Readers.Member member;
    try {
      member = readers.join(topic, subscription, names, receiver);
    } catch (StreamException e) {
      throw StreamRefusals.failure("consumer of " + topic + ": " + FailureReason.of(e), e);
    }
    noteFilter(topic + " subscription " + subscription);
    return new StreamConsumer(
        member.group(),
        receiver,
        pauses,
        member.onEmptyGroup(),
        configuration.connecting().closeTimeout());
  }

  private void noteFilter(String subject) {
    List<String> values = configuration.consuming().filterValues();
    if (!values.isEmpty() && !configuration.publishing().filters()) {
      events.accept(
          new DriverEvent(
              DriverEvent.Kind.NOTICE,
              subject,
              "receives only chunks with "
                  + values
                  + "; the file does not publish filter values, so the delivery audit counts"
                  + " messages of other chunks as lost (set delivery: off)"));
    }
  }

  @Override
  public Map<String, String> facts() {
    String client = Environment.class.getPackage().getImplementationVersion();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker.name", "RabbitMQ");
    facts.put("broker.version", version());
    facts.put("client.version", "stream-client " + (client == null ? "of this build" : client));
    facts.put("protocol", "stream");
    facts.put(BrokerFacts.ACKNOWLEDGEMENT, "majority of copies");
    facts.put(BrokerFacts.PERSISTENCE, BrokerFacts.WRITTEN);
    facts.put(BrokerFacts.CLIENT_BUFFER_MESSAGES, "" + configuration.publishing().maxUnconfirmed());
    telemetry
        .map(ManagementTelemetry::nodes)
        .orElse(OptionalInt.empty())
        .ifPresent(
            nodes -> {
              int wanted = configuration.streams().initialMembers();
              facts.put(BrokerFacts.NODES, "" + nodes);
              facts.put(
                  BrokerFacts.REPLICATION, "" + (wanted == 0 ? nodes : Math.min(nodes, wanted)));
            });
    return facts;
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> topics)
      throws InterruptedException {
    return BrokerSettings.effective(
        management, configuration.streamUris().get(0).virtualHost(), topics);
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

  Map<String, String> leaders() {
    return telemetry.map(ManagementTelemetry::leaders).orElse(Map.of());
  }

  @Override
  public List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    return telemetry.isPresent() ? telemetry.get().read() : List.of();
  }

  @Override
  public void close() {
    Duration timeout = configuration.connecting().closeTimeout();
    BackgroundTasks.forEach(
        "rabbitmq-close",
        producers,
        StreamProducer::close,
        timeout.multipliedBy(3).plus(StreamProducer.CLOSED));
    pauses.shutdownNow();
    // Remaining waits end with the event loops.
    Bounded.start("rabbitmq-close", environment::close)
        .endedWithin(timeout.plus(StreamProducer.CLOSED));
    claims.ifPresent(SubscriptionClaims::close);
    stopEventLoops();
  }

  private void stopEventLoops() {
    // The last channels report their end: without a quiet time Netty logs errors.
    eventLoops
        .shutdownGracefully(100, 2_000, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  /** Which brokers filter streams. Older ones silently ignore the size of a filter. */
  static final class FilterSupport {
    private static final long FIRST = BrokerVersion.of(3, 13);

    private FilterSupport() {}

    /**
     * @param brokerVersion such as 4.0.5, asked only where it matters; of one that is no version
     *     nothing is said
     * @throws IOException when the file wants filtering of a broker that cannot
     */
    static void require(StreamConfiguration wanted, Supplier<String> brokerVersion)
        throws IOException {
      String key = key(wanted);
      String said = key.isEmpty() ? "" : brokerVersion.get();
      long version = BrokerVersion.of(said);
      if (version != BrokerVersion.UNKNOWN && version < FIRST) {
        throw new IOException(
            key + ": filters for streams require RabbitMQ 3.13 or later; this one is " + said);
      }
    }

    /** The key that wants it; empty when none does. */
    private static String key(StreamConfiguration wanted) {
      if (wanted.publishing().filters() || !wanted.consuming().filterValues().isEmpty()) {
        return "filter";
      }
      return wanted.streams().filterBytes() > 0 ? "streams.filterSize" : "";
    }
  }

  /**
   * User and password for the management API, the password a token that is good for a while. The
   * client does not publish the tokens of its connections. Safe for several threads.
   */
  static final class ManagementLogin implements Supplier<String> {
    private static final Duration TOO_SHORT = Duration.ofSeconds(5);

    private final String clientId;
    private final TokenRequester requester;
    private Optional<Token> token = Optional.empty();

    private ManagementLogin(OAuthOptions options, RabbitMqTlsOptions tls) throws IOException {
      this.clientId = options.clientId();
      this.requester =
          new HttpTokenRequester(
              options.endpoint(),
              options.encodedClientId(),
              options.encodedClientSecret(),
              "client_credentials",
              options.parameters(),
              options.secured() ? trusting(tls.sslContext().getSocketFactory()) : null,
              null, // The client's own headers.
              new GsonTokenParser());
    }

    /** Empty where users and passwords log in. */
    static Optional<Supplier<String>> of(BrokerSettings brokers) throws IOException {
      return brokers.oauth().isPresent()
          ? Optional.of(new ManagementLogin(brokers.oauth().get(), brokers.tls()))
          : Optional.empty();
    }

    private static Consumer<HttpURLConnection> trusting(SSLSocketFactory sockets) {
      return connection -> ((HttpsURLConnection) connection).setSSLSocketFactory(sockets);
    }

    @Override
    public synchronized String get() {
      Token good =
          token
              .filter(last -> Instant.now().plus(TOO_SHORT).isBefore(last.expirationTime()))
              .orElseGet(requester::request);
      token = Optional.of(good);
      return clientId + ":" + good.value();
    }
  }
}
