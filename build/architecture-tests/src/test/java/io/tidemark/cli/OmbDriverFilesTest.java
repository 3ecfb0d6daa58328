package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.workload.DriverFile;
import io.tidemark.model.workload.DriverFileReader;
import io.tidemark.model.workload.DriverFileReader.Settings;
import io.tidemark.model.workload.ReadOptions;
import io.tidemark.model.yaml.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
  void ofADriverThatWeReplaceIsAcceptedByIt(String name) throws IOException {
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
  void ofADriverThatWeDoNotHaveIsPassedOnUnchanged(String name) throws IOException {
    Path file = FILES.resolve(name + ".yaml");
    ReadOptions options = ReadOptions.ofProcess(false);

    DriverFile read = DriverFileReader.read(file, options, Settings.UNKNOWN);

    assertThat(read.yaml()).isEqualTo(Files.readString(file));
  }

  @Test
  void aNumberWithoutUnitIsAnErrorWhereOmbHasNoSuchKey() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("d.yaml"),
            Files.readString(FILES.resolve("rabbitmq.yaml")) + "sendTimeout: 100\n");

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "d.yaml:11:14: sendTimeout: wrong value, got 100; allowed a time span");
  }

  private List<DriverFile> read(Path file) throws IOException {
    PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
    return SuiteReader.readDrivers(List.of(file), false, new Console(out, out, false, false))
        .files();
  }
}
