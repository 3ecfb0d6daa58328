package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters of the consumers of streams over AMQP 1.0; those of the broker on 4.3. */
class StreamFilter4IT extends OneQuorumNode {
  private static final int SENT = 1_000;
  private static final int MATCHING = 200;

  private static Bench<RabbitMqQuorumBenchmarkDriver> filtering(String filter) throws Exception {
    return benches.with(
        """
        protocol: amqp10
        queueType: stream
        consumerArguments: {x-stream-offset: first}
        filter: {matches: 1/5, %s}
        """
            .formatted(filter));
  }

  @Test
  void theClientReadsAllAndPassesOnWhatMatches() throws Exception {
    assertThat(readOf("by: client")).isEqualTo(SENT);
  }

  @ParameterizedTest
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          by: sql
          by: properties
          by: sql, sql: "filter LIKE 'mat%' AND properties.creation_time > 0"
          by: sql, bloom: true
          by: properties, bloom: true
          """)
  void theBrokerSendsOnlyWhatMatches(String filter) throws Exception {
    assertThat(readOf(filter)).isEqualTo(MATCHING);
  }

  /** Chunks of the one matching message only: the broker skips the others. */
  @Test
  void aBloomFilterSkipsChunksWithoutAMatch() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = filtering("by: client, bloom: true")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      for (int i = 0; i < 50; i++) {
        new Traffic().send(producer).join(); // A chunk for each.
      }
      inbox.awaitDeliveries(10);
      assertThat(reading(bench, "filterReadMessages")).isEqualTo(10);
    }
  }

  /** A consumer that comes later reads what is stored, with the same filter. */
  @ParameterizedTest
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  @ValueSource(
      strings = {
        "by: sql",
        "by: client, bloom: true",
        "by: properties, bloom: true",
        "by: sql, bloom: true"
      })
  void storedMessagesAreFilteredToo(String filter) throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = filtering(filter)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join(); // The stream, in which they wait.
      Set<Long> expected = send(bench.producer(topic));
      bench.consumer(topic, "sub", inbox);
      inbox.awaitDeliveries(MATCHING);
      assertThat(inbox.numbers()).isEqualTo(expected);
    }
  }

  /** An expression that selects other messages cannot be hidden by the driver. */
  @Test
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  void whatAnExpressionSelectsBesidesTheMatchesIsDelivered() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        filtering("sql: \"filter IN ('match', 'other')\"")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      Set<Long> expected = send(bench.producer(topic));
      inbox.awaitDeliveries(SENT);
      assertThat(inbox.numbers()).hasSize(SENT).containsAll(expected);
      assertThat(reading(bench, "filterReadPerMatch")).isEqualTo(5);
    }
  }

  @Test
  void probesReachConsumers() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = filtering("by: client")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      ProbeSender probes = (ProbeSender) bench.producer(topic);
      for (long i = 0; i < 3; i++) {
        probes.sendProbeAsync(Optional.empty(), body(i)).join();
      }
      inbox.awaitDeliveries(3);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "4\\.3")
  void anExpressionThatTheBrokerRefusesIsAnErrorOfTheConsumer() throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = filtering("sql: \"filter = = 'match'\"")) {
      String topic = bench.topic(1);
      assertThatThrownBy(() -> bench.consumer(topic, "sub", new TrafficInbox()))
          .hasMessageContaining("filter");
    }
  }

  /** RabbitMQ 4.0 would ignore it. */
  @ParameterizedTest
  @EnabledIfSystemProperty(named = "rabbitmq.version", matches = "(?!4\\.3).*")
  @CsvSource({"sql, 4.2", "properties, 4.1"})
  void onOlderBrokersItIsAnErrorBeforeTheRun(String by, String version) {
    assertThatThrownBy(() -> filtering("by: " + by))
        .hasMessageContaining("requires RabbitMQ " + version);
  }

  private static double readOf(String filter) throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = filtering(filter)) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      Set<Long> expected = send(bench.producer(topic));
      assertThat(expected).hasSize(MATCHING);

      inbox.awaitDeliveries(MATCHING);

      assertThat(inbox.numbers()).isEqualTo(expected);
      assertThat(inbox.failures()).isEmpty();
      assertThat(bench.driver().brokerFacts()).containsKey("consumer.filter");
      return reading(bench, "filterReadMessages");
    }
  }

  /** The numbers of the messages that the driver expects to be received. */
  private static Set<Long> send(BenchmarkProducer producer) {
    Set<Long> expected = new HashSet<>();
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (long number = 0; number < SENT; number++) {
      SendFuture send = (SendFuture) producer.sendAsync(Optional.empty(), body(number));
      sends.add(send);
      if (send.reachesConsumers()) {
        expected.add(number);
      }
    }
    sends.forEach(CompletableFuture::join);
    return expected;
  }

  private static byte[] body(long number) {
    return ByteBuffer.allocate(64).putLong(number).array();
  }

  private static double reading(Bench<RabbitMqQuorumBenchmarkDriver> bench, String name)
      throws Exception {
    return bench.driver().readTelemetry().stream()
        .filter(each -> each.name().equals(name))
        .mapToDouble(TelemetryReading::value)
        .findFirst()
        .orElseThrow();
  }
}
