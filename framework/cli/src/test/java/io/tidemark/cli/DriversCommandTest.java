package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import org.junit.jupiter.api.Test;

/** With the drivers of the class path; folders are in DriverProjectIT. */
class DriversCommandTest {
  @Test
  void listsWhatADriverHasAndWhatARunLosesWithoutTheRest() {
    CommandRun run = CommandRun.of("drivers");

    assertThat(run.exitCode()).isZero();
    assertThat(run.printed())
        .containsPattern("(?m)^inmemory\n  folder +the class path\n  class +io.tidemark.driver")
        .containsPattern("(?m)^  has +DescribedDriver, SendBehavior, .*BrokerFacts")
        .containsPattern("(?m)^  without +LeaderSource: no faults of a leader, ")
        .doesNotContain("TelemetrySource: no metrics");
  }

  @Test
  void printsTheSchemaOfTheWholeFile() throws Exception {
    CommandRun run = CommandRun.of("drivers", "--schema", "inmemory");

    assertThat(run.exitCode()).isZero();
    JsonNode schema = new ObjectMapper().readTree(run.printed());
    assertThat(schema.at("/properties/localBrokers").isMissingNode()).isFalse();
    assertThat(schema.at("/allOf/0/then/properties/queueCapacity").toString())
        .contains("\"minimum\":1");
    assertThat(schema.at("/allOf/0/if/properties/driverClass/enum/0").asText())
        .isEqualTo(InMemoryBenchmarkDriver.class.getName());
  }

  @Test
  void printsTheSettingsAsATable() {
    CommandRun run = CommandRun.of("drivers", "--doc", InMemoryBenchmarkDriver.class.getName());

    assertThat(run.exitCode()).isZero();
    assertThat(run.printed())
        .startsWith("# Settings of inmemory\n\n| key | value | default | meaning |\n")
        .contains("| `queueCapacity` | integer from 1 to 2147483647 | `10000` | Messages that");
  }
}
