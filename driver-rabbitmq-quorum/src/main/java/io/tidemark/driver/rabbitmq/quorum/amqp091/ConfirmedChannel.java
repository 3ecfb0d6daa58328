package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.tidemark.driver.SendResult;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Confirms;
import io.tidemark.driver.rabbitmq.quorum.connection.Refusals;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Publishes to queues, one message after the other, and reports each result after the broker's
 * confirm, or immediately without confirms. For request/reply, with few unconfirmed messages. One
 * thread publishes at a time.
 */
final class ConfirmedChannel {
  private final Channel channel;
  private final boolean confirms;
  private final ConcurrentSkipListMap<Long, SendResult> unconfirmed = new ConcurrentSkipListMap<>();

  private ConfirmedChannel(Channel channel, boolean confirms) {
    this.channel = channel;
    this.confirms = confirms;
  }

  static ConfirmedChannel on(Channel channel, Confirms wanted) throws IOException {
    ConfirmedChannel confirmed = new ConfirmedChannel(channel, wanted != Confirms.NONE);
    if (confirmed.confirms) {
      channel.addConfirmListener(
          (tag, multiple) -> confirmed.settle(tag, multiple, true),
          (tag, multiple) -> confirmed.settle(tag, multiple, false));
      channel.confirmSelect();
    }
    // Called immediately if the channel is already closed.
    channel.addShutdownListener(
        cause ->
            confirmed.failAll(
                Refusals.failure("channel was closed: " + Refusals.reason(cause), cause)));
    return confirmed;
  }

  Channel channel() {
    return channel;
  }

  /** Never throws: a message that cannot be written has failed. */
  synchronized void publish(
      String queue, BasicProperties properties, byte[] payload, SendResult result) {
    long tag = 0;
    try {
      if (confirms) {
        tag = channel.getNextPublishSeqNo();
        unconfirmed.put(tag, result);
      }
      channel.basicPublish("", queue, properties, payload);
      if (!confirms) {
        result.accepted();
      } else if (!channel.isOpen()) {
        failAll(new NotAcknowledgedException("channel was closed"));
      }
    } catch (IOException | AlreadyClosedException e) {
      if (tag == 0 || unconfirmed.remove(tag) != null) {
        result.failed(e);
      }
    }
  }

  private void settle(long tag, boolean multiple, boolean accepted) {
    Map<Long, SendResult> settled =
        multiple ? unconfirmed.headMap(tag, true) : unconfirmed.subMap(tag, true, tag, true);
    for (Long each : settled.keySet()) {
      SendResult result = unconfirmed.remove(each);
      if (result != null && accepted) {
        result.accepted();
      } else if (result != null) {
        result.failed(new NotAcknowledgedException("the broker refused the message (nack)"));
      }
    }
  }

  private void failAll(IOException why) {
    for (Long tag : unconfirmed.keySet()) {
      SendResult result = unconfirmed.remove(tag);
      if (result != null) {
        result.failed(why);
      }
    }
  }
}
