package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site fails, and consumers read at its standby; brokers or their tools count what is there. */
class FailoverIT {
  private static final int MESSAGES = 3_000;
  private static final int TOPICS = 3;
  private static final int COPIED_OF_TOPIC = 400;

  @TempDir Path folder;

  /** The shovels end after some messages, so that the recovery point is known, and is not 0. */
  @Test
  void whatTheShovelsDidNotCopyIsTheRecoveryPoint() throws IOException, InterruptedException {
    RabbitMqStandby standby = new RabbitMqStandby(folder);
    Path driver =
        twoSites(
            "driver-rabbitmq-quorum",
            "two-sites-shovel",
            """
              replicate:
                - |
                  for topic in $TIDEMARK_TOPICS; do
                    shovel="$SITE_B_managementUris/api/parameters/shovel/%%2F/$topic"
                    curl -fsS -u guest:guest "$shovel" |
                      sed 's/"value":{/"value":{"src-delete-after":%d,/' |
                      curl -fsS -u guest:guest -X PUT --data-binary @- "$shovel"
                  done
            """
                    .formatted(COPIED_OF_TOPIC)
                + standby.promote());

    try (TidemarkProcess run = benchmark(driver)) {
      long copied = standby.countAndPromote(run);
      assertThat(run.waitFor()).as(run.output()).isZero();
      JsonNode result = RunResults.only(folder.resolve("results"));
      JsonNode failover = result.required("failover");
      long missing = MESSAGES - TOPICS * (COPIED_OF_TOPIC - 1); // Each producer has sent a probe.
      assertThat(copied).as(run.output()).isEqualTo(TOPICS * COPIED_OF_TOPIC);
      assertThat(failover.required("confirmedMessages").asLong()).isEqualTo(MESSAGES);
      assertThat(failover.required("recoveryPointMessages").asLong()).isEqualTo(missing);
      assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isEqualTo(missing);
      assertThat(failover.required("recoveryPointAgeSeconds").asDouble()).isPositive();
      assertThat(failover.required("recoveryTimeFirstSeconds").asDouble()).isPositive();
      assertThat(failover.required("failure").asText()).isEqualTo("killed 1 node of rabbitmq");
      assertThat(lag(failover)).as("lag at the end").last().isEqualTo(missing);
      assertThat(run.output()).contains("missing at site B (RPO)", "%,d".formatted(missing));
      assertNothingIsLeft();
    }
  }

  @Test
  @Tag("release") // Only its driver file differs from that of the shovels.
  void whatTheFederationDidNotCopyIsTheRecoveryPoint() throws IOException, InterruptedException {
    RabbitMqStandby standby = new RabbitMqStandby(folder);
    Path driver = twoSites("driver-rabbitmq-quorum", "two-sites-federation", standby.promote());

    try (TidemarkProcess run = benchmark(driver)) {
      long copied = standby.countAndPromote(run) - TOPICS; // Each producer has sent a probe.
      assertThat(run.waitFor()).as(run.output()).isZero();
      JsonNode result = RunResults.only(folder.resolve("results"));
      JsonNode failover = result.required("failover");
      assertThat(copied).as(run.output()).isPositive();
      assertThat(failover.required("confirmedMessages").asLong()).isEqualTo(MESSAGES);
      assertThat(failover.required("recoveryPointMessages").asLong(-1))
          .as(run.output())
          .isEqualTo(MESSAGES - copied);
      assertThat(failover.required("diskBytes").asLong()).isPositive();
      assertThat(lag(failover)).isNotEmpty();
      assertNothingIsLeft();
    }
  }

  @Test
  @Tag("release")
  void mirrorMakerCopiesAllMessagesOfATopicThatKeepsItsName()
      throws IOException, InterruptedException {
    Path counted = folder.resolve("counted.txt");
    Path driver =
        twoSites(
            "driver-kafka-strimzi",
            "two-sites",
            """
              promote:
                - >-
                  %s -XX:TieredStopAtLevel=1 -cp '%s/*' org.apache.kafka.tools.GetOffsetShell
                  --bootstrap-server $SITE_B_bootstrap --exclude-internal-topics > %s
            """
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    TidemarkProcess.ROOT.resolve("local-brokers/kafka/target/kafka-libs"),
                    counted));

    try (TidemarkProcess run = benchmark(driver)) {
      assertThat(run.waitFor()).as(run.output()).isZero();
      JsonNode failover = RunResults.only(folder.resolve("results")).required("failover");
      long atStandby = offsets(counted) - TOPICS;
      assertThat(failover.required("confirmedMessages").asLong()).isEqualTo(MESSAGES);
      assertThat(failover.required("recoveryPointMessages").asLong(-1))
          .as(run.output())
          .isEqualTo(MESSAGES - atStandby);
      assertThat(atStandby).as(run.output()).isPositive();
      assertThat(failover.required("diskBytes").asLong()).isPositive();
      assertThat(lag(failover)).isNotEmpty();
      assertNothingIsLeft();
    }
  }

  private TidemarkProcess benchmark(Path driver) throws IOException {
    return TidemarkProcess.start(
        folder, "benchmark", "-d", driver.toString(), workload().toString());
  }

  /** The shipped workload, shorter. */
  private Path workload() throws IOException {
    Path file = WorkloadFiles.shipped(folder, "failover");
    String yaml = Files.readString(file);
    return Files.writeString(file, yaml.replace("messageLimit: 6000", "messageLimit: " + MESSAGES));
  }

  /** A shipped driver file with more lines for its standby, beside that of the second site. */
  private Path twoSites(String driverFolder, String name, String more) throws IOException {
    Path shipped = TidemarkProcess.ROOT.resolve(driverFolder);
    Files.copy(shipped.resolve("local-1node.yaml"), folder.resolve("local-1node.yaml"));
    String yaml = Files.readString(shipped.resolve(name + ".yaml"));
    return Files.writeString(folder.resolve(name + ".yaml"), yaml + more);
  }

  /** Lines of topic, partition and end offset. */
  private static long offsets(Path printed) throws IOException {
    try (Stream<String> lines = Files.lines(printed)) {
      return lines
          .filter(line -> line.matches("[\\w.-]+-\\d{7}-[\\w-]+:\\d+:\\d+"))
          .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(':') + 1)))
          .sum();
    }
  }

  private static List<Long> lag(JsonNode failover) {
    return Stream.of(failover.required("lag"))
        .flatMap(list -> StreamSupport.stream(list.spliterator(), false))
        .map(point -> point.required("lagMessages").asLong())
        .toList();
  }

  /** Neither a cluster nor MirrorMaker outlives the command. */
  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> clusters = Files.list(folder.resolve("state"))) {
      assertThat(clusters).isEmpty();
    }
    assertThat(
            ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString())))
        .isEmpty();
  }
}
