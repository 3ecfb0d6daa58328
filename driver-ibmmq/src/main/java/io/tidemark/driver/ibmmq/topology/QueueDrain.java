package io.tidemark.driver.ibmmq.topology;

import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.time.Duration;
import java.util.Locale;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;

/**
 * Empties a queue message by message. It has a deadline, because another application may continue
 * to put.
 *
 * @param queue for messages
 * @param most how long it may take
 */
record QueueDrain(String queue, Duration most) {

  void through(MessageConsumer consumer) throws JMSException, JmsFailure {
    long startNanos = System.nanoTime();
    long taken = 0;
    while (consumer.receiveNoWait() != null) {
      taken++;
      if (System.nanoTime() - startNanos >= most.toNanos()) {
        throw new JmsFailure(
            String.format(
                Locale.ROOT,
                ("queue %s may still have messages after %d were taken in %d s: empty it"
                    + " (CLEAR QLOCAL('%s'))and stop applications that put to it"),
                queue,
                taken,
                most.toSeconds(),
                queue));
      }
    }
  }
}
