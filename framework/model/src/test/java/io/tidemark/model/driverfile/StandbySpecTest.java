package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.driverfile.StandbySpec.Replication;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandbySpecTest {
  private static final String LOCAL = "localBrokers: {kind: rabbitmq, nodes: 1}\n";

  @TempDir Path folder;

  @BeforeEach
  void writeSiteB() throws IOException {
    write("b.yaml", LOCAL + "password: ${env:B_PASSWORD}\n");
  }

  private Path write(String name, String more) throws IOException {
    String yaml = "name: %s\ndriverClass: a.Driver\n%s".formatted(name, more);
    return Files.writeString(folder.resolve(name), yaml);
  }

  private DriverFile read(String more) throws IOException {
    Map<String, String> environment = Map.of("B_PASSWORD", "hidden", "HOST", "a.example.com");
    return DriverFileReader.read(
        write("a.yaml", more), new ReadOptions(false, environment, folder), Settings.UNKNOWN);
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
  void readsTheSecondSiteAndWhatIsDone() throws IOException {
    DriverFile first =
        read(
            LOCAL
                + """
                standby:
                  driver: b.yaml
                  replication: federation
                  promote: ["promote ${env:HOST}", "${brokers.user}"]
                  commandTimeout: 90s
                """);

    StandbySpec spec = first.standby().orElseThrow().spec();
    assertThat(first.standby().get().site().name()).isEqualTo("b.yaml");
    assertThat(spec.replication()).contains(Replication.FEDERATION);
    assertThat(spec.fail()).isEmpty();
    assertThat(spec.commandTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(first.withBrokers(Map.of("user", "guest")).standby().orElseThrow().spec().promote())
        .containsExactly("promote a.example.com", "guest");
    assertThat(first.forWorkers().yaml()).contains("localBrokers").doesNotContain("standby");
    assertThat(first.masked().toString()).contains("standbySite").doesNotContain("hidden");
  }

  @Test
  void theSecondFileMustExist() {
    assertError(
        LOCAL + "standby: {driver: c.yaml}\n",
        "a.yaml:4",
        "standby.driver: there is no file",
        "got c.yaml");
  }

  @Test
  void theSecondFileIsOfOneSite() {
    assertError(
        LOCAL + "standby: {driver: a.yaml}\n", "a.yaml:4", "standby.driver", "a standby itself");
  }

  @Test
  void problemsOfTheSecondFileAreReported() throws IOException {
    write("c.yaml", "localBrokers: {kind: redis}\n");

    assertError(LOCAL + "standby: {driver: c.yaml}\n", "c.yaml:3", "localBrokers.kind");
  }

  @Test
  void anExistingSiteIsMadeToFailByCommands() {
    assertError("standby: {driver: b.yaml}\n", "a.yaml:3", "standby.fail: the key is missing");
  }

  @Test
  void aReplicationIsBetweenLocalClustersOfItsKind() {
    assertError(
        LOCAL + "standby: {driver: b.yaml, replication: mirror-maker}\n",
        "a.yaml:4",
        "standby.replication: mirror-maker is between two local clusters of kind kafka");
  }

  @Test
  void unknownKeysGetASuggestion() {
    assertError(
        LOCAL + "standby: {driver: b.yaml, promotion: now}\n",
        "a.yaml:4",
        "standby.promotion",
        "promote");
  }
}
