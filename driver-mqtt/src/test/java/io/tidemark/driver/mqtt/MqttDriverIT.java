package io.tidemark.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On RabbitMQ 4: what the conformance kit does not try. */
@Timeout(180)
class MqttDriverIT {
  private static final String ADDRESS = "mqttUris: ['${brokers.mqttUris}']\n";
  private static final Duration SETTLED = Duration.ofSeconds(60);

  private final MqttBenchmarkDriver driver = new MqttBenchmarkDriver();
  private final Queue<DriverEvent> events = new ConcurrentLinkedQueue<>();

  private String open(String yaml, int partitions) throws Exception {
    driver.onEvent(events::add);
    driver.initialize(MqttBroker.file(yaml), NullStatsLogger.INSTANCE);
    String topic = driver.getTopicNamePrefix() + "/" + UUID.randomUUID();
    driver.createTopic(topic, partitions).get(30, TimeUnit.SECONDS);
    return topic;
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qos: 0",
        "{qos: 1, subscriptionQos: 0, receiveMaximum: 2000}",
        "{qos: 0, subscriptionQos: 1}"
      })
  void carriesMessagesOfEachQuality(String quality) throws Exception {
    String more = quality.replaceAll("[{}]", "").replace(", ", "\n");
    String topic = open(ADDRESS + more + "\n", 3);
    ReceivedTexts received = new ReceivedTexts();
    consumer(topic, "sub", received);
    send(producer(topic), 1_000);
    received.await(1_000);
    assertThat(received.partitions()).containsExactly(0, 1, 2);
    assertThat(driver.brokerFacts())
        .containsEntry("protocol", "MQTT 5")
        .containsEntry("subscription.shared", "false")
        .containsEntry("acknowledgement", quality.contains("qos: 0") ? "none" : "PUBACK");
  }

  @Test
  void refusesAQualityThatTheBrokerDoesNotHave() {
    assertThatThrownBy(() -> open(ADDRESS + "qos: 2\n", 1))
        .isInstanceOf(IOException.class)
        .hasMessage("qos: got 2; the broker allows 0 to 1");
    assertThatThrownBy(() -> open(ADDRESS + "sharedSubscriptions: true\n", 1))
        .isInstanceOf(IOException.class)
        .hasMessage("sharedSubscriptions: got true; the broker has none");
  }

  @Test
  void saysThatTheBrokerGrantsLess() throws Exception {
    String topic = open(ADDRESS + "subscriptionQos: 2\n", 1);
    consumer(topic, "sub", new ReceivedTexts());
    assertThat(events)
        .anySatisfy(
            event -> {
              assertThat(event.kind()).isEqualTo(Kind.NOTICE);
              assertThat(event.detail()).contains("got 2; the broker grants 1");
            });
  }

  @Test
  void topicsOfOtherProgramsHaveOnePartition() throws Exception {
    open(ADDRESS + "topicRecords: false\n", 1);
    assertThat(driver.describeTopics(List.of("sensors/a")).get()).containsEntry("sensors/a", 1);
    ReceivedTexts received = new ReceivedTexts();
    consumer("sensors/a", "sub", received);
    send(producer("sensors/a"), 10);
    received.await(10);
  }

  @Test
  void anExpiredMessageIsNotDelivered() throws Exception {
    String topic = open(ADDRESS + "messageExpiry: 1s\n", 1);
    driver.createSubscription(topic, "sub").get(30, TimeUnit.SECONDS);
    BenchmarkProducer producer = producer(topic);
    send(producer, 10);
    Thread.sleep(2_500);
    ReceivedTexts received = new ReceivedTexts();
    consumer(topic, "sub", received);
    producer.sendAsync(Optional.empty(), "last".getBytes(StandardCharsets.UTF_8)).get();
    received.await(1);
    assertThat(received.bodies()).containsExactly("last");
  }

  @Test
  void sendsAndReceivesOverVerifiedTls() throws Exception {
    String topic = open("mqttUris: ['${brokers.tlsMqttUris}']\ntls: {ca: '${brokers.tlsCa}'}\n", 1);
    ReceivedTexts received = new ReceivedTexts();
    consumer(topic, "sub", received);
    send(producer(topic), 100);
    received.await(100);
  }

  @Test
  void refusesABrokerThatTheMachineDoesNotTrust() {
    assertThatThrownBy(() -> open("mqttUris: ['${brokers.tlsMqttUris}']\n", 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("certification path");
  }

  @Test
  void refusesAWrongPasswordWithoutPrintingIt() throws Exception {
    String wrong = MqttBroker.shared().placeholders().get("mqttUris").replace(":guest@", ":wrong@");
    assertThatThrownBy(() -> open("mqttUris: ['" + wrong + "']\n", 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mqttUris")
        .hasMessageContaining("127.0.0.1:")
        .hasMessageNotContaining(":wrong")
        .satisfies(failure -> assertThat(RefusedException.isIn(failure)).isTrue());
  }

  /** The first consumer must not take the session back. */
  @Test
  void aSecondWorkerThatTakesASessionOverIsReported() throws Exception {
    String topic = open(ADDRESS, 1);
    ReceivedTexts first = new ReceivedTexts();
    consumer(topic, "sub", first);
    MqttBenchmarkDriver other = new MqttBenchmarkDriver();
    other.initialize(MqttBroker.file(ADDRESS), NullStatsLogger.INSTANCE);
    try {
      ReceivedTexts second = new ReceivedTexts();
      other.createConsumer(topic, "sub", second).get(30, TimeUnit.SECONDS);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () ->
                  assertThat(first.failures())
                      .anySatisfy(
                          failure ->
                              assertThat(failure)
                                  .hasMessageContaining("another client uses the session")));
      send(producer(topic), 100);
      second.await(100);
    } finally {
      other.close();
    }
  }

  /** The session and its messages are on disk. */
  @Test
  void nothingThatWasAcknowledgedIsLostWhenTheBrokerIsKilledUnderLoad() throws Exception {
    String topic = open(ADDRESS + "unconfirmedOnClose: republish\n", 1);
    ReceivedTexts received = new ReceivedTexts();
    consumer(topic, "sub", received);
    BenchmarkProducer producer = producer(topic);
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      if (i == 500) {
        // The broker has stored the subscription, and sends are under way.
        await().atMost(SETTLED).until(() -> sends.get(250).isDone());
        MqttBroker.shared().kill(1);
        MqttBroker.shared().restart(1);
      }
      sends.add(producer.sendAsync(Optional.empty(), ("" + i).getBytes(StandardCharsets.UTF_8)));
    }
    await().atMost(SETTLED).until(() -> sends.stream().allMatch(CompletableFuture::isDone));
    List<String> acknowledged = new ArrayList<>();
    for (int i = 0; i < sends.size(); i++) {
      if (!sends.get(i).isCompletedExceptionally()) {
        acknowledged.add("" + i);
      }
    }
    assertThat(acknowledged).hasSizeGreaterThan(500);
    // After one kill of about 50 RabbitMQ 4.0.5 has the session, but no binding of it any more: it
    // answers "no matching subscribers", which is no failure in MQTT.
    assumeTrue(MqttBroker.routes(topic), "the broker has lost the subscription");
    assertThat(received.missing(acknowledged))
        .as("lost, after %s, %s", events, received.failures())
        .isEmpty();
    assertThat(events)
        .extracting(DriverEvent::kind)
        .contains(Kind.CONNECTION_LOST, Kind.CONNECTION_RECOVERED);
  }

  private BenchmarkProducer producer(String topic) throws Exception {
    return driver.createProducer(topic).get(30, TimeUnit.SECONDS);
  }

  private BenchmarkConsumer consumer(String topic, String subscription, ReceivedTexts received)
      throws Exception {
    return driver.createConsumer(topic, subscription, received).get(30, TimeUnit.SECONDS);
  }

  private static void send(BenchmarkProducer producer, int count) throws Exception {
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sends.add(producer.sendAsync(Optional.empty(), ("" + i).getBytes(StandardCharsets.UTF_8)));
    }
    CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
  }

  @Test
  void missingRightsEndTheSubscriptionWithTheReasonCodeAndSendsWithALookAtTheLog()
      throws Exception {
    String topic = open(ADDRESS, 1);
    MqttBroker.rights("limited", ".*");
    String uri = MqttBroker.shared().placeholders().get("mqttUris").replaceAll(",.*", "");
    String limited = "mqtt://limited:pw@" + uri.replaceAll(".*[@/]", "");
    MqttBenchmarkDriver other = new MqttBenchmarkDriver();
    other.initialize(MqttBroker.file("mqttUris: ['" + limited + "']\n"), NullStatsLogger.INSTANCE);
    try {
      BenchmarkProducer producer = other.createProducer(topic).get(30, TimeUnit.SECONDS);
      MqttBroker.rights("limited", "^$");
      refused("NOT_AUTHORIZED", other.createConsumer(topic, "sub", new ReceivedTexts()));
      // The broker (4.0) closes the connection without a word.
      CompletableFuture<Void> sent = producer.sendAsync(Optional.empty(), new byte[9]);
      assertThatThrownBy(() -> sent.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("may have refused it, see its log")
          .hasMessageContaining("closed connection without DISCONNECT");
    } finally {
      MqttBroker.rights("limited", ".*");
      other.close();
    }
  }

  private static void refused(String words, CompletableFuture<?> answer) {
    Throwable failure = catchThrowable(() -> answer.get(30, TimeUnit.SECONDS));
    assertThat(RefusedException.isIn(failure)).as("refused: %s", failure).isTrue();
    assertThat(failure).hasMessageContaining(words);
  }
}
