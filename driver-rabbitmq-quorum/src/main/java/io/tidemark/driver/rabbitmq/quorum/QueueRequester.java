package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.ReplyCallback;
import io.tidemark.driver.Requester;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.Bounded;
import io.tidemark.driver.rabbitmq.FailureReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A requester: one channel on which it publishes requests and gets its replies, by direct reply-to
 * or from a queue of its own. When the channel is lost it opens another; replies by direct reply-to
 * that were under way are lost with it.
 */
final class QueueRequester implements Requester {
  private final String subject;
  private final String requestQueue;
  private final String replyQueue;
  private final ReplyCallback callback;
  private final QuorumConfiguration configuration;
  private final QuorumTopology topology;
  private final QuorumConnections.Lease lease;
  private final Retries retries;
  private volatile ConfirmedChannel current;
  private volatile boolean closed;
  private volatile boolean hasQueue;
  private long correlationId;

  /**
   * @param replyQueue of this requester alone; {@link ReplyRoute#DIRECT} for none
   */
  QueueRequester(
      String requestQueue,
      String replyQueue,
      ReplyCallback callback,
      QuorumConfiguration configuration,
      QuorumTopology topology,
      QuorumConnections.Lease lease,
      Retries retries) {
    this.subject = "requester of " + requestQueue;
    this.requestQueue = requestQueue;
    this.replyQueue = replyQueue;
    this.callback = callback;
    this.configuration = configuration;
    this.topology = topology;
    this.lease = lease;
    this.retries = retries;
  }

  /** Opens a channel; replies can come from then on. */
  synchronized QueueRequester open() throws IOException {
    Channel opened = lease.slot().openChannel().channel();
    try {
      boolean direct = isDirect();
      if (!direct) {
        topology.declareOwnQueue(opened, replyQueue);
        hasQueue = true;
      }
      ConfirmedChannel confirmed =
          ConfirmedChannel.on(opened, configuration.publishing().confirms());
      // Direct reply-to knows no acknowledgements.
      boolean autoAck = direct || configuration.consuming().autoAck();
      opened.basicConsume(replyQueue, autoAck, new Replies(opened, autoAck));
      current = confirmed;
    } catch (IOException | AlreadyClosedException e) {
      ConnectionSlot.discard(opened);
      throw new IOException(subject + ": " + FailureReason.of(e), e);
    }
    opened.addShutdownListener(cause -> lost(opened, cause));
    return this;
  }

  private boolean isDirect() {
    return replyQueue.equals(ReplyRoute.DIRECT);
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    BasicProperties properties =
        ReplyRoute.request(configuration.publishing().properties(), replyQueue, correlationId++);
    current.publish(requestQueue, properties, payload, result);
  }

  private final class Replies extends DefaultConsumer {
    private final boolean autoAck;

    Replies(Channel on, boolean autoAck) {
      super(on);
      this.autoAck = autoAck;
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, BasicProperties properties, byte[] body) {
      if (closed) {
        return;
      }
      callback.replyReceived(body);
      if (!autoAck) {
        try {
          getChannel().basicAck(envelope.getDeliveryTag(), false);
        } catch (IOException | AlreadyClosedException e) {
          callback.receiveFailed(e);
        }
      }
    }

    @Override
    public void handleCancel(String tag) {
      callback.receiveFailed(new IOException("the broker cancelled the consumer of " + replyQueue));
      retries.start(subject, () -> reopened(getChannel()));
    }
  }

  private void lost(Channel gone, ShutdownSignalException cause) {
    if (!closed && !cause.isInitiatedByApplication()) {
      callback.receiveFailed(cause);
      retries.start(subject, () -> reopened(gone));
    }
  }

  private synchronized boolean reopened(Channel gone) throws IOException {
    if (!closed && current.channel() == gone) {
      ConnectionSlot.discard(gone);
      open();
    }
    return true;
  }

  /** A reply queue of its own goes with it. */
  @Override
  public void close() {
    closed = true;
    Duration closeTimeout = configuration.connecting().closeTimeout();
    if (!Bounded.start("rabbitmq-leave", this::leave).endedWithin(closeTimeout)) {
      lease.slot().sever();
    }
    lease.end(closeTimeout);
  }

  private synchronized void leave() {
    if (current != null && current.channel().isOpen()) {
      deleteReplyQueue();
      ConnectionSlot.discard(current.channel());
    }
  }

  private void deleteReplyQueue() {
    if (!isDirect()) {
      try {
        current.channel().queueDelete(replyQueue);
        hasQueue = false;
      } catch (IOException | AlreadyClosedException e) {
        // It goes with the pairs.
      }
    }
  }

  /** Its reply queue, where closing could not delete it: the channel was lost at that time. */
  Optional<String> leftQueue() {
    return hasQueue ? Optional.of(replyQueue) : Optional.empty();
  }
}
