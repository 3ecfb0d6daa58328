package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Structured CloudEvents of a run on Kafka, read by a consumer that accepts nothing else. */
@Tag("release")
class CloudEventsOnKafkaIT {
  private static final String TOPIC = "events";
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final String WORKLOAD =
      """
      topicNames: [events]
      producersPerTopic: 2
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      producerRate: 200
      warmupDuration: 0s
      testDuration: 3s
      cloudEvents: {mode: structured, type: com.example.order, source: /shop}
      payload: {contentType: json, template: '{"order": #{sequence}, "price": #{uniform:0.50..9.99}}'}
      envelope: {position: header}
      objectives: {lost: 0, corrupted: 0}
      """;

  @TempDir Path folder;
  private final StartedKafka kafka = StartedKafka.shared();

  @Test
  void everyMessageIsAValidEventAndNoneIsLost() throws Exception {
    kafka.createTopics(1, TOPIC);
    Path driver = kafka.driver(folder, "events", "producerConfig: acks=all\n");
    Path workload =
        Files.writeString(folder.resolve("events.yaml"), WORKLOAD + WorkloadFiles.WIDE_THRESHOLDS);
    Command.succeeding(folder, "-d", driver.toString(), workload.toString());
    List<ConsumerRecord<byte[], byte[]>> records = kafka.records(TOPIC);
    Set<String> ids = new HashSet<>();
    Set<Integer> orders = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> each : records) {
      assertThat(
              new String(each.headers().lastHeader("content-type").value(), StandardCharsets.UTF_8))
          .isEqualTo("application/cloudevents+json; charset=UTF-8");
      JsonNode event = STRICT.readTree(each.value());
      assertThat(event.get("specversion").textValue()).isEqualTo("1.0");
      assertThat(event.get("type").textValue()).isEqualTo("com.example.order");
      assertThat(URI.create(event.get("source").textValue())).hasToString("/shop");
      assertThat(event.get("datacontenttype").textValue()).isEqualTo("application/json");
      OffsetDateTime.parse(event.get("time").textValue());
      ids.add(event.get("id").textValue());
      orders.add(event.get("data").get("order").intValue());
    }
    assertThat(orders).as("of 3 s with 200 per second").hasSizeBetween(540, 660);
    // Before the load come probes, which are events, too.
    assertThat(ids).hasSizeGreaterThanOrEqualTo(orders.size());
  }
}
