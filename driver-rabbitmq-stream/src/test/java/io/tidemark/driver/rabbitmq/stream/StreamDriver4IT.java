package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.rabbitmq.stream.Traffic.Inbox;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The version people run today, with what 3.10 does not have. */
class StreamDriver4IT extends StreamDriverContract {
  private static final Duration SETTLED = Duration.ofSeconds(90);

  StreamDriver4IT() {
    super("4");
  }

  @Test
  void theBrokerSharesASuperStreamAmongSingleActiveConsumers() throws Exception {
    Traffic traffic = new Traffic();
    Inbox first = new Inbox();
    Inbox second = new Inbox();
    try (Bench bench = bench("singleActiveConsumer: true")) {
      String topic = bench.topic(4);
      bench.consumer(topic, "sub", first);
      bench.consumer(topic, "sub", second);
      traffic.send(bench.producer(topic), 4_000);
      await()
          .atMost(SETTLED)
          .until(() -> first.numbers().size() + second.numbers().size() >= 4_000);
      await().atMost(SETTLED).until(() -> traffic.unsettled() == 0);
    }
    assertThat(first.deliveries()).isPositive();
    assertThat(second.deliveries()).isPositive();
  }

  @Test
  void aFilteredConsumerIsSparedOtherChunks() throws Exception {
    Inbox inbox = new Inbox();
    Traffic traffic = new Traffic();
    try (Bench bench = bench("filter: {byKey: true, values: [red]}\nbatchSize: 100")) {
      String topic = bench.topic(1);
      var producer = bench.producer(topic);
      for (String key : new String[] {"blue", "red", "blue"}) {
        for (int i = 0; i < 2_000; i++) {
          traffic.send(producer, key);
        }
        await().atMost(SETTLED).until(() -> traffic.unsettled() == 0);
      }
      bench.consumer(topic, "sub", inbox);
      await().atMost(SETTLED).until(() -> inbox.numbers().contains(3_999L));
    }
    assertThat(inbox.numbers()).contains(2_000L).hasSizeLessThan(4_000);
  }
}
