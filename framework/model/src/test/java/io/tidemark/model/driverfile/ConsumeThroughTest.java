package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsumeThroughTest {
  private static final String LOCAL = "localBrokers: rabbitmq\n";
  private static final String SECOND = "consumeThrough: b.yaml\n";

  @TempDir Path folder;

  @BeforeEach
  void writeConsumers() throws IOException {
    write("b.yaml", LOCAL + "uri: ${brokers.uri}\npassword: ${env:B_PASSWORD}\n");
  }

  private Path write(String name, String more) throws IOException {
    String yaml = "name: %s\ndriverClass: a.Driver\n%s".formatted(name, more);
    return Files.writeString(folder.resolve(name), yaml);
  }

  private DriverFile read(String more) throws IOException {
    return DriverFileReader.read(
        write("a.yaml", more),
        new ReadOptions(false, Map.of("B_PASSWORD", "hidden"), folder),
        Settings.UNKNOWN);
  }

  private void assertError(String more, String... parts) {
    assertThatThrownBy(() -> read(more))
        .isInstanceOf(ConfigurationException.class)
        .satisfies(
            e ->
                assertThat(((ConfigurationException) e).problems().get(0).oneLine())
                    .contains(parts));
  }

  @Test
  void consumersHaveTheBrokersOfTheFirstFile() throws IOException {
    DriverFile file = read(SECOND + LOCAL);
    assertThat(file.withBrokers(Map.of("uri", "amqp://one")).consuming().orElseThrow().yaml())
        .contains("uri: amqp://one");
    assertThat(file.masked().get("consumersFile").toString())
        .contains("b.yaml")
        .doesNotContain("hidden");
  }

  /** They could not open it, and refuse what names a file. */
  @Test
  void workersDoNotGetItsName() throws IOException {
    assertThat(read(SECOND + LOCAL).forWorkers().yaml())
        .contains("localBrokers")
        .doesNotContain("consumeThrough");
  }

  @Test
  void theSecondFileMustExist() {
    assertError(
        "consumeThrough: c.yaml\n", "a.yaml:3", "consumeThrough: there is no file", "got c.yaml");
  }

  @Test
  void theSecondFileHasNoSecondFile() {
    assertError(
        "consumeThrough: a.yaml\n", "a.yaml:3", "consumeThrough", "has a second file itself");
  }

  @Test
  void bothFilesHaveTheSameBrokers() {
    assertError(
        SECOND + "localBrokers: kafka\n",
        "a.yaml:3",
        "has other brokers (localBrokers of kind rabbitmq) than this file (localBrokers of kind"
            + " kafka)");
    assertError(SECOND, "a.yaml:3", "than this file (addresses in the file)");
  }

  @Test
  void brokersOfOneSite() throws IOException {
    write("c.yaml", "");
    assertError(
        SECOND + LOCAL + "standby: {driver: c.yaml}\n",
        "a.yaml:3",
        "cannot be combined with standby");
  }

  @Test
  void problemsOfTheSecondFileAreReported() throws IOException {
    write("b.yaml", "localBrokers: {kind: redis}\n");
    assertError(SECOND + LOCAL, "b.yaml:3", "localBrokers.kind");
  }
}
