package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** destinationType: topic, with IBM's client: shared durable subscriptions. */
@Tag("slow")
class TopicsOnDoubleTest {
  private static final String FILE = "destinationType: topic\n";
  private static final String TOPIC = "TIDEMARK/prices";

  private static void publish(DriverOnDouble run, int from, int to) throws Exception {
    try (BenchmarkProducer producer = DriverOnDouble.get(run.driver().createProducer(TOPIC))) {
      for (int number = from; number < to; number++) {
        byte[] payload = new byte[100];
        payload[0] = (byte) number;
        DriverOnDouble.get(producer.sendAsync(Optional.empty(), payload));
      }
    }
  }

  private static BenchmarkConsumer consumer(
      DriverOnDouble run, String name, DriverRun.Numbers numbers) throws Exception {
    return DriverOnDouble.get(run.driver().createConsumer(TOPIC, name, numbers));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "publishing: {transacted: true}\nconsuming: {acknowledge: transacted}\n",
        "consuming: {by: listener}\n"
      })
  void everySubscriptionGetsEveryMessageAndItsConsumersShareThem(String more) throws Exception {
    DriverRun.Numbers alone = new DriverRun.Numbers();
    DriverRun.Numbers shared = new DriverRun.Numbers();
    try (DriverOnDouble run = DriverOnDouble.with(FILE + more)) {
      DriverOnDouble.get(run.driver().createTopic(TOPIC, 1));
      try (BenchmarkConsumer one = consumer(run, "one", alone);
          BenchmarkConsumer two = consumer(run, "two", shared);
          BenchmarkConsumer three = consumer(run, "two", shared)) {
        publish(run, 0, 20);
        alone.await(20);
        shared.await(20);
      }
      DriverOnDouble.get(run.driver().deleteTopics(List.of(TOPIC)));
      assertThat(run.mq().subscribers(TOPIC)).isZero();
    }
  }

  @Test
  void aSubscriptionKeepsWhatComesBeforeItsConsumer() throws Exception {
    DriverRun.Numbers numbers = new DriverRun.Numbers();
    try (DriverOnDouble run = DriverOnDouble.with(FILE)) {
      DriverOnDouble.get(run.driver().createTopic(TOPIC, 1));
      DriverOnDouble.get(run.driver().createSubscription(TOPIC, "one"));
      publish(run, 0, 5);
      assertThat(run.mq().subscribers(TOPIC)).isEqualTo(1);
      try (BenchmarkConsumer one = consumer(run, "one", numbers)) {
        numbers.await(5);
      }
      DriverOnDouble.get(run.driver().deleteTopics(List.of(TOPIC)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "durable", "non-durable"})
  void otherTypesOfSubscriptionsGetEveryMessageTooAndLeaveNothing(String type) throws Exception {
    DriverRun.Numbers one = new DriverRun.Numbers();
    DriverRun.Numbers two = new DriverRun.Numbers();
    try (DriverOnDouble run = DriverOnDouble.with(FILE + "subscriptionType: " + type + "\n")) {
      DriverOnDouble.get(run.driver().createTopic(TOPIC, 1));
      try (BenchmarkConsumer first = consumer(run, "one", one);
          BenchmarkConsumer second = consumer(run, "two", two)) {
        publish(run, 0, 20);
        one.await(20);
        two.await(20);
      }
      assertThat(run.mq().subscribers(TOPIC)).isEqualTo(type.equals("durable") ? 2 : 0);
      DriverOnDouble.get(run.driver().deleteTopics(List.of(TOPIC)));
      assertThat(run.mq().subscribers(TOPIC)).isZero();
    }
  }
}
