package io.tidemark.driver.ibmmq;

import java.time.Duration;
import javax.jms.JMSException;
import javax.jms.MessageConsumer;

/**
 * Takes what is left in a queue, message after message. Somebody who goes on putting could keep it
 * busy for ever, so it has a deadline.
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
            "queue %s may still have messages after %d were taken in %d s: empty it (CLEAR QLOCAL('%s')), and see that nobody puts to it"
                .formatted(queue, taken, most.toSeconds(), queue),
            JmsFailure.Kind.OTHER,
            0,
            null);
      }
    }
  }
}
