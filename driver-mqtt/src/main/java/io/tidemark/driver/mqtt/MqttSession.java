package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.mqtt.MqttConfiguration.Stated;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The driver between its initialisation and its end. */
final class MqttSession implements DriverSession {
  private static final Logger log = LoggerFactory.getLogger(MqttSession.class);

  /** Ends the topic below which the replies of a pair arrive. */
  private static final String REPLIES = "-replies";

  /** Marks pairs of topics that were there before. */
  private static final String EXISTING = "-of-existing";

  private static final String RESPONDERS = "responders";

  private final MqttLinks links;
  private final MqttConfiguration configuration;

  /** Part of the client identifiers: two drivers must not have clients with the same identifier. */
  private final String token = UUID.randomUUID().toString().substring(0, 8);

  private final AtomicInteger number = new AtomicInteger();
  private final List<MqttLink> brokers = new ArrayList<>();
  private final TopicRecords records = new TopicRecords(brokers);
  private final SysTopics metrics = new SysTopics();
  private final Set<MqttProducer> producers = ConcurrentHashMap.newKeySet();
  private final Subscriptions subscriptions;

  private MqttSession(MqttLinks links) throws IOException, InterruptedException {
    this.links = links;
    this.configuration = links.configuration();
    MqttLink.Wanted wanted =
        MqttLink.Wanted.withoutSession("administration", clientId("admin"))
            .withPrepare(
                client ->
                    client.publishes(
                        MqttGlobalPublishFilter.ALL, this::arrived, Runnable::run, false));
    brokers.add(links.connect(wanted));
    metrics.subscribe(brokers.get(0));
    this.subscriptions =
        new Subscriptions(links, token, brokers.get(0).accepted().getRestrictions());
  }

  private void arrived(Mqtt5Publish message) {
    records.arrived(message);
    metrics.arrived(message);
  }

  static MqttSession open(MqttConfiguration configuration, Consumer<DriverEvent> events)
      throws IOException, InterruptedException {
    MqttEnvironment environment = new MqttEnvironment(configuration, events);
    try {
      MqttSession session = new MqttSession(new MqttLinks(environment));
      session.connectToOthers();
      return session;
    } catch (IOException | InterruptedException e) {
      environment.close();
      throw e;
    }
  }

  /** Records of topics are written on each broker; one that is down gets none. */
  private void connectToOthers() throws IOException, InterruptedException {
    Limits.requireQos(brokers.get(0), configuration.publishing().level(), "qos");
    for (int i = 1;
        i < links.environment().addresses().size() && configuration.topics().topicRecords();
        i++) {
      try {
        brokers.add(
            links.connectTo(
                i, MqttLink.Wanted.withoutSession("administration " + i, clientId("admin"))));
      } catch (IOException e) {
        log.warn(
            "No record of topics on {}: {}",
            links.environment().addresses().get(i),
            e.getMessage());
      }
    }
  }

  private String clientId(String kind) {
    return "tidemark-" + kind + "-" + token + "-" + number.getAndIncrement();
  }

