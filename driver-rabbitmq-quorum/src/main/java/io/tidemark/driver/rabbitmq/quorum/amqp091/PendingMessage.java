package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message in flight and the future of its send, in one object. Keeps what is needed to publish it
 * again.
 */
final class PendingMessage extends SendFuture {
  /** In place of a priority: that of the driver file, if it has one. */
  static final int AS_CONFIGURED = -1;

  private final String exchange;
  private final String routingKey;
  private final byte[] payload;
  private final List<MessageHeader> headers;
  private final int priority;
  private volatile @Nullable String returnReason;

  PendingMessage(
      String exchange,
      String routingKey,
      byte[] payload,
      List<MessageHeader> headers,
      int priority) {
    this.priority = priority;
    this.exchange = exchange;
    this.routingKey = routingKey;
    this.payload = payload;
    this.headers = headers;
  }

  String exchange() {
    return exchange;
  }

  String routingKey() {
    return routingKey;
  }

  byte[] payload() {
    return payload;
  }

  List<MessageHeader> headers() {
    return headers;
  }

  BasicProperties with(BasicProperties properties) {
    return priority == AS_CONFIGURED ? properties : properties.builder().priority(priority).build();
  }

  void markReturned(String reason) {
    returnReason = reason;
  }

  void confirmed() {
    String reason = returnReason;
    if (reason == null) {
      complete(null);
    } else {
      completeExceptionally(
          new NotAcknowledgedException("returned by the broker as unroutable: " + reason));
    }
  }

  void refused() {
    completeExceptionally(
        new NotAcknowledgedException(
            "refused by the broker (nack), exchange '" + exchange + "' key '" + routingKey + "'"));
  }

  /** Fails it for a reason of the client's. */
  PendingMessage failed(String reason) {
    return failed(new NotAcknowledgedException(reason));
  }

  PendingMessage failed(IOException failure) {
    completeExceptionally(failure);
    return this;
  }
}
