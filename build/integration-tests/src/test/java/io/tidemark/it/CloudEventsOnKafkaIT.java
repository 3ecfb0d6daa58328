package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Structured CloudEvents of a run on Kafka, read by a consumer that accepts nothing else. */
class CloudEventsOnKafkaIT {
  private static final String TOPIC = "orders";
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final String WORKLOAD =
      """
      topicNames: [orders]
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
  private StartedKafka kafka;

  @BeforeEach
  void startKafka() throws Exception {
    kafka = StartedKafka.in(folder);
    kafka.createTopics(1, TOPIC);
  }

  @AfterEach
  void stopKafka() throws IOException, InterruptedException {
    StartedKafka.stop(folder);
  }

  @Test
  void everyMessageIsAValidEventAndNoneIsLost() throws Exception {
    Path driver =
        Files.writeString(
            folder.resolve("kafka.yaml"),
            """
            name: kafka
            driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
            commonConfig: bootstrap.servers=%s
            producerConfig: acks=all
            """
                .formatted(kafka.bootstrap()));
    Path workload =
        Files.writeString(folder.resolve("events.yaml"), WORKLOAD + WorkloadFiles.WIDE_THRESHOLDS);
    try (TidemarkProcess run =
        TidemarkProcess.run(folder, "benchmark", "-d", driver.toString(), workload.toString())) {
      assertThat(run.waitFor()).as(run.output()).isZero();
    }
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
