package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsumeThroughTest {
  private static final String LOCAL = "localBrokers: rabbitmq\n";
  private static final String SECOND = "consumeThrough: b.yaml\n";

  @TempDir Path folder;
  private WrittenDriverFiles files;

  @BeforeEach
  void writeConsumers() throws IOException {
    files = new WrittenDriverFiles(folder);
    files.write("b.yaml", LOCAL + "uri: ${brokers.uri}\npassword: ${env:B_PASSWORD}\n");
  }

  @Test
  void consumersHaveTheBrokersOfTheFirstFile() throws IOException {
    DriverFile file = files.read(SECOND + LOCAL);
    assertThat(file.withBrokers(Map.of("uri", "amqp://one")).consuming().orElseThrow().yaml())
        .contains("uri: amqp://one");
    assertThat(file.masked().get("consumersFile").toString())
        .contains("b.yaml")
        .doesNotContain("hidden");
  }

  /** They could not open it, and refuse what names a file. */
  @Test
  void workersDoNotGetItsName() throws IOException {
    assertThat(files.read(SECOND + LOCAL).forWorkers().yaml())
        .contains("localBrokers")
        .doesNotContain("consumeThrough");
  }

  @Test
  void theSecondFileMustExist() {
    files.assertError(
        "consumeThrough: c.yaml\n", "a.yaml:3", "consumeThrough: there is no file", "got c.yaml");
  }

  @Test
  void theSecondFileHasNoSecondFile() {
    files.assertError(
        "consumeThrough: a.yaml\n", "a.yaml:3", "consumeThrough", "has a second file itself");
  }

  @Test
  void bothFilesHaveTheSameBrokers() {
    files.assertError(
        SECOND + "localBrokers: kafka\n",
        "a.yaml:3",
        "has other brokers (localBrokers of kind rabbitmq) than this file (localBrokers of kind"
            + " kafka)");
    files.assertError(SECOND, "a.yaml:3", "than this file (addresses in the file)");
  }

  @Test
  void brokersOfOneSite() throws IOException {
    files.write("c.yaml", "");
    files.assertError(
        SECOND + LOCAL + "standby: {driver: c.yaml}\n",
        "a.yaml:3",
        "cannot be combined with standby");
  }
}
