package io.tidemark.driver.ibmmq.requestreply;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;

/**
 * Keeps the consumers of timed-out replies, to count late ones. At most {@value #MOST}; each check
 * is a call to the broker, so checks are rare. Used by one thread.
 */
final class LateReplies {
  static final int MOST = 16;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private final Deque<MessageConsumer> consumers = new ArrayDeque<>();
  private long nextNanos = System.nanoTime();

  /** Where a late reply goes. */
  interface Sink {
    void accept(Message reply) throws JMSException;
  }

  void expectFrom(MessageConsumer consumer) throws JMSException {
    consumers.addLast(consumer);
    if (consumers.size() > MOST) {
      consumers.removeFirst().close();
    }
  }

  /** Checks the oldest one, if a check is due. */
  void poll(Sink sink) throws JMSException {
    if (!consumers.isEmpty() && System.nanoTime() - nextNanos >= 0) {
      nextNanos = System.nanoTime() + POLL_NANOS;
      look(consumers.removeFirst(), sink, true);
    }
  }

  /** Looks into all of them a last time and closes them. */
  void pollAll(Sink sink) throws JMSException {
    while (!consumers.isEmpty()) {
      look(consumers.removeFirst(), sink, false);
    }
  }

  private void look(MessageConsumer consumer, Sink sink, boolean keep) throws JMSException {
    Message reply = consumer.receiveNoWait();
    if (reply != null) {
      sink.accept(reply);
    }
    if (reply == null && keep) {
      consumers.addLast(consumer);
    } else {
      consumer.close();
    }
  }

  /** Their connection is gone, and they with it. */
  void forget() {
    consumers.clear();
  }
}
