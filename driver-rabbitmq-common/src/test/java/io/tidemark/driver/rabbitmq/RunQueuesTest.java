package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunQueuesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TelemetryReading ANNOUNCED =
      new TelemetryReading(TelemetryReading.RUN_COUNTED_TOPICS, "worker", 1, 0);

  private final RunQueues queues = new RunQueues();

  private static JsonNode json(String text) throws JsonProcessingException {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private static TelemetryReading reading(String name, String topic, double value) {
    return new TelemetryReading(name, topic, value, 1_000);
  }

  @Test
  void aMessageOfSeveralSubscriptionsIsPublishedOnceAndDeliveredToEach() throws Exception {
    queues.add("t", "a", List.of("t.a", "t.1.a"));
    queues.add("t", "b", List.of("t.b", "t.1.b"));
    JsonNode listed =
        json(
            "[{'name':'t.a','message_stats':{'publish':60,'deliver_get':60,'ack':50}},"
                + "{'name':'t.1.a','message_stats':{'publish':40,'deliver_get':40,'ack':40}},"
                + "{'name':'t.b','message_stats':{'publish':60,'deliver_get':60,'ack':60}},"
                + "{'name':'t.1.b','message_stats':{'publish':39,'deliver_get':39,'ack':39}},"
                + "{'name':'somebody','message_stats':{'publish':7,'deliver_get':7,'ack':7}}]");
    assertThat(queues.readings(listed, new StreamCounts(Map.of(), Map.of()), 1_000))
        .containsExactly(
            ANNOUNCED,
            reading(TelemetryReading.RUN_PUBLISHED, "t", 100),
            reading(TelemetryReading.RUN_DELIVERED, "t.1.a", 40),
            reading(TelemetryReading.RUN_DELIVERED, "t.1.b", 39),
            reading(TelemetryReading.RUN_DELIVERED, "t.a", 60),
            reading(TelemetryReading.RUN_DELIVERED, "t.b", 60),
            reading(TelemetryReading.RUN_ACKNOWLEDGED, "t.1.a", 40),
            reading(TelemetryReading.RUN_ACKNOWLEDGED, "t.1.b", 39),
            reading(TelemetryReading.RUN_ACKNOWLEDGED, "t.a", 50),
            reading(TelemetryReading.RUN_ACKNOWLEDGED, "t.b", 60));
  }

  @Test
  void whatIsConsumedWithoutAcknowledgementsCountsAsAcknowledged() throws Exception {
    queues.add("t", "a", List.of("t.a"));
    String stats = "{'deliver_get':60,'ack':10,'deliver_no_ack':30,'get_no_ack':20}";
    assertThat(
            queues.readings(
                json("[{'name':'t.a','message_stats':" + stats + "}]"),
                new StreamCounts(Map.of(), Map.of()),
                1_000))
        .contains(reading(TelemetryReading.RUN_ACKNOWLEDGED, "t.a", 60));
  }

  @Test
  void streamsAreCountedByTheirPublishersAndConsumers() throws Exception {
    queues.add("s", "", List.of("s-0", "s-1"));
    JsonNode publishers =
        json(
            "[{'queue':{'name':'s-0'},'published':10},{'queue':{'name':'s-0'},'published':5},"
                + "{'queue':{'name':'s-1'},'published':2},{'queue':{'name':'x'},'published':9}]");
    JsonNode consumers = json("[{'queue':{'name':'s-0'},'consumed':14}]");
    StreamCounts counts = StreamCounts.of(publishers, consumers);
    assertThat(queues.readings(json("[{'name':'s-0'}]"), counts, 1_000))
        .containsExactly(
            ANNOUNCED,
            reading(TelemetryReading.RUN_PUBLISHED, "s", 17),
            reading(TelemetryReading.RUN_DELIVERED, "s-0", 14));
  }

  @Test
  void countsAreAnnouncedBeforeTheBrokerHasThem() throws Exception {
    queues.add("t", "a", List.of("t.a"));
    StreamCounts noPlugIn = StreamCounts.of(MissingNode.getInstance(), MissingNode.getInstance());
    assertThat(queues.readings(json("[{'name':'t.a'}]"), noPlugIn, 1_000))
        .containsExactly(ANNOUNCED);
  }
}
