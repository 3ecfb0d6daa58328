package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.AmqpException;
import com.rabbitmq.client.amqp.Consumer;
import com.rabbitmq.client.amqp.Message;
import com.rabbitmq.client.amqp.Publisher;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Responder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A responder over AMQP 1.0: a link from its queue, and one without an address for the replies,
 * each of which goes where its request says. A request is settled after its reply is sent.
 */
final class Amqp10Responder extends Amqp10Client implements Responder {
  private final String requestQueue;
  private final RequestHandler handler;
  private final Amqp10Messages messages;

  /** Held while the handler is at work, so that {@link #close} can wait for it. */
  private final ReentrantLock working = new ReentrantLock();

  Amqp10Responder(String requestQueue, RequestHandler handler, Amqp10Context context) {
    super("responder", requestQueue, requestQueue, context);
    this.requestQueue = requestQueue;
    this.handler = handler;
    this.messages = new Amqp10Messages(context.configuration());
  }

  @Override
  protected void start(Amqp10Connection on) {
    Publisher replies =
        on.owning(
            on.connection()
                .publisherBuilder()
                .publishTimeout(context.configuration().publishing().sendTimeout())
                .listeners(on.linkListener())
                .build());
    on.owning(
        on.connection()
            .consumerBuilder()
            .queue(requestQueue)
            .initialCredits(context.configuration().replying().prefetchMessages())
            .messageHandler((delivery, request) -> received(replies, delivery, request))
            .listeners(on.linkListener())
            .build());
  }

  private void received(Publisher replies, Consumer.Context delivery, Message request) {
    working.lock();
    try {
      if (!closed) { // Else not settled, so the broker keeps it.
        handler.requestReceived(
            Amqp10Messages.body(request),
            (payload, result) -> reply(replies, request, payload, result));
        delivery.accept();
      }
    } finally {
      working.unlock();
    }
  }

  private void reply(Publisher replies, Message request, byte[] payload, SendResult result) {
    if (request.replyTo() == null) {
      result.failed(new NotAcknowledgedException("the request names no reply queue"));
      return;
    }
    try {
      Message reply =
          messages
              .message(replies, payload)
              .to(request.replyTo())
              .correlationId(request.correlationId());
      replies.publish(reply, Amqp10Outcome.to(result));
    } catch (AmqpException e) {
      result.failed(e);
    }
  }

  @Override
  protected void disconnected(String reason, boolean withConnection, boolean forGood) {
    handler.receiveFailed(failure(reason));
  }

  @Override
  protected void leave() {
    if (Bounded.lockedWithin(closeTimeout(), working)) {
      working.unlock();
    }
  }
}
