package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumContext;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Responder;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A responder: takes requests off its queue, publishes each reply to the request's reply queue,
 * then acknowledges the request, all on one channel. When that is lost it opens another, and the
 * broker delivers unacknowledged requests again.
 */
public final class QueueResponder extends ReopeningChannel implements Responder {
  private final String requestQueue;
  private final RequestHandler handler;

  /** Held while the handler is at work, so that {@link #close} can wait for it. */
  private final ReentrantLock working = new ReentrantLock();

  public QueueResponder(
      String requestQueue,
      RequestHandler handler,
      QuorumContext context,
      QuorumConnections.Lease lease) {
    super("responder of " + requestQueue, context, lease);
    this.requestQueue = requestQueue;
    this.handler = handler;
  }

  @Override
  protected void start(Channel opened) throws IOException {
    opened.basicQos(context.configuration().replying().prefetchMessages());
    ConfirmedChannel replies =
        ConfirmedChannel.on(opened, context.configuration().publishing().confirms());
    boolean autoAck = context.configuration().consuming().autoAck();
    opened.basicConsume(requestQueue, autoAck, new Requests(replies, autoAck));
  }

  private final class Requests extends DefaultConsumer {
    private final ConfirmedChannel replies;
    private final boolean autoAck;

    Requests(ConfirmedChannel replies, boolean autoAck) {
      super(replies.channel());
      this.replies = replies;
      this.autoAck = autoAck;
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, BasicProperties properties, byte[] body) {
      working.lock();
      try {
        if (!closed) { // Else not acknowledged, so the broker keeps it.
          handler.requestReceived(body, (reply, result) -> reply(properties, reply, result));
          if (!autoAck) {
            getChannel().basicAck(envelope.getDeliveryTag(), false);
          }
        }
      } catch (AlreadyClosedException e) {
        // The shutdown listener recovers; the broker delivers the request again.
      } catch (IOException e) {
        handler.receiveFailed(e);
      } finally {
        working.unlock();
      }
    }

    private void reply(BasicProperties request, byte[] payload, SendResult result) {
      if (request.getReplyTo() == null) {
        result.failed(new NotAcknowledgedException("the request names no reply queue"));
        return;
      }
      BasicProperties properties =
          context.properties().correlationId(request.getCorrelationId()).build();
      replies.publish(request.getReplyTo(), properties, payload, result);
    }

    @Override
    public void handleCancel(String tag) {
      cancelled(getChannel(), requestQueue);
    }
  }

  @Override
  protected void report(Throwable cause) {
    handler.receiveFailed(cause);
  }

  /** Waits for the request under way; its reply and acknowledgement still go out. */
  @Override
  public void close() {
    closed = true;
    if (Bounded.lockedWithin(context.configuration().connecting().closeTimeout(), working)) {
      working.unlock();
    }
    super.close();
  }

  @Override
  protected synchronized void leave() {
    if (channel() != null) {
      ConnectionSlot.discard(channel());
    }
  }
}
