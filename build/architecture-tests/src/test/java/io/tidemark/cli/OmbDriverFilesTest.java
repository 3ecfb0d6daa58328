package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.runs.Console;
import io.tidemark.runs.suite.SuiteReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OMB's driver files are read unchanged, with the real drivers on the class path: those of our
 * drivers are checked as {@code bin/benchmark} checks them, those of other drivers are passed on.
 */
class OmbDriverFilesTest {
  private static final Path FILES = Path.of("src/test/resources/omb");

  @TempDir Path folder;
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rabbitmq",
        "rabbitmq-classic",
        "rabbitmq-stream",
        "kafka-throughput",
        "kafka-exactly-once",
        "kafka-compression"
      })
  void aFileOfAReplacedDriverIsAcceptedByOurDriver(String name) throws IOException {
    Path file = FILES.resolve(name + ".yaml");

    List<DriverFile> read = read(file);

    assertThat(read).hasSize(1);
    assertThat(read.get(0).configuration()).containsKey("driverClass");
    assertThat(shown.toString(StandardCharsets.UTF_8).lines())
        .as("the class name is mentioned, nothing else")
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains("is OMB's name; using io.tidemark."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"artemis-jms", "pulsar-jms", "pulsar", "redis"})
  void aFileOfAnUnknownDriverIsPassedOnUnchanged(String name) throws IOException {
    Path file = FILES.resolve(name + ".yaml");
    ReadOptions options = ReadOptions.ofProcess(false);

    DriverFile read = DriverFileReader.read(file, options, Settings.UNKNOWN);

    assertThat(read.yaml()).isEqualTo(Files.readString(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sendTimeout: 100       | d.yaml:11:14: sendTimeout: wrong value, got 100; allowed a time span",
        "confirmWindow: 0       | 11:16: confirmWindow: wrong value, got 0; allowed a whole number"
            + " from 1 to 16777216",
        "nackRatio: 1.5         | 11:12: nackRatio: wrong value, got 1.5; allowed a number or percentage from 0"
            + " to 1",
        "queues: {form: 1}      | 11:10: queues.form: unknown key",
        "queues: {form: 1}      | did you mean from?",
        "queues: 5              | 11:9: queues: wrong value, got 5; allowed a map",
        "exchangeType: fanuot   | did you mean fanout?",
        "connections: {startDelay: 2m} | allowed a time span such as 500ms, 30s, 5m or 1h30m to"
            + " 1m40s"
      })
  void whatTheDriverDeclaresIsCheckedWithItsPlace(String line, String message) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("d.yaml"),
            Files.readString(FILES.resolve("rabbitmq.yaml")) + line + "\n");

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  private List<DriverFile> read(Path file) throws IOException {
    PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
    return SuiteReader.readDrivers(List.of(file), false, new Console(out, out, false, false))
        .files();
  }
}
