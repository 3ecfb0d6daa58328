package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs of the command that audit the offsets of a log, without a fault and with each. */
@Tag("slow")
class AuditedOffsetsTest {
  private static final List<String> FIGURES =
      List.of(
          "offsetsNotUnique",
          "offsetsMismatched",
          "commitsBack",
          "commitsAhead",
          "keyOrderViolations");

  private static final List<String> CODES =
      List.of("offset-not-unique", "offset-mismatch", "commit-back", "commit-ahead", "key-order");

  private static final String WORKLOAD =
      """
      topics: 1
      partitionsPerTopic: 2
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 2
      messageSize: 100
      producerRate: 500
      keyDistributor: KEY_ZIPF
      warmupDuration: 0s
      testDuration: %s
      drainTimeout: 1s
      """
          + CommandRun.TOLERANT;

  private static final String OBJECTIVES =
      "objectives: {offsetsNotUnique: 0, offsetsMismatched: 0, commitsBack: 0, commitsAhead: 0,"
          + " keyOrderViolations: 0}\n";

  @TempDir Path folder;

  private CommandRun run(Class<?> driver, String length, String more) throws IOException {
    String file = "driverClass: " + driver.getName() + "\n";
    return CommandRun.in(folder, file, WORKLOAD.formatted(length) + more);
  }

  private JsonNode delivery() throws IOException {
    return CommandRun.result(folder).required("delivery");
  }

  static List<Arguments> faults() {
    return List.of(
        arguments(LogDriver.RepeatsOffsets.class, "offsetsNotUnique", "offset-not-unique", "1s"),
        arguments(LogDriver.AcknowledgesOthers.class, "offsetsMismatched", "offset-mismatch", "1s"),
        arguments(LogDriver.CommitsBack.class, "commitsBack", "commit-back", "4s"),
        arguments(LogDriver.SkipsMessages.class, "commitsAhead", "commit-ahead", "4s"),
        arguments(LogDriver.OvertakesInKeys.class, "keyOrderViolations", "key-order", "2s"));
  }

  /** Nothing else than this figure, with its finding, its example and its missed objective. */
  @ParameterizedTest
  @MethodSource("faults")
  void eachFaultIsAFindingOfItsOwn(Class<?> driver, String figure, String code, String length)
      throws IOException {
    CommandRun done = run(driver, length, "auditOffsets: true\n" + OBJECTIVES);

    assertThat(done.exitCode()).as(done.printed()).isEqualTo(1);
    JsonNode delivery = delivery();
    for (String each : FIGURES) {
      assertThat(delivery.required(each).asLong(-1) > 0)
          .as("%s in %s", each, delivery)
          .isEqualTo(each.equals(figure));
    }
    assertThat(delivery.at("/subscriptions/0/offsets/examples/0/code").asText()).isEqualTo(code);
    assertThat(done.printed()).contains(code, "FAIL");
  }

  @Test
  void aSoundLogHasNoFinding() throws IOException {
    CommandRun done = run(LogDriver.class, "2s", "auditOffsets: true\n" + OBJECTIVES);

    assertThat(done.exitCode()).as(done.printed()).isZero();
    JsonNode delivery = delivery();
    assertThat(FIGURES)
        .allSatisfy(each -> assertThat(delivery.required(each).asLong(-1)).as(each).isZero());
    JsonNode offsets = delivery.at("/subscriptions/0/offsets");
    assertThat(offsets.required("sampleShare").asDouble()).isEqualTo(1);
    assertThat(offsets.required("checkedMessages").asLong())
        .isEqualTo(delivery.required("sentMessages").asLong());
    assertThat(done.printed()).contains("messages checked, not unique 0").doesNotContain(CODES);
  }

  @Test
  void redeliveriesAfterRebalancesAreNoReordering() throws IOException {
    CommandRun done =
        run(
            LogDriver.class,
            "2s",
            "auditOffsets: true\nchurn: {consumersPerSecond: 5}\n" + OBJECTIVES);

    assertThat(done.exitCode()).as(done.printed()).isZero();
    assertThat(delivery().required("duplicatedMessages").asLong()).isPositive();
    assertThat(delivery().required("keyOrderViolations").asLong(-1)).isZero();
  }

  @Test
  void withoutTheKeyNothingIsAudited() throws IOException {
    CommandRun done = run(LogDriver.RepeatsOffsets.class, "1s", "");

    assertThat(done.printed()).doesNotContain(CODES);
    assertThat(delivery().has("offsetsNotUnique")).isFalse();
    assertThat(delivery().at("/subscriptions/0").has("offsets")).isFalse();
    assertThat(run(LogDriver.class, "1s", OBJECTIVES).printed())
        .contains("objectives.keyOrderViolations: is not measured without auditOffsets");
  }

  @Test
  void aDriverWithoutPositionsIsALimit() throws IOException {
    CommandRun done = run(AbortingDriver.class, "1s", "auditOffsets: true\n");

    assertThat(done.printed()).contains("Offsets were not audited");
    assertThat(delivery().has("offsetsNotUnique")).isFalse();
  }
}
