package io.tidemark.brokers.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterDirectoryTest {
  private static final ClusterLayout LAYOUT =
      new ClusterLayout(
          BrokerKind.RABBITMQ,
          "4",
          List.of("127.0.0.1:1", "127.0.0.1:2"),
          List.of("epmd"),
          Map.of("amqpUri", "amqp://x"),
          false);
  @TempDir Path state;

  @Test
  void readsBackWhatItDescribes() {
    ClusterDirectory directory = ClusterDirectory.create(state, "mine");
    directory.describe(LAYOUT);
    assertThat(ClusterDirectory.all(state))
        .singleElement()
        .extracting(found -> found.layout().orElseThrow())
        .isEqualTo(LAYOUT);
    assertThat(directory.owner()).hasValue(ProcessIdentity.ofThisProcess());
    directory.disown();
    assertThat(directory.owner()).isEmpty();
    assertThat(directory.layout()).hasValue(LAYOUT);
  }

  @Test
  void refusesANameThatIsTaken() {
    ClusterDirectory.create(state, "mine");
    assertThatExceptionOfType(LocalBrokerException.class)
        .isThrownBy(() -> ClusterDirectory.create(state, "mine"))
        .withMessageContaining("'mine' already exists");
  }

  /** It would have no owner, so that nothing removes it. */
  @Test
  void aFolderThatAKilledProcessLeftWithoutAnOwnerIsTaken() throws IOException {
    Files.createDirectories(state.resolve("mine"));
    Files.createDirectories(state.resolve(".unfinished-1"));
    assertThat(ClusterDirectory.create(state, "mine").owner()).isPresent();
    assertThat(ClusterDirectory.all(state))
        .extracting(ClusterDirectory::name)
        .containsExactly("mine");
  }

  @Test
  void reapsOnlyWhatBelongsToAnEndedProcess() throws IOException {
    ClusterDirectory.create(state, "of-this-process").describe(LAYOUT);
    ClusterDirectory byHand = ClusterDirectory.create(state, "by-hand");
    byHand.describe(LAYOUT);
    byHand.disown();
    ClusterDirectory orphan = ClusterDirectory.create(state, "orphan");
    ProcessIdentity self = ProcessIdentity.ofThisProcess();
    Files.writeString(
        orphan.path().resolve("cluster.properties"),
        "owner=" + self.pid() + " " + (self.startTicks() - 1) + "\n");
    OrphanedClusters.reap(state, line -> {});
    assertThat(ClusterDirectory.all(state))
        .extracting(ClusterDirectory::name)
        .containsExactly("by-hand", "of-this-process");
  }

  @Test
  void removesWhatAnEndedProcessDidNotFinish() throws IOException {
    ProcessIdentity self = ProcessIdentity.ofThisProcess();
    Path of = state.resolve(".unfinished-" + self.pid() + "-" + self.startTicks() + "-1");
    Path dead = state.resolve(".unfinished-" + self.pid() + "-" + (self.startTicks() - 1) + "-2");
    Files.createDirectories(of);
    Files.createDirectories(dead);
    Files.writeString(dead.resolve("cluster.properties.new"), "owner=");
    OrphanedClusters.reap(state, line -> {});
    assertThat(of).exists();
    assertThat(dead).doesNotExist();
  }

  @Test
  void findsNothingInAStateDirectoryThatDoesNotExist() {
    assertThat(ClusterDirectory.all(state.resolve("none"))).isEmpty();
  }
}
