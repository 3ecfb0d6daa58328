package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import org.junit.jupiter.api.Test;

/** A broker that runs out of memory: the second scenario's alarm. */
class QuorumAlarmIT extends OneQuorumNode {
  /** Over AMQP 1.0 a node stops to read, and does not say why. */
  @Test
  void blockedPublishersWaitOrCloseAndGoOnAfterTheAlarm() throws Exception {
    Traffic traffic = new Traffic();
    Traffic late = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (traffic;
        Bench<RabbitMqQuorumBenchmarkDriver> patient = bench("sendTimeout: 120s");
        Bench<RabbitMqQuorumBenchmarkDriver> impatient =
            bench("sendTimeout: 1s\nconnections: {closeTimeout: 1s}");
        Bench<RabbitMqQuorumBenchmarkDriver> amqp10 = bench("protocol: amqp10")) {
      String topic = patient.topic(1);
      patient.consumer(topic, "sub", inbox);
      BenchmarkProducer second = impatient.producer(topic);
      traffic.start(patient.producer(topic), 200);
      inbox.awaitMoreThan(50);
      cluster.brokers().raiseMemoryAlarm(1);
      try {
        await().atMost(SETTLED).until(() -> patient.eventsOf(Kind.BLOCKED) > 0);
        late.send(second);
        await().atMost(SETTLED).until(() -> impatient.eventsOf(Kind.BLOCKED) > 0);
        assertThatThrownBy(() -> late.send(second).join()).hasMessageContaining("blocked");
        second.close();
        assertThat(late.unsettled()).isZero();
        await()
            .atMost(SETTLED)
            .until(
                () -> {
                  amqp10.driver().readTelemetry();
                  return amqp10.eventsOf(Kind.BLOCKED) == 1;
                });
        assertThat(amqp10.events())
            .anySatisfy(event -> assertThat(event.detail()).isEqualTo("memory alarm"));
      } finally {
        cluster.brokers().endMemoryAlarm(1);
      }
      await().atMost(SETTLED).until(() -> patient.eventsOf(Kind.UNBLOCKED) > 0);
      inbox.awaitMoreThan(inbox.deliveries() + 50);
      traffic.stop();
      inbox.awaitAllOf(traffic);
    }
    assertThat(traffic.failures()).isEmpty();
  }
}
