package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.DialedConnection;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One channel to publish on, from its opening to its loss, with its unconfirmed messages. {@link
 * #publish} and {@link #drain} exclude each other by the owner's guard.
 */
final class PublishLink {
  private static final long CONFIRM_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Channel channel;
  private final DialedConnection connection;
  private final Publishing settings;
  private final MessageProperties properties;
  private final ConfirmWindow window;
  private final AtomicBoolean lost = new AtomicBoolean();
  private int uncommitted;

  private PublishLink(ConnectionSlot.OpenChannel open, Publishing settings) {
    this.channel = open.channel();
    this.connection = open.on();
    this.settings = settings;
    this.properties =
        new MessageProperties(
            MessageProperties.common(settings),
            settings.priorityNumbers(),
            settings.timestamp(),
            settings.mandatory());
    this.window = new ConfirmWindow(settings.windowMessages());
  }

  /**
   * Opens a channel in confirm or transaction mode.
   *
   * @param onLoss called once, without blocking, when the channel is gone
   */
  static PublishLink open(
      ConnectionSlot slot,
      Publishing settings,
      BiConsumer<PublishLink, ShutdownSignalException> onLoss)
      throws IOException {
    PublishLink link = new PublishLink(slot.openChannel(), settings);
    try {
      link.prepare();
    } catch (ShutdownSignalException e) {
      throw Refusals.failure("channel closed while it was opened: " + Refusals.reason(e), e);
    }
    link.channel.addShutdownListener(
        cause -> {
          link.window.close();
          if (link.lost.compareAndSet(false, true)) {
            onLoss.accept(link, cause);
          }
        });
    return link;
  }

  private void prepare() throws IOException {
    if (settings.mandatory()) {
      channel.addReturnListener(
          returned ->
              window.markReturned(
                  Long.parseLong(returned.getProperties().getMessageId()),
                  returned.getReplyCode() + " " + returned.getReplyText()));
    }
    if (settings.confirms() == Confirms.TRANSACTION) {
      channel.txSelect();
    } else if (settings.confirms() == Confirms.ASYNC) {
      channel.addConfirmListener(window::acknowledge, window::refuse);
      // Not confirmSelect(): the channel would maintain a sorted set, under a lock, for
      // waitForConfirms, which is not used here. Tags count the messages of the channel from 1.
      channel.rpc(new AMQP.Confirm.Select.Builder().build());
    }
  }

  String address() {
    return connection.uri().address();
  }

  /** Null when the broker accepts messages. */
  @Nullable String blockedReason() {
    return connection.blockedReason();
  }

  boolean isOpen() {
    return !window.isClosed();
  }

  boolean awaitRoom(long deadlineNanos) throws InterruptedException {
    if (window.hasRoom()) {
      return isOpen();
    }
    release();
    return window.awaitRoom(deadlineNanos);
  }

  /** More follows at once; a transaction's commands are waited for and never held back. */
  void hold() {
    if (settings.confirms() != Confirms.TRANSACTION) {
      connection.holdWrites();
    }
  }

  /** What was held back leaves. */
  void release() {
    connection.releaseWrites();
  }

  /**
   * Publishes; a failed write leaves the message to {@link #drain}, which follows when the channel
   * is found closed.
   */
  void publish(PendingMessage message) {
    long tag = window.add(message);
    try {
      channel.basicPublish(
          message.exchange(),
          message.routingKey(),
          settings.mandatory(),
          message.with(properties.of(tag, message.headers())),
          message.payload());
      if (settings.confirms() != Confirms.ASYNC) {
        settleWithoutConfirm(tag);
      }
    } catch (IOException e) {
      // A socket that cannot be written is not always noticed by its reader.
      connection.sever();
    } catch (AlreadyClosedException e) {
      // The shutdown listener has run or is about to: recovery settles the message.
    }
  }

  private void settleWithoutConfirm(long tag) throws IOException {
    if (settings.confirms() == Confirms.NONE) {
      window.acknowledge(tag, false);
    } else if (++uncommitted >= settings.transactionMessages()) {
      commitAll();
    }
  }

  /** Commits what is published; does nothing outside transaction mode. */
  void commit() {
    if (uncommitted == 0) {
      return;
    }
    try {
      commitAll();
    } catch (IOException e) {
      connection.sever();
    } catch (AlreadyClosedException e) {
      // Recovery settles what was not committed.
    }
  }

  private void commitAll() throws IOException {
    uncommitted = 0;
    channel.txCommit();
    window.acknowledge(window.nextTag() - 1, true);
  }

  /** Waits until all is confirmed, the broker blocks, the channel closes or the time is up. */
  void awaitConfirms(long deadlineNanos) {
    while (window.outstanding() > 0
        && isOpen()
        && blockedReason() == null
        && System.nanoTime() - deadlineNanos < 0) {
      LockSupport.parkNanos(this, CONFIRM_POLL_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  List<PendingMessage> drain() {
    return window.drain();
  }

  /**
   * Ends it on purpose.
   *
   * @param withConnection whether the connection is closed next, and the channel with it
   * @param timeout after which a connection that does not answer is severed
   */
  void close(boolean withConnection, Duration timeout) {
    lost.set(true);
    window.close();
    if (!withConnection && channel.isOpen() && blockedReason() == null) {
      Bounded closing =
          Bounded.start("rabbitmq-close-channel", () -> ConnectionSlot.discard(channel));
      if (!closing.endedWithin(timeout)) {
        sever();
      }
    }
  }

  /** Cuts the connection, and with it what is stuck in a write. */
  void sever() {
    connection.sever();
  }
}
