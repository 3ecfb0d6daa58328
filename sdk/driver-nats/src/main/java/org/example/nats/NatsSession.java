package org.example.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.session.DriverSession;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver between its initialisation and its end. Its methods block; several threads call them.
 */
final class NatsSession implements DriverSession {
  private static final Logger log = LoggerFactory.getLogger(NatsSession.class);
  private static final int NOT_FOUND = 404;
  private static final String NOTICES = "$JS.EVENT.ADVISORY.CONSUMER.";
  private static final Pattern SEQUENCE = Pattern.compile("\"stream_seq\":\\s*(\\d+)");
  private static final Duration ELECTED_WITHIN = Duration.ofSeconds(10);
  private static final long LOOK_AGAIN_MILLIS = 200;
  private final NatsConnector connector;
  private final NatsConfiguration configuration;
  private final Optional<OutcomeRequest> outcomes;
  private final Connection connection;
  private final JetStreamManagement management;
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
  private final Set<String> created = ConcurrentHashMap.newKeySet();

  private NatsSession(
      NatsConnector connector, Optional<OutcomeRequest> outcomes, Connection connection)
      throws IOException {
    this.connector = connector;
    this.outcomes = outcomes;
    this.configuration = connector.configuration();
    this.connection = connection;
    this.management = connection.jetStreamManagement();
  }

  static NatsSession open(NatsConnector connector, Optional<OutcomeRequest> outcomes)
      throws IOException, InterruptedException {
    Connection connection = connector.connect("tidemark", lost -> {});
    try {
      NatsSession session = new NatsSession(connector, outcomes, connection);
      session.awaitJetStream();
      return session;
    } catch (InterruptedException e) {
      connection.close();
      throw e;
    } catch (IOException | JetStreamApiException e) {
      connection.close();
      throw new IOException(
          "%s (key 'servers') has no JetStream: %s"
              .formatted(connector.configuration().servers(), e.getMessage()),
          e);
    }
  }

  /** A cluster that has just started elects the leader of its JetStream first. */
  private void awaitJetStream() throws IOException, JetStreamApiException, InterruptedException {
    long startNanos = System.nanoTime();
    while (true) {
      try {
        management.getAccountStatistics();
        return;
      } catch (IOException e) {
        if (System.nanoTime() - startNanos > ELECTED_WITHIN.toNanos()) {
          throw e;
        }
        Thread.sleep(LOOK_AGAIN_MILLIS);
      }
    }
  }

  /** A topic is a stream; its partitions are the stream's subjects. */
  @Override
  public void createTopic(String topic, int partitions) throws IOException, JetStreamApiException {
    if (partitions < 1) {
      throw new IOException(topic + ": got " + partitions + " partitions; allowed 1 ..");
    }
    try {
      management.addStream(
          StreamConfiguration.builder()
              .name(topic)
              .subjects(Subjects.forPartitions(topic, partitions))
              .storageType(configuration.storage())
              .replicas(configuration.replicas())
              .build());
    } catch (IOException e) {
      throw NatsRefusals.shown(connection, e);
    }
    created.add(topic);
  }

  @Override
  public BenchmarkProducer createProducer(String topic) throws Exception {
    int partitions =
        findTopic(topic).orElseThrow(() -> new IOException("there is no stream " + topic));
    return opened(
        new NatsProducer(
            connector.connect("producer of " + topic, lost -> {}),
            topic,
            partitions,
            open::remove));
  }

  /** Returns when the subscription is in place. */
  @Override
  public BenchmarkConsumer createConsumer(
      String topic, String subscription, ConsumerCallback callback) throws Exception {
    createSubscription(topic, subscription);
    return consumer(topic, subscription, callback, NatsConsumer.Received::new);
  }

  private BenchmarkConsumer consumer(
      String stream, String subscription, ConsumerCallback callback, NatsConsumer.Reader reader)
      throws Exception {
    CallbackAdapter adapter = new CallbackAdapter(stream, callback);
    Connection separate = connector.connect("consumer of " + stream, adapter::failed);
    return opened(
        new NatsConsumer(
            separate,
            stream,
            subscription,
            configuration.prefetch(),
            adapter,
            reader,
            outcomes.map(OutcomeRequest::delay).orElse(Duration.ZERO),
            open::remove));
  }

  /** The stream has the notices of the server; the messages themselves stay in their stream. */
  BenchmarkConsumer createDeadLetterConsumer(
      String topic, String subscription, ConsumerCallback callback) throws Exception {
    return consumer(
        deadLetters(topic, subscription),
        subscription,
        callback,
        notice -> {
          Matcher sequence =
              SEQUENCE.matcher(new String(notice.getData(), StandardCharsets.UTF_8));
          if (!sequence.find()) {
            throw new IOException("a notice of the server without the sequence of a message");
          }
          return new NatsConsumer.DeadLetter(
              management.getMessage(topic, Long.parseLong(sequence.group(1))));
        });
  }

