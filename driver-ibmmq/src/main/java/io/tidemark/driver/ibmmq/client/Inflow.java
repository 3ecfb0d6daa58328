package io.tidemark.driver.ibmmq.client;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.ibmmq.client.SessionContext.Opened;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Consuming;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import java.util.Optional;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageProducer;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one consumer to the framework's callback and acknowledges them in groups. A
 * queue keeps order: all is partition 0. For the thread of the consumer's session.
 */
public final class Inflow {
  private final CallbackAdapter callback;
  private final Consuming settings;
  private final Optional<Opened<Destination>> deadLetters;
  private final Runnable whenClosed;
  private @Nullable Message unacknowledged;
  private int unacknowledgedMessages;

  /**
   * @param deadLetters where rejected messages go; empty: they are dropped
   * @param whenClosed runs when its consumer is closed
   */
  public Inflow(
      String who,
      ConsumerCallback callback,
      Consuming settings,
      Optional<Opened<Destination>> deadLetters,
      Runnable whenClosed) {
    this.deadLetters = deadLetters;
    this.whenClosed = whenClosed;
    this.callback = new CallbackAdapter(who, callback);
    this.settings = settings;
  }

  /** The acknowledgement mode of a session that is not transacted. */
  int mode() {
    return switch (settings.acknowledge()) {
      case CLIENT -> Session.CLIENT_ACKNOWLEDGE;
      case DUPS_OK -> Session.DUPS_OK_ACKNOWLEDGE;
      case AUTO, TRANSACTED -> Session.AUTO_ACKNOWLEDGE;
    };
  }

  /**
   * Returns when the message is processed, even if the callback throws; or reported as failed if it
   * cannot be read: after a backout it would be delivered endlessly. Acknowledges a full group. A
   * refused message is the only one of its transaction.
   */
  void received(Message message, Session session) throws JMSException {
    switch (settled(message)) {
      case ACCEPT -> processed(message, session);
      case RELEASE, DELAY -> session.rollback();
      case REJECT -> {
        if (deadLetters.isPresent()) {
          reject(message, session, deadLetters.get().in(session));
        }
        processed(message, session);
      }
      case ABANDON -> throw new IllegalArgumentException("JMS cannot abandon a message");
    }
  }

  /** JMS has no call for it: the consumer moves the message in its transaction. */
  private static void reject(Message message, Session session, Destination to) throws JMSException {
    try (MessageProducer producer = session.createProducer(to)) {
      producer.send(message, message.getJMSDeliveryMode(), message.getJMSPriority(), 0);
    }
  }

  private void processed(Message message, Session session) throws JMSException {
    unacknowledged = message;
    unacknowledgedMessages++;
    if (unacknowledgedMessages >= settings.acknowledgeEvery()) {
      acknowledge(session);
    }
  }

  private Outcome settled(Message message) throws JMSException {
    try {
      return callback.settle(
          new Received(message, Bodies.payload(message), message.getJMSTimestamp()));
    } catch (UnreadableMessage e) {
      failed(e);
      return Outcome.ACCEPT;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Received(Message message, byte[] array, long publishedMillis)
      implements ReceivedMessage {
    @Override
    public int partition() {
      return 0;
    }

    @Override
    public boolean redelivered() {
      return deliveries() > 1;
    }

    @Override
    public int deliveries() {
      return JmsHeaders.deliveries(message);
    }

    @Override
    public @Nullable DeadLetterReason deadLetterReason() {
      return JmsHeaders.deadLetterReason(message);
    }

    @Override
    public byte @Nullable [] header(String name) {
      return JmsHeaders.value(message, name);
    }
  }

  boolean hasUnacknowledged() {
    return unacknowledgedMessages > 0;
  }

  /** Acknowledges the group so far. */
  void acknowledge(Session session) throws JMSException {
    Message last = unacknowledged;
    if (last == null) {
      return;
    }
    switch (settings.acknowledge()) {
      case CLIENT -> last.acknowledge();
      case TRANSACTED -> session.commit();
      case AUTO, DUPS_OK -> {
        // The session does it itself.
      }
    }
    forget();
  }

  /** The session is gone; the broker delivers the group again. */
  void forget() {
    unacknowledged = null;
    unacknowledgedMessages = 0;
  }

  void closed() {
    whenClosed.run();
  }

  void failed(Throwable cause) {
    callback.failed(cause);
  }
}
