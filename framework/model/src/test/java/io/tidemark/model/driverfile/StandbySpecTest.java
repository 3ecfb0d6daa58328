package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.driverfile.StandbySpec.Replication;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandbySpecTest {
  private static final String LOCAL = "localBrokers: {kind: rabbitmq, nodes: 1}\n";

  @TempDir Path folder;
  private WrittenDriverFiles files;

  @BeforeEach
  void writeSiteB() throws IOException {
    files = new WrittenDriverFiles(folder);
    files.write("b.yaml", LOCAL + "password: ${env:B_PASSWORD}\n");
  }

  @Test
  void readsTheSecondSiteAndWhatIsDone() throws IOException {
    DriverFile first =
        files.read(
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
  void theSecondFileIsOfOneSite() {
    files.assertError(
        LOCAL + "standby: {driver: a.yaml}\n", "a.yaml:4", "standby.driver", "a standby itself");
  }

  @Test
  void problemsOfTheSecondFileAreReported() throws IOException {
    files.write("c.yaml", "localBrokers: {kind: redis}\n");

    files.assertError(LOCAL + "standby: {driver: c.yaml}\n", "c.yaml:3", "localBrokers.kind");
  }

  @Test
  void anExistingSiteIsMadeToFailByCommands() {
    files.assertError(
        "standby: {driver: b.yaml}\n", "a.yaml:3", "standby.fail: the key is missing");
  }

  @Test
  void aReplicationIsBetweenLocalClustersOfItsKind() {
    files.assertError(
        LOCAL + "standby: {driver: b.yaml, replication: mirror-maker}\n",
        "a.yaml:4",
        "standby.replication: mirror-maker is between two local clusters of kind kafka");
  }
}
