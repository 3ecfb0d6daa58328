package io.tidemark.driver.rabbitmq.quorum.amqp091;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.LongString;
import com.rabbitmq.client.ShutdownSignalException;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import io.tidemark.driver.rabbitmq.quorum.connection.ConnectionSlot;
import io.tidemark.driver.rabbitmq.quorum.connection.QuorumConnections.Lease;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology;
import io.tidemark.driver.rabbitmq.quorum.topology.QuorumTopology.Routing;
import io.tidemark.driver.topics.MessageTap.Callback;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Gets copies of the messages of a topic: from queues that are bound to its exchanges for the time
 * of the tap, and that only this connection can use.
 */
public final class QueueTap implements AutoCloseable {
  private final QuorumTopology topology;
  private final Callback callback;
  private final Lease lease;
  private final Channel channel;
  private final Duration closeTimeout;
  private volatile boolean closed;

  private QueueTap(QuorumTopology topology, Callback callback, Lease lease, Duration closeTimeout)
      throws IOException {
    this.topology = topology;
    this.callback = callback;
    this.lease = lease;
    this.closeTimeout = closeTimeout;
    this.channel = lease.slot().openChannel().channel();
  }

  /** Returns when messages that are published from then on are copied. */
  public static QueueTap open(
      QuorumTopology topology,
      String topic,
      int partitions,
      Callback callback,
      Lease lease,
      Duration closeTimeout)
      throws IOException {
    QueueTap tap = new QueueTap(topology, callback, lease, closeTimeout);
    try {
      for (int k = 0; k < partitions; k++) {
        String queue = topology.declareCopy(tap.channel, topic, k);
        tap.channel.basicConsume(queue, true, tap.new Reading(k));
      }
      return tap;
    } catch (IOException | RuntimeException e) {
      tap.close();
      throw e;
    }
  }

  private final class Reading extends DefaultConsumer {
    private final int partition;

    Reading(int partition) {
      super(channel);
      this.partition = partition;
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, BasicProperties properties, byte[] body) {
      callback.message(
          new TappedMessage(
              MessageProperties.exactSentMillis(properties),
              partition,
              body.length,
              key(envelope.getRoutingKey()),
              headers(properties)));
    }

    @Override
    public void handleShutdownSignal(String tag, ShutdownSignalException cause) {
      if (!closed) {
        callback.failed(cause);
      }
    }
  }

  private Optional<byte[]> key(String routingKey) {
    return topology.routing() == Routing.FIXED || routingKey.isEmpty()
        ? Optional.empty()
        : Optional.of(routingKey.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, byte[]> headers(BasicProperties properties) {
    Map<String, byte[]> headers = new HashMap<>();
    if (properties.getHeaders() != null) {
      properties.getHeaders().forEach((name, value) -> headers.put(name, bytes(value)));
    }
    return headers;
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value instanceof LongString text
        ? text.getBytes()
        : String.valueOf(value).getBytes(StandardCharsets.UTF_8);
  }

  /** The broker deletes the queues with their connection, or with their last consumer. */
  @Override
  public void close() {
    closed = true;
    ConnectionSlot.discard(channel);
    lease.end(closeTimeout);
  }
}