  private static String deadLetters(String topic, String subscription) {
    return topic + "_dead_" + subscription;
  }

  /** Of messages that are terminated, and of those that were delivered too often. */
  private void createDeadLetters(String topic, String subscription)
      throws IOException, JetStreamApiException {
    String stream = deadLetters(topic, subscription);
    management.addStream(
        StreamConfiguration.builder()
            .name(stream)
            .subjects(
                NOTICES + "MSG_TERMINATED." + topic + "." + subscription,
                NOTICES + "MAX_DELIVERIES." + topic + "." + subscription)
            .storageType(configuration.storage())
            .replicas(configuration.replicas())
            .build());
    management.addOrUpdateConsumer(
        stream,
        ConsumerConfiguration.builder()
            .durable(subscription)
            .ackPolicy(AckPolicy.Explicit)
            .ackWait(configuration.ackWait())
            .maxAckPending(-1)
            .build());
  }

  private <T extends AutoCloseable> T opened(T one) {
    open.add(one);
    return one;
  }

  /** A subscription is a durable consumer of the stream. */
  @Override
  public void createSubscription(String topic, String subscription)
      throws IOException, JetStreamApiException {
    try {
      management.addOrUpdateConsumer(
          topic,
          ConsumerConfiguration.builder()
              .durable(subscription)
              .deliverPolicy(DeliverPolicy.New)
              .ackPolicy(AckPolicy.Explicit)
              .ackWait(configuration.ackWait())
              .maxAckPending(-1)
              .maxDeliver(outcomes.map(OutcomeRequest::giveUpAfter).orElse(OptionalInt.empty()).orElse(-1))
              .build());
      if (outcomes.filter(OutcomeRequest::deadLetters).isPresent()) {
        createDeadLetters(topic, subscription);
      }
    } catch (IOException e) {
      throw NatsRefusals.shown(connection, e);
    }
  }

  @Override
  public Optional<Integer> findTopic(String topic) throws IOException, JetStreamApiException {
    try {
      return Optional.of(management.getStreamInfo(topic).getConfiguration().getSubjects().size());
    } catch (JetStreamApiException e) {
      if (e.getErrorCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void deleteTopic(String topic) throws IOException, JetStreamApiException {
    created.remove(topic);
    if (outcomes.filter(OutcomeRequest::deadLetters).isPresent()) {
      for (String stream : management.getStreamNames()) {
        if (stream.startsWith(deadLetters(topic, ""))) {
          management.deleteStream(stream);
        }
      }
    }
    try {
      management.deleteStream(topic);
    } catch (JetStreamApiException e) {
      if (e.getErrorCode() != NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Reports of different brokers are compared by these facts: state what really holds. */
  @Override
  public Map<String, String> facts() {
    int nodes = Math.max(1, connection.getServerInfo().getConnectURLs().size());
    boolean single = configuration.replicas() == 1;
    boolean memory = configuration.storage() == StorageType.Memory;
    return Map.of(
        "broker.name",
        "NATS JetStream",
        "broker.version",
        connection.getServerInfo().getVersion(),
        "client.version",
        Nats.CLIENT_VERSION,
        BrokerFacts.NODES,
        Integer.toString(nodes),
        BrokerFacts.REPLICATION,
        Integer.toString(configuration.replicas()),
        BrokerFacts.ACKNOWLEDGEMENT,
        single ? "one copy" : "majority of copies",
        BrokerFacts.PERSISTENCE,
        memory ? BrokerFacts.IN_MEMORY : BrokerFacts.WRITTEN);
  }

  /** The broker's counts, of the topics that this driver has created. */
  @Override
  public List<TelemetryReading> readTelemetry() throws IOException {
    List<TelemetryReading> readings = new ArrayList<>();
    try {
      for (String topic : created) {
        long stored = management.getStreamInfo(topic).getStreamState().getLastSequence();
        readings.add(live(TelemetryReading.RUN_PUBLISHED, topic, stored));
        for (ConsumerInfo subscription : management.getConsumers(topic)) {
          String queue = topic + "/" + subscription.getName();
          long delivered = subscription.getDelivered().getConsumerSequence();
          long depth = subscription.getNumPending() + subscription.getNumAckPending();
          if (outcomes.isEmpty()) { // Otherwise a message is delivered more often than accepted.
            readings.add(live(TelemetryReading.RUN_DELIVERED, queue, delivered));
          }
          readings.add(live(TelemetryReading.QUEUE_MESSAGES, queue, depth));
        }
      }
      return readings;
    } catch (JetStreamApiException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static TelemetryReading live(String name, String subject, long value) {
    return new TelemetryReading(name, subject, value, 0);
  }

  /** With the clients that the framework has not closed. */
  @Override
  public void close() {
    open.add(connection);
    for (AutoCloseable one : open) {
      try {
        one.close();
      } catch (Exception e) {
        log.warn("Cannot close {}", one, e);
      }
    }
  }
}
