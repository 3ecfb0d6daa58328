package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that runs out of memory: the second scenario's alarm. */
@Timeout(300)
class QuorumAlarmIT {
  private static final Duration SETTLED = Duration.ofSeconds(120);
  private static final int PAYLOAD_BYTES = 50_000;

  @Test
  void aBlockedPublisherWaitsAndGoesOnWhenTheQueueIsDrained() throws Exception {
    Traffic traffic = new Traffic(PAYLOAD_BYTES);
    TrafficInbox inbox = new TrafficInbox();
    try (traffic;
        TestCluster cluster = start("300MB");
        Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(cluster, "sendTimeout: 120s")) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      BenchmarkProducer producer = bench.producer(topic);
      traffic.start(producer, 2_000);
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.BLOCKED) > 0);
      bench.consumer(topic, "sub", inbox);
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.UNBLOCKED) > 0);
      traffic.stop();
      inbox.awaitAllOf(traffic);
    }
    assertThat(traffic.failures()).isEmpty();
  }

  @Test
  void aProducerThatIsBlockedForGoodStillCloses() throws Exception {
    Traffic traffic = new Traffic(PAYLOAD_BYTES);
    try (TestCluster cluster = start("20MB");
        Bench<RabbitMqQuorumBenchmarkDriver> bench =
            bench(cluster, "sendTimeout: 1s\nconnections: {closeTimeout: 1s}")) {
      String topic = bench.topic(1);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer);
      await().atMost(SETTLED).until(() -> bench.eventsOf(Kind.BLOCKED) > 0);
      assertThatThrownBy(() -> traffic.send(producer).join()).hasMessageContaining("blocked");
      producer.close();
      assertThat(traffic.unsettled()).isZero();
    }
  }

  /** Over AMQP 1.0 a node stops to read, and does not say why. */
  @Test
  void anAlarmIsAnEventAlsoOverAmqp10() throws Exception {
    try (TestCluster cluster = start("20MB");
        Bench<RabbitMqQuorumBenchmarkDriver> bench = bench(cluster, "protocol: amqp10")) {
      await()
          .atMost(SETTLED)
          .until(
              () -> {
                bench.driver().readTelemetry();
                return bench.eventsOf(Kind.BLOCKED) == 1;
              });
      assertThat(bench.events())
          .anySatisfy(event -> assertThat(event.detail()).isEqualTo("memory alarm"));
    }
  }

  private TestCluster start(String watermark) throws Exception {
    return TestCluster.start(
        LocalClusterSpec.of("rabbitmq", 1).withOption("memoryWatermark", watermark));
  }

  private static Bench<RabbitMqQuorumBenchmarkDriver> bench(TestCluster cluster, String options)
      throws Exception {
    return new Bench<>(
        new RabbitMqQuorumBenchmarkDriver(),
        cluster.file(
            "amqpUris: ['${brokers.amqpUris}']\n"
                + "managementUris: ['${brokers.managementUris}']\n"
                + options));
  }
}
