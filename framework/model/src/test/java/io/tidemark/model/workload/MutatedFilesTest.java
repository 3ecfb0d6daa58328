package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files damaged at random (seeded): never anything but a workload or problems with a place. */
@Tag("slow")
class MutatedFilesTest {
  private static final int ROUNDS = 1500;
  private static final List<String> VALUES =
      List.of(
          "",
          "~",
          "0",
          "-1",
          "1e400",
          "99999999999999999999",
          "max",
          "[]",
          "{}",
          "[1, 2]",
          "{a: 1}",
          "'x",
          "\"",
          ".5",
          "30s",
          "0s",
          "5",
          "off",
          "true",
          "${env:NO}",
          "${brokers.x}",
          "${",
          "$${a}",
          "&a 1",
          "*a",
          "!!int 5",
          "!x y",
          "|",
          "- 1",
          "? a",
          "\t1",
          "{from: 1, to: 2}",
          "<= 5ms",
          "1KB",
          "é😀",
          "2GB",
          "100000",
          "unlimited",
          "{size: 1, weight: 0}");
  private static final String RICH =
      """
      # rich é😀
      name: rich
      topics: 2
      partitionsPerTopic: 3
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      messageSizeDistribution: {100: 70, 1KB: 30}
      payload: {entropy: 0.5, poolSize: 10}
      keyDistributor: KEY_ZIPF
      envelope: {position: trailer, form: text}
      maxInFlightPerProducer: 100
      messageLimit: 5000
      warmupDuration: 0s
      sampleInterval: 500ms
      iterations: 2
      phases:
        - {name: a, duration: 5s, rate: 10}
        - duration: 1m
          rate: {from: 10, to: 20}
          consumerProcessingTime: {from: 1ms, to: 2ms}
      objectives:
        publishLatency.p99: <= 20ms
        endToEnd: {mean: < 1s}
        lost: 0
      thresholds: {achievedRate: 95, gcPauseMax: 1s}
      delivery: counts
      drainTimeout: 10s
      seed: 7
      """;
  private static final String DRIVER =
      """
      # driver é😀
      name: d
      driverClass: a.B
      localBrokers: {kind: kafka, nodes: 3}
      commonConfig: |
        # ${env:PW}
        bootstrap.servers=${brokers.bootstrap}
        sasl.jaas.config=x password="${env:PW}";
      uri: "amqp://u:${env:PW}@h" # ${env:PW}
      plain: ${env:PW}
      """;

  @TempDir Path folder;

  @Test
  void damagedWorkloadsGiveProblemsOrAWorkloadThatCanBeWrittenAndReadAgain() throws IOException {
    Random random = new Random(1);
    ObjectMapper json = new ObjectMapper();
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = mutate(RICH, random);
      Problems problems = new Problems();
      Optional<Workload> workload = read(text, problems);
      assertThat(workload.isEmpty()).as(text).isEqualTo(problems.hasErrors());
      if (workload.isPresent()) {
        accepted++;
        String effective = json.writeValueAsString(EffectiveWorkload.of(workload.get()));
        Problems again = new Problems();
        Optional<Workload> second = read(effective, again);
        assertThat(again.errors()).as(text).isEmpty();
        assertThat(EffectiveWorkload.of(second.orElseThrow()))
            .as(text)
            .isEqualTo(EffectiveWorkload.of(workload.get()));
      }
    }
    assertThat(accepted).isBetween(ROUNDS / 20, ROUNDS - ROUNDS / 20);
  }

  @Test
  void damagedDriverFilesNeverLeakWhatTheyMayNot() throws IOException {
    Random random = new Random(2);
    ReadOptions options = new ReadOptions(false, Map.of("PW", "S3CR\"ET: #x"), folder);
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = mutate(DRIVER, random);
      Path file = Files.writeString(folder.resolve("d.yaml"), text);
      Problems problems = new Problems();
      Optional<DriverFile> driver =
          new DriverFileReader(options, problems, Settings.UNKNOWN).read(file);
      assertThat(driver.isEmpty()).as(text).isEqualTo(problems.hasErrors());
      problems.all().forEach(p -> assertThat(p.rendered()).as(text).doesNotContain("S3CR"));
      if (driver.isPresent()) {
        accepted++;
        assertThat(driver.get().configuration()).as(text).isNotEmpty();
      }
    }
    assertThat(accepted).isBetween(ROUNDS / 20, ROUNDS - ROUNDS / 20);
  }

  private Optional<Workload> read(String text, Problems problems) throws IOException {
    Path file = Files.writeString(folder.resolve("w.yaml"), text);
    return new WorkloadReader(new ReadOptions(false, Map.of(), folder), problems).read(file);
  }

  private static String mutate(String text, Random random) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n")));
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutate(lines, random);
    }
    return String.join(random.nextInt(10) == 0 ? "\r\n" : "\n", lines) + "\n";
  }

  private static void mutate(List<String> lines, Random random) {
    int at = random.nextInt(lines.size());
    String line = lines.get(at);
    switch (random.nextInt(6)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, line);
      case 2 -> lines.set(at, " " + line);
      case 3 -> lines.set(at, cut(line, random));
      default -> {
        int colon = line.indexOf(": ");
        String value = VALUES.get(random.nextInt(VALUES.size()));
        lines.set(at, colon < 0 ? value : line.substring(0, colon + 2) + value);
      }
    }
    if (lines.isEmpty()) {
      lines.add("");
    }
  }

  /** At a whole character: half a surrogate pair could not be written. */
  private static String cut(String line, Random random) {
    int characters = random.nextInt(line.codePointCount(0, line.length()) + 1);
    return line.substring(0, line.offsetByCodePoints(0, characters));
  }
}
