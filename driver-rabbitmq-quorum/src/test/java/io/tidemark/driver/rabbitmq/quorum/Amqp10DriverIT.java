package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.rabbitmq.UnderLoad;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.proxy.LinkDelay;
import io.tidemark.proxy.ProxyLoop;
import io.tidemark.proxy.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is AMQP 1.0's own, on the three nodes of {@link QuorumDriver4IT}. */
@Timeout(180)
class Amqp10DriverIT {
  private static final Duration SETTLED = Duration.ofSeconds(60);
  private static final String STREAM =
      "{queueType: stream, consumerArguments: {x-stream-offset: first}}";

  @RegisterExtension static final TestCluster cluster = QuorumDriver4IT.THREE_NODES;

  private static final Benches<RabbitMqQuorumBenchmarkDriver> benches =
      new Benches<>(cluster, RabbitMqQuorumBenchmarkDriver::new, "amqpUris", "amqp");

  private static Bench<RabbitMqQuorumBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with("protocol: amqp10\n" + yaml);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "messageTimestamp: millis",
        "exchangeType: topic",
        "exchangeType: x-consistent-hash",
        "ack: auto",
        "{ackEvery: 1, prefetch: 1}",
        "consumerPriority: 5",
        "connections: {placement: leader, consumerThreads: 1, heartbeat: 5s}",
        "{queueType: classic, queueArguments: {x-max-priority: 5}, messageProperties: {priority: 3,"
            + " contentType: text/plain, expiration: 600000, headers: {a: 1, b: x}}}",
      })
  void everyModeDeliversWhatItAcknowledged(String options) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(Bench.block(options))) {
      String topic = bench.topic(2);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 1_010);
      await().atMost(SETTLED).until(() -> inbox.numbers().size() == 1_010);
      traffic.awaitSettled();
    }
    assertThat(traffic.failures()).isEmpty();
    assertThat(inbox.failures()).isEmpty();
    assertThat(inbox.deliveries()).isEqualTo(1_010);
    assertThat(inbox.partitions()).containsExactlyInAnyOrder(0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"queueType: quorum", STREAM})
  void bothProtocolsUseTheSameQueue(String options) throws Exception {
    TrafficInbox over10 = new TrafficInbox();
    TrafficInbox over091 = new TrafficInbox();
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> amqp10 = bench(Bench.block(options));
        Bench<RabbitMqQuorumBenchmarkDriver> amqp091 = benches.with(Bench.block(options))) {
      String topic = amqp10.topic(1);
      amqp10.driver().createSubscription(topic, "a").join();
      amqp091.driver().createSubscription(topic, "b").join();
      traffic.send(amqp10.producer(topic), 300);
      traffic.send(amqp091.producer(topic), 300);
      amqp091.consumer(topic, "a", over091);
      amqp10.consumer(topic, "b", over10);
      over091.awaitDeliveries(600);
      over10.awaitDeliveries(600);
      assertThat(amqp10.driver().brokerFacts())
          .containsEntry("protocol", "AMQP 1.0")
          .containsEntry(BrokerFacts.NODES, "3")
          .containsEntry(BrokerFacts.ACKNOWLEDGEMENT, "majority of copies");
      assertThat(amqp10.driver().readTelemetry())
          .isNotEmpty()
          .noneMatch(reading -> reading.name().equals(TelemetryReading.RUN_COUNTED_TOPICS));
      assertThat(amqp10.driver().leaders()).containsKeys(topic + ".a", topic + ".b");
      assertThat(amqp091.driver().brokerFacts()).containsEntry("protocol", "AMQP 0-9-1");
    }
  }

  @Test
  void oneSingleActiveConsumerReceivesAndTheNextOneFollowsIt() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox first = new TrafficInbox();
    TrafficInbox second = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueArguments: {x-single-active-consumer: true}")) {
      String topic = bench.topic(1);
      BenchmarkConsumer active = bench.consumer(topic, "sub", first);
      bench.consumer(topic, "sub", second);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer, 100);
      first.awaitDeliveries(100);
      assertThat(second.deliveries()).isZero();
      active.close();
      traffic.send(producer, 100);
      second.awaitDeliveries(100);
    }
    assertThat(first.deliveries()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({"false, true", "true, false"})
  void aMessageThatReachesNoQueueFailsWhenMandatory(boolean mandatory, boolean succeeds)
      throws Exception {
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("mandatory: " + mandatory)) {
      Traffic traffic = new Traffic();
      traffic.send(bench.producer(bench.topic(1)));
      traffic.awaitSettled();
      assertThat(traffic.failures().isEmpty()).isEqualTo(succeeds);
      assertThat(traffic.failures())
          .allMatch(failure -> failure.getMessage().contains("reached no queue"));
    }
  }

  @Test
  void aFullQueueThatRejectsFailsTheSend() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueArguments: {x-max-length: 10, x-overflow: reject-publish}")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "nobody").join();
      traffic.send(bench.producer(topic), 1_000);
      traffic.awaitSettled();
    }
    assertThat(traffic.failures()).isNotEmpty();
    assertThat(traffic.failures().get(0)).hasMessageContaining("rejected");
  }

  @Test
  void certificatesAreVerifiedAndLogIn() throws Exception {
    cluster.addUserOfTheCertificate();
    String tls =
        """
        protocol: amqp10
        amqpUris: ["${brokers.tlsAmqpUris}"]
        managementUris: ["${brokers.managementUris}"]
        tls:
          keyStore: ${brokers.tlsKeyStore}
          keyStorePassword: ${brokers.tlsStorePassword}
        """;
    assertThatThrownBy(() -> benches.ofFile(tls)).hasMessageContaining("certification path");
    String known = tls + "  ca: ${brokers.tlsCa}\n  saslExternal: true\n";
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.ofFile(known)) {
      bench.assertDelivers(bench.topic(1), 100);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"queueType: quorum", STREAM})
  void connectionsThatAreCutAgainAndAgainLoseNothingThatWasConfirmed(String options)
      throws Exception {
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        var load =
            new UnderLoad<>(benches.behind(proxy, "protocol: amqp10\n" + Bench.block(options)))) {
      load.start(1, 1, 500);
      for (int cut = 0; cut < 3; cut++) {
        load.awaitMore(200);
        proxy.sever();
      }
      load.awaitRecovery();
      load.awaitMore(200);
      load.settle();
      assertThat(load.traffic().failures())
          .allSatisfy(
              failure ->
                  assertThat(failure.getMessage()).containsPattern("lost|non-connected transport"));
      assertThat(load.bench().events().toString()).doesNotContain("guest");
    }
  }

  /** The session has room for 400 transfers: fewer than the credit of three links. */
  @Test
  void aProducerOfSeveralPartitionsGoesOnWhenItsSessionWasFull() throws Exception {
    try (ProxyLoop loop = ProxyLoop.start("far-broker", 1)) {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      TcpProxy proxy =
          loop.open(
              new InetSocketAddress(loopback, 0), new InetSocketAddress(loopback, benches.port()));
      proxy.delay(new LinkDelay(Duration.ofMillis(20), Duration.ZERO));
      try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
          benches.ofFile(
              "protocol: amqp10\namqpUris: ['amqp://guest:guest@127.0.0.1:%d']\n"
                  .formatted(proxy.address().getPort()))) {
        bench.assertDelivers(bench.topic(5), 4_000);
      }
    }
  }

  @Test
  void aQueueThatIsDeletedIsReportedAndAskedForAgain() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      cluster.management().delete("queues/%2F/" + topic + ".sub");
      await().atMost(SETTLED).until(() -> !inbox.failures().isEmpty());
      bench.driver().createSubscription(topic, "sub").join();
      BenchmarkProducer producer = bench.producer(topic);
      await()
          .atMost(SETTLED)
          .until(
              () -> {
                new Traffic().send(producer).join();
                return inbox.deliveries() > 0;
              });
      assertThat(inbox.failures().get(0)).hasMessageContaining("link");
    }
  }

  @Test
  void withoutRecoveryALostConnectionEndsItsClients() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (LoopbackProxy proxy = new LoopbackProxy(List.of(benches.port()));
        Bench<RabbitMqQuorumBenchmarkDriver> bench =
            benches.behind(proxy, "protocol: amqp10\nconnections: {recovery: false}")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      new Traffic().send(producer).join();
      proxy.sever();
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.CONNECTION_LOST) >= 2);
      assertThatThrownBy(() -> new Traffic().send(producer).join())
          .hasMessageContaining("connections.recovery is false");
      await().atMost(SETTLED).until(() -> !inbox.failures().isEmpty());
    }
  }

  /** The client itself waits a minute for each of a connection's answers. */
  @Test
  void closingDoesNotWaitForABrokerThatStandsStill() throws Exception {
    Traffic traffic = new Traffic();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        benches.ofFile(
            """
            protocol: amqp10
            amqpUris: ["${brokers.amqpUri}"]
            connections: {closeTimeout: 1s}
            """)) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", new TrafficInbox());
      BenchmarkProducer producer = bench.producer(topic);
      cluster.whileFrozen(
          () -> {
            traffic.send(producer, 10);
            producer.close();
            await().atMost(SETTLED).until(() -> clientThreads() == 1);
          });
    }
    assertThat(traffic.unsettled()).isZero();
    assertThat(traffic.failures())
        .hasSize(10)
        .allMatch(failure -> failure.getMessage().contains("closed before the broker confirmed"));
  }

  /** Each connection has one for its socket. */
  private static long clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("ClientConnection"))
        .count();
  }
}