  @Override
  public void createTopic(String topic, int partitions) throws IOException, InterruptedException {
    Optional<String> problem = TopicName.problem(topic);
    if (problem.isPresent() || partitions < 1) {
      throw new IOException(
          problem.orElse("topic " + topic + ": got " + partitions + " partitions; allowed 1 .."));
    }
    if (configuration.topics().topicRecords()) {
      records.write(topic, partitions);
    } else if (partitions > 1) {
      throw new IOException(
          "topic " + topic + ": topicRecords: false allows 1 partition, not " + partitions);
    }
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws IOException, InterruptedException {
    return configuration.topics().topicRecords() ? records.find(topic) : Optional.of(1);
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws IOException, InterruptedException {
    int partitions =
        findTopic(topic)
            .orElseThrow(
                () ->
                    new IOException(
                        "the broker has no record of topic "
                            + topic
                            + " (a topic of other programs: topicRecords: false)"));
    String name = "producer " + number.getAndIncrement() + " of " + topic;
    MqttProducer producer =
        MqttProducer.open(
            links,
            name,
            clientId("producer"),
            TopicName.ofPartitions(topic, partitions),
            client -> {},
            producers::remove);
    producers.add(producer);
    return producer;
  }

  /** Returns when the subscription is in place. */
  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback)
      throws IOException, InterruptedException {
    return subscriptions.join(topic, subscription, callback);
  }

  @Override
  public void createSubscription(String topic, String subscription)
      throws IOException, InterruptedException {
    subscriptions.create(topic, subscription);
  }

  @Override
  public void deleteTopic(String topic) throws IOException, InterruptedException {
    subscriptions.delete(topic);
    if (configuration.topics().topicRecords() && TopicName.problem(topic).isEmpty()) {
      records.delete(topic);
    }
  }

  /**
   * Topics of requests have one partition, and a session in which requests wait for a responder.
   * Each requester has its own topic for replies.
   */
  List<RequestReplyPair> createPairs(PairsRequest request)
      throws IOException, InterruptedException {
    List<RequestReplyPair> pairs = new ArrayList<>();
    for (String name : request.names()) {
      if (!request.existing()) {
        createTopic(name, 1);
        createSubscription(name, RESPONDERS);
      }
      String mark = request.existing() ? EXISTING : "";
      pairs.add(new RequestReplyPair(pairs.size(), name, name + REPLIES + mark));
    }
    return pairs;
  }

  void deletePairs(List<RequestReplyPair> pairs) throws IOException, InterruptedException {
    for (RequestReplyPair pair : pairs) {
      if (!pair.replyDestination().endsWith(EXISTING)) {
        deleteTopic(pair.requestDestination());
      }
    }
  }

  Requester createRequester(RequesterSpec spec, ReplyCallback callback)
      throws IOException, InterruptedException {
    MqttRequester requester =
        MqttRequester.open(links, spec, clientId("requester"), callback, producers::remove);
    producers.add(requester.producer());
    return requester;
  }

  Responder createResponder(ResponderSpec spec, RequestHandler handler)
      throws IOException, InterruptedException {
    String topic = spec.pair().requestDestination();
    MqttQos qos = configuration.publishing().level();
    return new MqttResponder(
        subscriptions.join(
            topic,
            RESPONDERS,
            handler::receiveFailed,
            joined -> request -> MqttResponder.respond(joined, qos, handler, request)));
  }

  @Override
  public Map<String, String> facts() {
    Stated stated = configuration.stated();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker.name", stated.name());
    stated
        .version()
        .or(metrics::version)
        .ifPresent(version -> facts.put("broker.version", version));
    facts.put("client.version", ("hivemq-mqtt-client " + clientVersion()).strip());
    facts.put("protocol", "MQTT 5");
    facts.put("qos", "" + configuration.publishing().qos());
    facts.put("subscription.qos", "" + configuration.subscriptionLevel().getCode());
    facts.put("subscription.shared", "" + subscriptions.areShared());
    stated.nodes().ifPresent(nodes -> facts.put(BrokerFacts.NODES, "" + nodes));
    stated.replication().ifPresent(copies -> facts.put(BrokerFacts.REPLICATION, "" + copies));
    stated.persistence().ifPresent(where -> facts.put(BrokerFacts.PERSISTENCE, where));
    facts.put(BrokerFacts.ACKNOWLEDGEMENT, acknowledgement(stated));
    return facts;
  }

  /** As its jar says it, for OSGi only; empty if it does not. */
  private static String clientVersion() {
    try (JarFile jar =
        new JarFile(
            Path.of(MqttClient.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toFile())) {
      Manifest manifest = jar.getManifest();
      String version =
          manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-Version");
      return version == null ? "" : version;
    } catch (IOException | URISyntaxException e) {
      return "";
    }
  }

  private String acknowledgement(Stated stated) {
    int qos = configuration.publishing().qos();
    if (qos == 0) {
      return "none";
    }
    return stated.acknowledgement().orElse(qos == 1 ? "PUBACK" : "PUBCOMP");
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> topics) {
    return new EffectiveConfiguration(
        Limits.settings(brokers.get(0), configuration.stated().name()), List.of());
  }

  @Override
  public List<TelemetryReading> readTelemetry() {
    return metrics.read(configuration.stated().name());
  }

  @Override
  public void close() {
    Duration timeout = configuration.connecting().closeTimeout().plusSeconds(1);
    BackgroundTasks.forEach("mqtt-close", List.copyOf(producers), MqttProducer::close, timeout);
    subscriptions.close();
    BackgroundTasks.forEach("mqtt-close", brokers, MqttLink::close, timeout);
    links.environment().close();
  }

  /**
   * Metrics that Mosquitto, EMQX and others publish below {@code $SYS}; RabbitMQ does not. Each
   * topic with a number is a metric: {@code $SYS/broker/messages/stored} is {@code
   * sysMessagesStored}.
   */
  static final class SysTopics {
    private static final Logger log = LoggerFactory.getLogger(SysTopics.class);
    private static final String FOLDER = "$SYS/";
    private static final String FILTER = "$SYS/#";
    private static final String VERSION = "$SYS/broker/version";
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,9})?");

    /** Brokers without these topics are not waited for longer. */
    private static final Duration MOST = Duration.ofMillis(300);

    /** What brokers write every 10 s by default. */
    private static final long RESOLUTION_MILLIS = 10_000;

    private final Map<String, Double> values = new ConcurrentSkipListMap<>();
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final CompletableFuture<String> version = new CompletableFuture<>();

    /** A broker may refuse it. */
    void subscribe(MqttLink link) throws InterruptedException {
      Mqtt5Subscribe all =
          Mqtt5Subscribe.builder().topicFilter(FILTER).qos(MqttQos.AT_MOST_ONCE).build();
      try {
        link.await(link.client().subscribe(all), "SUBACK");
      } catch (IOException e) {
        log.debug("No metrics below {}: {}", FOLDER, FailureReason.of(e));
      }
    }

    /** Averages over time, which brokers compute from the others, are left out. */
    void arrived(Mqtt5Publish message) {
      String topic = message.getTopic().toString();
      if (!topic.startsWith(FOLDER) || topic.contains("/load/")) {
        return;
      }
      String text = new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8);
      if (topic.equals(VERSION)) {
        version.complete(text.replaceFirst("^\\D+", "")); // mosquitto version 2.0.11
      } else if (NUMBER.matcher(text).matches()) {
        values.put(names.computeIfAbsent(topic, SysTopics::name), Double.valueOf(text));
      }
    }

    /** The broker's own word for its version, if it publishes it. */
    Optional<String> version() {
      try {
        return Optional.of(version.get(MOST.toMillis(), TimeUnit.MILLISECONDS))
            .filter(text -> text.matches("\\d[\\w.+-]{0,40}"));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException e) {
        log.debug("No {}", VERSION);
      }
      return Optional.empty();
    }

    static String name(String topic) {
      StringBuilder name = new StringBuilder("sys");
      for (String level : topic.substring(FOLDER.length()).split("[^A-Za-z0-9]+")) {
        if (!level.isEmpty() && !level.equals("broker")) {
          name.append(Character.toUpperCase(level.charAt(0))).append(level.substring(1));
        }
      }
      return name.toString();
    }

    List<TelemetryReading> read(String broker) {
      return values.entrySet().stream()
          .map(
              each ->
                  new TelemetryReading(each.getKey(), broker, each.getValue(), RESOLUTION_MILLIS))
          .toList();
    }
  }
}
