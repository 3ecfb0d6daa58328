package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of subscription of a JMS topic, with Artemis's factory and with one found by JNDI. */
class ArtemisSubscriptionsIT {
  private static final int MESSAGES = 30;

  private final String topic = "prices-" + UUID.randomUUID();

  private static DriverRun run(String provider, String type) throws Exception {
    String more =
        "destinationType: topic\nsubscriptionType: " + type + "\nconsuming: {wait: 50ms}\n";
    return new DriverRun(
        (provider.equals("jndi")
                ? LocalJms.jndiFile("dynamicTopics/%s", more)
                : LocalJms.file(more))
            .toPath());
  }

  private void publish(DriverRun run) throws Exception {
    try (BenchmarkProducer producer = DriverRun.get(run.driver().createProducer(topic))) {
      CompletableFuture<?>[] sent = new CompletableFuture<?>[MESSAGES];
      for (int i = 0; i < MESSAGES; i++) {
        sent[i] = producer.sendAsync(Optional.empty(), new byte[] {(byte) i});
      }
      DriverRun.get(CompletableFuture.allOf(sent));
    }
  }

  private BenchmarkConsumer consumer(DriverRun run, String subscription, DriverRun.Numbers numbers)
      throws Exception {
    return DriverRun.get(run.driver().createConsumer(topic, subscription, numbers));
  }

  @ParameterizedTest
  @CsvSource({"artemis, shared-durable", "jndi, shared", "jndi, durable", "artemis, non-durable"})
  void everySubscriptionGetsEveryMessageOnce(String provider, String type) throws Exception {
    DriverRun.Numbers alone = new DriverRun.Numbers();
    DriverRun.Numbers other = new DriverRun.Numbers();
    try (DriverRun run = run(provider, type)) {
      DriverRun.get(run.driver().createTopic(topic, 1));
      boolean shared = type.startsWith("shared");
      try (BenchmarkConsumer one = consumer(run, "one", alone);
          BenchmarkConsumer two = consumer(run, "two", other);
          BenchmarkConsumer three = shared ? consumer(run, "two", other) : null) {
        assertThat(three == null).isNotEqualTo(shared);
        if (!shared) {
          assertThatThrownBy(() -> consumer(run, "two", other))
              .hasMessageContaining("set consumerPerSubscription: 1");
        }
        publish(run);
        alone.await(MESSAGES);
        other.await(MESSAGES);
      }
      // A subscription that its consumer has left can be taken again.
      consumer(run, "two", other).close();
      DriverRun.get(run.driver().deleteTopics(List.of(topic)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared-durable", "durable"})
  void aDurableSubscriptionKeepsWhatComesBeforeItsConsumer(String type) throws Exception {
    DriverRun.Numbers numbers = new DriverRun.Numbers();
    try (DriverRun run = run("jndi", type);
        DriverRun other = run("jndi", type)) {
      DriverRun.get(run.driver().createTopic(topic, 1));
      DriverRun.get(run.driver().createSubscription(topic, "one"));
      publish(run);
      // Another worker has a driver for itself, too.
      try (BenchmarkConsumer one = consumer(other, "one", numbers)) {
        numbers.await(MESSAGES);
      }
      DriverRun.get(run.driver().deleteTopics(List.of(topic)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "non-durable"})
  void aSubscriptionThatIsNotDurableNeedsItsConsumer(String type) throws Exception {
    try (DriverRun run = run("artemis", type)) {
      DriverRun.get(run.driver().createTopic(topic, 1));
      assertThatThrownBy(() -> DriverRun.get(run.driver().createSubscription(topic, "one")))
          .hasMessageContaining("set shared-durable or durable");
    }
  }
}
