package io.tidemark.driver.kafka.producer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The usual headers of request/reply clients of Kafka: a correlation id, the reply topic, and the
 * partition of it that is the requester's.
 */
public final class CorrelationHeaders {
  private static final String ID = "kafka_correlationId";
  private static final String TOPIC = "kafka_replyTopic";
  private static final String PARTITION = "kafka_replyPartition";

  private CorrelationHeaders() {}

  /** Headers of all requests of one requester. */
  public static List<Header> replyTo(String topic, int partition) {
    return List.of(
        new RecordHeader(TOPIC, topic.getBytes(StandardCharsets.UTF_8)),
        new RecordHeader(PARTITION, ByteBuffer.allocate(Integer.BYTES).putInt(partition).array()));
  }

  public static ProducerRecord<String, byte[]> request(
      String topic, byte[] payload, long correlationId, List<Header> replyTo) {
    ProducerRecord<String, byte[]> request = new ProducerRecord<>(topic, payload);
    request.headers().add(ID, ByteBuffer.allocate(Long.BYTES).putLong(correlationId).array());
    replyTo.forEach(request.headers()::add);
    return request;
  }

  /** The reply destination of a request; empty if it has none. */
  public static Optional<ProducerRecord<String, byte[]>> reply(Headers request, byte[] payload) {
    Header topic = request.lastHeader(TOPIC);
    Header partition = request.lastHeader(PARTITION);
    if (topic == null || partition == null || partition.value().length != Integer.BYTES) {
      return Optional.empty();
    }
    ProducerRecord<String, byte[]> reply =
        new ProducerRecord<>(
            new String(topic.value(), StandardCharsets.UTF_8),
            ByteBuffer.wrap(partition.value()).getInt(),
            null,
            payload);
    Header id = request.lastHeader(ID);
    if (id != null) {
      reply.headers().add(id);
    }
    return Optional.of(reply);
  }
}
