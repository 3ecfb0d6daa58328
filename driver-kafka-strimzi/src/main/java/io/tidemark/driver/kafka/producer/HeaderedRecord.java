package io.tidemark.driver.kafka.producer;

import io.tidemark.driver.headers.MessageHeader;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Makes records with headers. */
final class HeaderedRecord {
  private HeaderedRecord() {}

  static ProducerRecord<String, byte[]> of(
      String topic, Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    RecordHeaders all = new RecordHeaders();
    for (MessageHeader header : headers) {
      all.add(header.name(), header.bytes());
    }
    return new ProducerRecord<>(topic, null, key.orElse(null), payload, all);
  }
}
