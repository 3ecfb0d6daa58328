package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.runs.Console;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.suite.SuiteReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Older keys of RabbitMQ's driver file are `outcomes` of the workload. */
class MeantOutcomesTest {
  private static final String LOAD =
      """
      topics: 1
      partitionsPerTopic: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      producersPerTopic: 1
      producerRate: 10
      testDuration: 1s
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nackRatio: 0.1 | 0.1 | 0.0 | 1 | true",
        "{nackRatio: 50%, nackTimes: 3} | 0.5 | 0.0 | 3 | true",
        "{nackRatio: 0.1, nackRequeue: false} | 0.0 | 0.1 | 1 | false",
      })
  void areReadWithTheWorkload(
      String keys, double released, double rejected, int times, boolean deadLetters)
      throws IOException {
    List<PlannedRun> runs = read(LOAD, "nackTimes: 2", keys);
    assertThat(runs.get(0).workload().consumers().outcomes()).isEmpty();
    OutcomeKeys meant = runs.get(1).workload().consumers().outcomes().orElseThrow();
    assertThat(meant.released()).isEqualTo(released);
    assertThat(meant.rejected()).isEqualTo(rejected);
    assertThat(meant.times()).isEqualTo(times);
    assertThat(meant.deadLetters()).isEqualTo(deadLetters);
  }

  @Test
  void areRefusedWhereTheWorkloadHasOtherOnes() throws IOException {
    String load = LOAD + "outcomes: {released: 0.1}\n";
    assertThat(read(load, "nackRatio: 0.1")).hasSize(1);
    assertThatThrownBy(() -> read(load, "nackRatio: 0.2"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("outcomes: the workload load has other ones");
    assertThatThrownBy(() -> read(LOAD + "delivery: counts\n", "nackRatio: 0.2"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("outcomes: needs delivery: full");
  }

  private List<PlannedRun> read(String load, String... drivers) throws IOException {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    List<Path> files = new ArrayList<>();
    for (String keys : drivers) {
      String flow = keys.startsWith("{") ? keys.substring(1, keys.length() - 1) : keys;
      String text =
          "name: d\ndriverClass: io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver\n"
              + "amqpUris: [amqp://localhost:1]\n"
              + flow.replace(", ", "\n")
              + "\n";
      files.add(Files.writeString(folder.resolve("driver" + files.size() + ".yaml"), text));
    }
    return SuiteReader.read(
            List.of(Files.writeString(folder.resolve("load.yaml"), load)),
            files,
            List.of(),
            Optional.of(1),
            false,
            new Console(out, out, false, false))
        .runs();
  }
}
