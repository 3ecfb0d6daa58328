package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.AMQP.BasicProperties;

/** Properties of requests and replies. */
final class ReplyRoute {
  /** The pseudo-queue: replies go straight to the channel that asked. */
  static final String DIRECT = "amq.rabbitmq.reply-to";

  private ReplyRoute() {}

  static BasicProperties request(BasicProperties base, String replyTo, long correlationId) {
    return base.builder().replyTo(replyTo).correlationId(Long.toString(correlationId)).build();
  }

  static BasicProperties reply(BasicProperties base, BasicProperties request) {
    return base.builder().correlationId(request.getCorrelationId()).build();
  }
}
