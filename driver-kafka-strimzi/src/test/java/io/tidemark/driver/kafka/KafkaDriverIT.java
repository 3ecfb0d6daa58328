package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.testkit.observed.TapInbox;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On one node; what needs three is {@link KafkaKilledNodeIT}'s and {@code cluster}'s. */
@Timeout(120)
class KafkaDriverIT extends WithKafkaDriver {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable client : open) {
      client.close();
    }
  }

  @Test
  void nothingSentAfterCreationIsMissedByConsumersThatJoinTogether() throws Exception {
    start("consumerConfig: {auto.offset.reset: latest}", 4);
    ReceivedRecords received = new ReceivedRecords();
    List<CompletableFuture<BenchmarkConsumer>> joining =
        IntStream.range(0, 3)
            .mapToObj(i -> driver.createConsumer(topic, "sub-" + topic, received))
            .toList();
    joining.forEach(future -> open.add(future.join()));

    send(producer(), 0, 400);

    await().atMost(DEADLINE).until(() -> Set.copyOf(received.texts).size() == 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aConsumerWithoutPartitionsIsCreatedToo(String protocol) throws Exception {
    start("consumerConfig: {group.protocol: " + protocol + "}", 1);
    ReceivedRecords received = new ReceivedRecords();
    consume("sub-" + topic, received);
    consume("sub-" + topic, received);

    send(producer(), 0, 50);

    await().atMost(DEADLINE).until(() -> Set.copyOf(received.texts).size() == 50);
  }

  /** The kit tries it with the driver's own commits. */
  @Test
  void withTheClientsCommitsWhatWasProcessedIsNotDeliveredAgainAfterClose() throws Exception {
    start("consumerConfig: {enable.auto.commit: true}", 2);
    ReceivedRecords first = new ReceivedRecords();
    BenchmarkConsumer consumer = consume("sub-" + topic, first);
    send(producer(), 0, 100);
    await().atMost(DEADLINE).until(() -> first.texts.size() == 100);
    consumer.close();

    ReceivedRecords second = new ReceivedRecords();
    consume("sub-" + topic, second);
    send(producer(), 100, 150);

    await().atMost(DEADLINE).until(() -> second.texts.size() >= 50);
    assertThat(second.texts).containsExactlyInAnyOrderElementsOf(numbers(100, 150));
    assertThat(first.texts).hasSize(100);
    assertThat(first.failures).isEmpty();
  }

  @Test
  void aTapSeesAllPartitionsAndLeavesNoGroupBehind() throws Exception {
    start("", 3);
    ReceivedRecords received = new ReceivedRecords();
    consume("sub-" + topic, received);
    BenchmarkProducer producer = producer();
    send(producer, 0, 50);
    TapInbox tapped = new TapInbox();
    long before = System.currentTimeMillis();
    AutoCloseable tap = driver.tap(topic, tapped).join();
    for (int i = 0; i < 200; i++) {
      producer.sendAsync(Optional.of("key-" + i % 20), "some text".getBytes(UTF_8)).join();
    }

    await()
        .atMost(DEADLINE)
        .until(() -> tapped.messages().size() == 200 && received.texts.size() == 250);
    tap.close();
    assertThat(tapped.messages())
        .allSatisfy(
            message -> {
              assertThat(message.bodyBytes()).isEqualTo("some text".length());
              assertThat(message.publishedMillis())
                  .isBetween(before - 1, System.currentTimeMillis() + 1);
            });
    assertThat(tapped.messages()).extracting(TappedMessage::partition).contains(0, 1, 2);
    assertThat(
            tapped.messages().stream()
                .map(message -> new String(message.key().get(), UTF_8))
                .distinct())
        .hasSize(20);
    assertThat(cluster.groups())
        .filteredOn(group -> group.contains(topic))
        .containsExactly("sub-" + topic);
  }

  @Test
  void refusesClientsOfATopicThatDoesNotExist() throws Exception {
    initialize(file(""));

    CompletableFuture<BenchmarkProducer> producer = driver.createProducer("nowhere");
    CompletableFuture<BenchmarkConsumer> consumer =
        driver.createConsumer("nowhere", "s", new ReceivedRecords());

    assertThatThrownBy(producer::join).hasMessageContaining("topic 'nowhere' does not exist");
    assertThatThrownBy(consumer::join).hasMessageContaining("topic 'nowhere' does not exist");
    assertThat(driver.describeTopics(List.of("nowhere")).join()).isEmpty();
  }

  @Test
  void cleaningUpLeavesNoTopicAndNoGroup() throws Exception {
    start("", 3);
    BenchmarkConsumer consumer = consume("sub-" + topic, new ReceivedRecords());
    driver.createSubscription(topic, "another-" + topic).join();
    BenchmarkProducer producer = producer();
    send(producer, 0, 10);
    assertThat(cluster.groups()).contains("sub-" + topic, "another-" + topic);
    producer.close();
    consumer.close();

    driver.deleteTopics(List.of(topic, "nowhere")).join();

    assertThat(driver.describeTopics(List.of(topic)).join()).isEmpty();
    assertThat(cluster.groups()).doesNotContain("sub-" + topic, "another-" + topic);
  }

  /** Its connections are cut just before it is closed. */
  @Test
  void aClosedConsumerIsNoMemberOfItsGroup() throws Exception {
    initialize(
        """
        replicationFactor: 1
        commonConfig: {bootstrap.servers: '%s'}
        consumerConfig: {enable.auto.commit: false}
        """
            .formatted(cluster.bootstrap()));
    driver.createTopic(topic, 1).join();
    BenchmarkConsumer consumer = consume("sub-" + topic, new ReceivedRecords());

    cluster.brokers().partition(1);
    cluster.brokers().resetConnections(1);
    cluster.brokers().heal(1);
    consumer.close();

    assertThat(cluster.members("sub-" + topic)).isZero();
    driver.deleteTopics(List.of(topic)).join();
  }

  @Test
  void anotherWorkerCleansUpTheGroupsOfTheFrameworkToo() throws Exception {
    start("", 1);
    consume("sub-" + topic, new ReceivedRecords()).close();
    KafkaBenchmarkDriver other = new KafkaBenchmarkDriver();
    open.add(other);
    initialize(other, file(""));

    other.deleteTopics(List.of(topic)).join();

    assertThat(cluster.groups()).doesNotContain("sub-" + topic);
  }

  @Test
  void resetDeletesLeftoversAndNothingElse() throws Exception {
    initialize(file(""));
    String foreign = "foreign-" + topic;
    driver.createTopics(List.of(new TopicInfo(topic, 1), new TopicInfo(foreign, 2))).join();
    KafkaBenchmarkDriver later = new KafkaBenchmarkDriver();
    open.add(later);

    initialize(later, file("reset: true"));

    // A broker may learn of a deletion later than the one that answered.
    await()
        .untilAsserted(
            () ->
                assertThat(later.describeTopics(List.of(topic, foreign)).join())
                    .isEqualTo(Map.of(foreign, 2)));
  }

  @Test
  void reportsTheLeadersOfRequestsAndReplies() throws Exception {
    initialize(file(""));
    List<RequestReplyPair> pairs =
        driver.createPairs(new PairsRequest(List.of(topic), false, 2, 1, 100, 100)).join();
    driver.readTelemetry();
    assertThat(driver.leaders())
        .containsOnlyKeys(topic + "-0", topic + "-replies-0", topic + "-replies-1");
    assertThat(driver.leaders().values()).containsOnly("1");

    driver.deletePairs(pairs).join();

    driver.readTelemetry();
    assertThat(driver.leaders()).isEmpty();
  }

  private void start(String yaml, int partitions) throws Exception {
    initialize(file(yaml));
    driver.createTopic(topic, partitions).join();
  }

  private static String file(String yaml) {
    String common = "replicationFactor: 1\ncommonConfig: |\n  bootstrap.servers=";
    return common + cluster.bootstrap() + "\n" + heartbeats(yaml) + yaml;
  }

  /** So that members learn soon of those that join; the newer protocol leaves it to the broker. */
  private static String heartbeats(String yaml) {
    return yaml.contains("group.protocol: consumer") ? "" : "  heartbeat.interval.ms=300\n";
  }

  private BenchmarkConsumer consume(String subscription, ReceivedRecords received) {
    BenchmarkConsumer consumer = driver.createConsumer(topic, subscription, received).join();
    open.add(consumer);
    return consumer;
  }

  private BenchmarkProducer producer() {
    BenchmarkProducer producer = driver.createProducer(topic).join();
    open.add(producer);
    return producer;
  }

  private static void send(BenchmarkProducer producer, int from, int to) throws Exception {
    List<CompletableFuture<Void>> futures = new ArrayList<>();
    for (String text : numbers(from, to)) {
      futures.add(producer.sendAsync(Optional.empty(), text.getBytes(UTF_8)));
    }
    for (CompletableFuture<Void> each : futures) {
      each.get(60, TimeUnit.SECONDS);
    }
  }
}
