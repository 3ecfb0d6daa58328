package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.TokenServer;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import io.tidemark.driver.rabbitmq.UnderLoad;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver does on three nodes of one version, in fair weather and in foul. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StreamDriverContract {
  private static final Duration SETTLED = Duration.ofSeconds(90);

  @RegisterExtension final TestCluster cluster;
  private final Benches<RabbitMqStreamBenchmarkDriver> benches;

  StreamDriverContract(String version) {
    cluster = TestCluster.ofThreeNodes(version);
    benches =
        new Benches<>(cluster, RabbitMqStreamBenchmarkDriver::new, "streamUris", "rabbitmq-stream");
  }

  Bench<RabbitMqStreamBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{batchSize: 1, dynamicBatch: false}",
        "{dynamicBatch: false, batchDelay: 10ms}",
        "subEntrySize: 10",
        "maxUnconfirmed: 10",
        "{credits: 1, creditStrategy: chunk-arrival}",
        "{tracking: auto, trackEvery: 100}",
        "{streams: {maxAge: 1h, maxLength: 20MB, maxSegmentSize: 1MB, initialMembers: 3}}",
        "connections: {ioThreads: 1, producersPerConnection: 1, consumersOnReplica: true}",
      })
  void everyModeDeliversWhatItAcknowledged(String options) throws Exception {
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench(Bench.block(options))) {
      bench.assertDelivers(bench.topic(1), 2_003);
    }
  }

  @Test
  void aPausedConsumerGoesOnWhereItStopped() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = bench("tracking: none")) {
      String topic = bench.topic(1);
      PausableConsumer consumer = (PausableConsumer) bench.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer, 1_000);
      inbox.awaitDeliveries(1_000);
      consumer.pause();
      traffic.send(producer, 1_000);
      consumer.resume();
      await().atMost(SETTLED).until(() -> inbox.numbers().size() == 2_000);
    }
    assertThat(inbox.deliveries()).isEqualTo(2_000);
  }

  Bench<RabbitMqStreamBenchmarkDriver> benchWithTokens(TokenServer tokens) throws Exception {
    return benches.ofFile(benches.addressesWithoutLogin() + tokens.yaml());
  }

  @Test
  void aLoadBalancerIsTriedUntilItLeadsToTheRightNode() throws Exception {
    List<Integer> ports = new ArrayList<>();
    for (String uri : cluster.brokers().placeholders().get("streamUris").split(",", -1)) {
      ports.add(URI.create(uri).getPort());
    }
    try (LoopbackProxy balancer = new LoopbackProxy(ports);
        Bench<RabbitMqStreamBenchmarkDriver> bench =
            benches.ofFile(
                "streamUris: ['rabbitmq-stream://%s']\nconnections: {loadBalancer: true}"
                    .formatted(balancer.address()))) {
      bench.assertDelivers(bench.topic(3), 300);
      // Three leaders on three nodes, and a connection for reading each.
      assertThat(balancer.connections()).isGreaterThan(4);
    }
  }

  /** One death for both policies: a node takes its time to come back. */
  @Test
  void aNodeKilledUnderLoadLosesNothingThatWasConfirmed() throws Exception {
    String window = "maxUnconfirmed: 1000\n";
    try (var fails = new UnderLoad<>(bench(window + "unconfirmedOnClose: fail"));
        var republishes = new UnderLoad<>(bench(window + "unconfirmedOnClose: republish"))) {
      var both = List.of(fails, republishes);
      for (var each : both) {
        each.start(3, 1, 500);
      }
      both.forEach(each -> each.awaitMore(1_000));
      // The partitions' leaders are spread: one of them is on any node. It stands still before it
      // dies, so that something is unconfirmed for sure.
      cluster.brokers().freeze(2);
      for (var each : both) {
        await().atMost(SETTLED).until(() -> each.traffic().unsettled() > 100);
      }
      cluster.brokers().kill(2);
      both.forEach(UnderLoad::awaitRecovery);
      both.forEach(each -> each.awaitMore(1_000));
      cluster.brokers().restart(2);
      for (var each : both) {
        each.settle();
      }
      assertThat(fails.bench().messagesOf(Kind.UNCONFIRMED_FAILED))
          .isBetween(1, fails.traffic().failures().size());
      assertThat(fails.bench().eventsOf(Kind.UNCONFIRMED_REPUBLISHED)).isZero();
      assertThat(republishes.bench().messagesOf(Kind.UNCONFIRMED_REPUBLISHED)).isPositive();
    }
  }
}
