package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits beyond loss on a real Kafka: what it promises, and what a file does without. */
@Tag("release")
class LogAuditsOnKafkaIT {
  private static final List<String> OF_OFFSETS =
      List.of(
          "offsetsNotUnique",
          "offsetsMismatched",
          "commitsBack",
          "commitsAhead",
          "keyOrderViolations");

  private static final String ABORTING =
      """
      producerConfig: |
        acks=all
        transactional.id=audited
      transactionInterval: 50ms
      transactionSize: 5
      transactionAborts: 20%%
      consumerConfig: |
        auto.offset.reset=earliest
        enable.auto.commit=false
        isolation.level=%s
      """;

  private static final String SOUND =
      """
      producerConfig: acks=all
      consumerConfig: |
        auto.offset.reset=earliest
        enable.auto.commit=false
      """;

  @TempDir static Path folder;

  private record Audited(int exitCode, JsonNode delivery, String output) {}

  private static Path driver(String name, String keys) throws IOException {
    return StartedKafka.shared().driver(folder, name, keys);
  }

  private static Audited run(String name, String driver, String workload)
      throws IOException, InterruptedException {
    Path file = driver(name, driver);
    Path load =
        WorkloadFiles.write(
            folder, name, workload + "warmupDuration: 0s\n" + WorkloadFiles.WIDE_THRESHOLDS);
    Path results = folder.resolve(name + "-results");
    Command run = Command.measure(results, file.toString(), load);
    return new Audited(run.exitCode(), RunResults.only(results).required("delivery"), run.output());
  }

  @Test
  void offsetsCommitsAndKeysAreSoundWhileConsumersComeAndGo()
      throws IOException, InterruptedException {
    Audited run =
        run(
            "sound",
            SOUND,
            """
            producerRate: 500
            keyDistributor: KEY_ZIPF
            phases:
              - {name: one, duration: 3s}
              - {name: three, duration: 5s, consumerPerSubscription: 3}
              - {name: two, duration: 3s, consumerPerSubscription: 2}
            churn: {consumersPerSecond: 0.5}
            drainTimeout: 60s
            auditOffsets: true
            objectives: {lost: 0, offsetsNotUnique: 0, offsetsMismatched: 0, commitsBack: 0,
                         commitsAhead: 0, keyOrderViolations: 0}
            """);

    assertThat(run.exitCode()).as(run.output()).isZero();
    for (String audit : OF_OFFSETS) {
      assertThat(run.delivery().required(audit).asLong(-1)).as("%s", audit).isZero();
    }
    assertThat(run.delivery().at("/subscriptions/0/offsets/checkedMessages").asLong())
        .isGreaterThan(100);
  }

  /** Its client commits what it has polled: a slow consumer has not processed that yet. */
  @Test
  void aSlowConsumerWithAutomaticCommitsCommitsMessagesThatItHasNotProcessed()
      throws IOException, InterruptedException {
    Audited run =
        run(
            "automatic",
            """
            producerConfig: acks=all
            consumerConfig: |
              auto.offset.reset=earliest
              enable.auto.commit=true
              auto.commit.interval.ms=100
              max.poll.interval.ms=3000
            """,
            """
            producerRate: 200
            consumerProcessingTime: 20ms
            testDuration: 4s
            auditOffsets: true
            objectives: {commitsAhead: 0}
            """);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
    assertThat(run.delivery().required("commitsAhead").asLong()).as(run.output()).isPositive();
    assertThat(run.output()).contains("commit-ahead", "but offset ");
    assertThat(run.delivery().required("commitsBack").asLong(-1)).isZero();
  }

  private static String conformance(Path driver, String rules)
      throws IOException, InterruptedException {
    return Command.run(folder, "conformance", "-d", driver.toString(), "--rules", rules).output();
  }

  @Test
  void theRulesOfLogsHoldUnlessUncommittedMessagesAreRead()
      throws IOException, InterruptedException {
    assertThat(conformance(driver("rules", SOUND), "4.18,4.19,6.15"))
        .contains("passed    MAY    4.18", "passed    MAY    4.19", "passed    MAY    6.15");
    assertThat(conformance(driver("rule", ABORTING.formatted("read_committed")), "3.13"))
        .contains("passed    MAY    3.13");
    assertThat(conformance(driver("dirty", ABORTING.formatted("read_uncommitted")), "3.13"))
        .contains("FAILED    MAY    3.13", "received messages of aborted transactions");
  }
}
