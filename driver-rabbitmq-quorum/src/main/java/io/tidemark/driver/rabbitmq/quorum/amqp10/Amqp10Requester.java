package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.AmqpException;
import com.rabbitmq.client.amqp.Message;
import com.rabbitmq.client.amqp.Publisher;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.Requester;

/** A requester over AMQP 1.0: a link for its requests, and one from its own reply queue. */
final class Amqp10Requester extends Amqp10Client implements Requester {
  private final String requestQueue;
  private final String replyQueue;
  private final ReplyCallback callback;
  private final Amqp10Messages messages;
  private volatile Publisher publisher;
  private long correlationId;

  /**
   * @param replyQueue of this requester alone
   */
  @SuppressWarnings("NullAway.Init") // start() opens the publisher before the first request
  Amqp10Requester(
      String requestQueue, String replyQueue, ReplyCallback callback, Amqp10Context context) {
    super("requester", requestQueue, requestQueue, context);
    this.requestQueue = requestQueue;
    this.replyQueue = replyQueue;
    this.callback = callback;
    this.messages = new Amqp10Messages(context.configuration());
  }

  @Override
  protected void start(Amqp10Connection on) {
    publisher =
        on.owning(
            on.connection()
                .publisherBuilder()
                .queue(requestQueue)
                .publishTimeout(context.configuration().publishing().sendTimeout())
                .listeners(on.linkListener())
                .build());
    on.owning(
        on.connection()
            .consumerBuilder()
            .queue(replyQueue)
            .initialCredits(context.configuration().consuming().prefetchMessages())
            .messageHandler(this::received)
            .listeners(on.linkListener())
            .build());
  }

  @Override
  public void sendRequest(byte[] payload, SendResult result) {
    Publisher now = publisher;
    try {
      Message request = messages.message(now, payload);
      request.replyToAddress().queue(replyQueue).message();
      request.correlationId(Long.toString(correlationId++));
      now.publish(request, Amqp10Outcome.to(result));
    } catch (AmqpException e) {
      result.failed(e);
    }
  }

  private void received(com.rabbitmq.client.amqp.Consumer.Context delivery, Message reply) {
    if (!closed) {
      callback.replyReceived(Amqp10Messages.body(reply));
      delivery.accept();
    }
  }

  @Override
  protected void disconnected(String reason, boolean withConnection, boolean forGood) {
    callback.receiveFailed(failure(reason));
  }
}
