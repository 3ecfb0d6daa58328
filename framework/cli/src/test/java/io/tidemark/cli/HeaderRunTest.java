package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command whose messages have headers. */
@Tag("slow")
class HeaderRunTest {
  private static final String WORKLOAD =
      """
      topics: 1
      subscriptionsPerTopic: 2
      producersPerTopic: 2
      consumerPerSubscription: 1
      messageSize: 1
      producerRate: 500
      warmupDuration: 0s
      testDuration: 1s
      keyDistributor: KEY_ROUND_ROBIN
      envelope: {position: header}
      headers: [{name: order, value: "#{key}-#{n}"}, {count: 5, size: 32B}]
      objectives: {lost: 0, duplicated: 0, outOfOrder: 0, corrupted: 0, errors: 0}
      """
          + CommandRun.TOLERANT;

  @TempDir Path folder;

  @Test
  void aMessageOfOneByteHasTheFullAudit() throws IOException {
    CommandRun done = CommandRun.in(folder, CommandRun.IN_MEMORY, WORKLOAD);
    assertThat(done.exitCode()).as(done.printed()).isZero();
    JsonNode result = CommandRun.result(folder);
    assertThat(result.requiredAt("/delivery/sentMessages").asLong()).isGreaterThan(200);
    assertThat(result.requiredAt("/delivery/limits")).isEmpty();
    assertThat(result.requiredAt("/totals/latencies/endToEndMicros/count").asLong())
        .isGreaterThan(200);
    assertThat(result.requiredAt("/workload/envelope/position").asText()).isEqualTo("header");
    assertThat(result.requiredAt("/workload/headers/1/count").asInt()).isEqualTo(5);
  }
}
