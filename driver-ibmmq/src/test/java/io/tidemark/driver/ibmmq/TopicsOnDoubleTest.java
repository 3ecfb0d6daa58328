package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** destinationType: topic, with IBM's client: shared durable subscriptions. */
@Tag("slow")
class TopicsOnDoubleTest {
  private static final String FILE = "destinationType: topic\n";
  private static final String TOPIC = "TIDEMARK/prices";

  /** The first byte of each message. */
  private static final class Numbers implements ConsumerCallback {
    private final Queue<Integer> received = new ConcurrentLinkedQueue<>();

    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      received.add((int) payload[0]);
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      received.add((int) payload.get());
    }
  }

  private static void publish(DriverOnDouble run, int from, int to) throws Exception {
    try (BenchmarkProducer producer = DriverOnDouble.get(run.driver().createProducer(TOPIC))) {
      for (int number = from; number < to; number++) {
        byte[] payload = new byte[100];
        payload[0] = (byte) number;
        DriverOnDouble.get(producer.sendAsync(Optional.empty(), payload));
      }
    }
  }

  private static BenchmarkConsumer consumer(DriverOnDouble run, String name, Numbers numbers)
      throws Exception {
    return DriverOnDouble.get(run.driver().createConsumer(TOPIC, name, numbers));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "publishing: {transacted: true}\nconsuming: {acknowledge: transacted}\n",
        "consuming: {by: listener}\n"
      })
  void everySubscriptionGetsEveryMessageAndItsConsumersShareThem(String more) throws Exception {
    Numbers alone = new Numbers();
    Numbers shared = new Numbers();
    try (DriverOnDouble run = DriverOnDouble.with(FILE + more)) {
      DriverOnDouble.get(run.driver().createTopic(TOPIC, 1));
      try (BenchmarkConsumer one = consumer(run, "one", alone);
          BenchmarkConsumer two = consumer(run, "two", shared);
          BenchmarkConsumer three = consumer(run, "two", shared)) {
        publish(run, 0, 20);
        Awaitility.await().until(() -> alone.received.size() == 20 && shared.received.size() == 20);
        assertThat(alone.received).doesNotHaveDuplicates();
        assertThat(shared.received).doesNotHaveDuplicates();
      }
      DriverOnDouble.get(run.driver().deleteTopics(List.of(TOPIC)));
      assertThat(run.mq().subscribers(TOPIC)).isZero();
    }
  }

  @Test
  void aSubscriptionKeepsWhatComesBeforeItsConsumer() throws Exception {
    Numbers numbers = new Numbers();
    try (DriverOnDouble run = DriverOnDouble.with(FILE)) {
      DriverOnDouble.get(run.driver().createTopic(TOPIC, 1));
      DriverOnDouble.get(run.driver().createSubscription(TOPIC, "one"));
      publish(run, 0, 5);
      assertThat(run.mq().subscribers(TOPIC)).isEqualTo(1);
      try (BenchmarkConsumer one = consumer(run, "one", numbers)) {
        Awaitility.await().until(() -> numbers.received.size() == 5);
      }
      DriverOnDouble.get(run.driver().deleteTopics(List.of(TOPIC)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "durable", "non-durable"})
  void otherTypesOfSubscriptionsGetEveryMessageTooAndLeaveNothing(String type) throws Exception {
    Numbers one = new Numbers();
    Numbers two = new Numbers();
    try (DriverOnDouble run = DriverOnDouble.with(FILE + "subscriptionType: " + type + "\n")) {
      DriverOnDouble.get(run.driver().createTopic(TOPIC, 1));
      try (BenchmarkConsumer first = consumer(run, "one", one);
          BenchmarkConsumer second = consumer(run, "two", two)) {
        publish(run, 0, 20);
        Awaitility.await().until(() -> one.received.size() == 20 && two.received.size() == 20);
      }
      assertThat(run.mq().subscribers(TOPIC)).isEqualTo(type.equals("durable") ? 2 : 0);
      DriverOnDouble.get(run.driver().deleteTopics(List.of(TOPIC)));
      assertThat(run.mq().subscribers(TOPIC)).isZero();
    }
  }

  /** A queue manager has a queue for it, the double does not know it and must not pretend. */
  @Test
  void delayedDeliveryFailsOnTheDouble() throws Exception {
    DriverOnDouble run = DriverOnDouble.with("messages: {deliveryDelay: 1s}\n");
    try (BenchmarkProducer producer = run.producer()) {
      assertThatThrownBy(
              () -> DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10])))
          .hasMessageContaining("2009 MQRC_CONNECTION_BROKEN");
    }
    assertThatThrownBy(run::close).hasMessageContaining("the MQ test double does not know");
  }
}
