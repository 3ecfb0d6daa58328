package io.tidemark.driver.ibmmq.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.topology.Destinations.QueueDrain;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import org.junit.jupiter.api.Test;

class QueueDrainTest {
  private final AtomicInteger left = new AtomicInteger();

  /** A queue with that many messages. */
  private MessageConsumer consumer(int messages) {
    left.set(messages);
    return proxy(
        MessageConsumer.class,
        () -> left.getAndDecrement() > 0 ? proxy(Message.class, () -> null) : null);
  }

  private interface Answer {
    Object get();
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answer.get()));
  }

  @Test
  void takesWhatThereIs() throws Exception {
    new QueueDrain("Q", Duration.ofHours(1)).through(consumer(3));
    assertThat(left).hasNegativeValue();
  }

  @Test
  void givesUpOnAQueueThatNeverEnds() {
    MessageConsumer endless = consumer(Integer.MAX_VALUE);
    assertThatThrownBy(() -> new QueueDrain("Q", Duration.ZERO).through(endless))
        .isInstanceOf(JmsFailure.class)
        .hasMessageContaining("queue Q may still have messages after 1 were taken")
        .hasMessageContaining("CLEAR QLOCAL('Q')");
  }
}
