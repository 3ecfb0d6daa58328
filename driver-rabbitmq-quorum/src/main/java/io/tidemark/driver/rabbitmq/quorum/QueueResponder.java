package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.RequestHandler;
import io.tidemark.driver.Responder;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.Bounded;
import io.tidemark.driver.rabbitmq.FailureReason;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A responder: takes requests off its queue, publishes each reply to where the request asks, then
 * acknowledges the request, all on one channel. When that is lost it opens another, and the broker
 * delivers unacknowledged requests again.
 */
final class QueueResponder implements Responder {
  private final String subject;
  private final String requestQueue;
  private final RequestHandler handler;
  private final QuorumConfiguration configuration;
  private final QuorumConnections.Lease lease;
  private final Retries retries;

  /** Held while the handler is at work, so that {@link #close} can wait for it. */
  private final ReentrantLock working = new ReentrantLock();

  private volatile Channel current;
  private volatile boolean closed;

  QueueResponder(
      String requestQueue,
      RequestHandler handler,
      QuorumConfiguration configuration,
      QuorumConnections.Lease lease,
      Retries retries) {
    this.subject = "responder of " + requestQueue;
    this.requestQueue = requestQueue;
    this.handler = handler;
    this.configuration = configuration;
    this.lease = lease;
    this.retries = retries;
  }

  synchronized QueueResponder open() throws IOException {
    Channel opened = lease.slot().openChannel().channel();
    try {
      opened.basicQos(configuration.replying().prefetchMessages());
      ConfirmedChannel replies = ConfirmedChannel.on(opened, configuration.publishing().confirms());
      boolean autoAck = configuration.consuming().autoAck();
      opened.basicConsume(requestQueue, autoAck, new Requests(replies, autoAck));
      current = opened;
    } catch (IOException | AlreadyClosedException e) {
      ConnectionSlot.discard(opened);
      throw new IOException(subject + ": " + FailureReason.of(e), e);
    }
    opened.addShutdownListener(cause -> lost(opened, cause));
    return this;
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
          ReplyRoute.reply(configuration.publishing().properties(), request);
      replies.publish(request.getReplyTo(), properties, payload, result);
    }

    @Override
    public void handleCancel(String tag) {
      handler.receiveFailed(
          new IOException("the broker cancelled the consumer of " + requestQueue));
      retries.start(subject, () -> reopened(getChannel()));
    }
  }

  private void lost(Channel gone, ShutdownSignalException cause) {
    if (!closed && !cause.isInitiatedByApplication()) {
      handler.receiveFailed(cause);
      retries.start(subject, () -> reopened(gone));
    }
  }

  private synchronized boolean reopened(Channel gone) throws IOException {
    if (!closed && current == gone) {
      ConnectionSlot.discard(gone);
      open();
    }
    return true;
  }

  /** Waits for the request under way; its reply and acknowledgement still go out. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    Duration closeTimeout = configuration.connecting().closeTimeout();
    if (working.tryLock(closeTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
      working.unlock();
    }
    if (!Bounded.start("rabbitmq-leave", this::leave).endedWithin(closeTimeout)) {
      lease.slot().sever();
    }
    lease.end(closeTimeout);
  }

  private synchronized void leave() {
    if (current != null) {
      ConnectionSlot.discard(current);
    }
  }
}
