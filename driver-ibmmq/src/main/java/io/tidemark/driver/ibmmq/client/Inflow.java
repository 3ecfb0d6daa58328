package io.tidemark.driver.ibmmq.client;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Consuming;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one consumer to the framework's callback and acknowledges them in groups. A
 * queue keeps order: all is partition 0. For the thread of the consumer's session.
 */
public final class Inflow {
  private final CallbackAdapter callback;
  private final Consuming settings;
  private final Runnable whenClosed;
  private @Nullable Message unacknowledged;
  private int unacknowledgedMessages;

  /**
   * @param whenClosed runs when its consumer is closed
   */
  public Inflow(String who, ConsumerCallback callback, Consuming settings, Runnable whenClosed) {
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
   * cannot be read: after a backout it would be delivered endlessly. Acknowledges a full group.
   */
  void received(Message message, Session session) throws JMSException {
    try {
      received(message);
    } catch (UnreadableMessage e) {
      failed(e);
    }
    unacknowledged = message;
    unacknowledgedMessages++;
    if (unacknowledgedMessages >= settings.acknowledgeEvery()) {
      acknowledge(session);
    }
  }

  private void received(Message message) throws JMSException {
    callback.received(new Received(message, Bodies.payload(message), message.getJMSTimestamp()));
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Received(Message message, byte[] array, long publishedMillis)
      implements ReceivedMessage {
    @Override
    public int partition() {
      return 0;
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
