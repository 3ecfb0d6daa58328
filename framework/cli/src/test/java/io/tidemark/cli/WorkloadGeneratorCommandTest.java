package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WorkloadGeneratorCommandTest {
  private static final String TEMPLATE =
      """
      nameFormat: "${topics}-topics-${producerRate}"
      topics: [1, 10]
      partitionsPerTopic: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      producerRate: [500, 10000000]
      testDurationMinutes: 1
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void writesAFileForEachCombinationAndNamesIt() throws IOException {
    assertThat(run(TEMPLATE)).isZero();
    assertThat(out.toString().lines())
        .extracting(line -> Path.of(line).getFileName().toString())
        .containsExactly(
            "1-topics-500.yaml",
            "1-topics-max-rate.yaml",
            "10-topics-500.yaml",
            "10-topics-max-rate.yaml");
    assertThat(folder.resolve("out/10-topics-500.yaml")).content().contains("topics: 10\n");
  }

  @Test
  void explainsItself() {
    assertThat(execute("--help")).isZero();
    assertThat(out.toString()).contains("--template-file", "'${topics}-topics-${producerRate}'");
  }

  private int run(String template) throws IOException {
    Path file = Files.writeString(folder.resolve("t.yaml"), template);
    return execute("-t", file.toString(), "-o", folder.resolve("out").toString());
  }

  private int execute(String... args) {
    CommandLine command = WorkloadGeneratorCommand.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return command.execute(args);
  }
}
