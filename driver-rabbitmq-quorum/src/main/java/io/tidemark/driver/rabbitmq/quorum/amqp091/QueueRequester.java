package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;
import java.io.IOException;
import java.util.Optional;

/**
 * A requester: one channel on which it publishes requests and gets its replies, by direct reply-to
 * or from a separate queue. After the loss of the channel it opens another; direct replies in
 * flight are lost with it.
 */
public final class QueueRequester extends ReopeningChannel implements Requester {
  /** The pseudo-queue: replies go straight to the channel that asked. */
  public static final String DIRECT = "amq.rabbitmq.reply-to";

  private final String requestQueue;
  private final String replyQueue;
  private final ReplyCallback callback;
  private volatile ConfirmedChannel current;
  private volatile boolean hasQueue;
  private long correlationId;

  /**
   * @param replyQueue of this requester alone; {@link #DIRECT} for none
   */
  @SuppressWarnings("NullAway.Init") // open() sets the channel before the first request
  public QueueRequester(
      String requestQueue,
      String replyQueue,
      ReplyCallback callback,
      QuorumContext context,
      QuorumConnections.Lease lease) {
    super("requester of " + requestQueue, context, lease);
    this.requestQueue = requestQueue;
    this.replyQueue = replyQueue;
    this.callback = callback;
  }

  @Override
  protected void start(Channel opened) throws IOException {
    boolean direct = isDirect();
    if (!direct) {
      context.topology().declareOwnQueue(opened, replyQueue);
      hasQueue = true;
    }
    ConfirmedChannel confirmed =
        ConfirmedChannel.on(opened, context.configuration().publishing().confirms());
    // Direct reply-to knows no acknowledgements.
    boolean autoAck = direct || context.configuration().consuming().autoAck();
    opened.basicConsume(replyQueue, autoAck, new Replies(opened, autoAck));
    current = confirmed;
  }

  private boolean isDirect() {
    return replyQueue.equals(DIRECT);
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    BasicProperties properties =
        context
            .properties()
            .replyTo(replyQueue)
            .correlationId(Long.toString(correlationId++))
            .build();
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
      cancelled(getChannel(), replyQueue);
    }
  }

  @Override
  protected void report(Throwable cause) {
    callback.receiveFailed(cause);
  }

  /** Deletes its reply queue. */
  @Override
  protected synchronized void leave() {
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
  public Optional<String> leftQueue() {
    return hasQueue ? Optional.of(replyQueue) : Optional.empty();
  }
}
