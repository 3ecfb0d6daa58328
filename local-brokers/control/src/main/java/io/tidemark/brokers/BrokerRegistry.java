package io.tidemark.brokers;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.cluster.OrphanedClusters;
import io.tidemark.brokers.cluster.ProcessCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The clusters of this user on this machine, by name: those started by hand, which run until they
 * are stopped (without watchdog and owner), and those of running benchmarks, which end with their
 * run but can be inspected and controlled.
 *
 * @param home whose state directory holds them
 */
public record BrokerRegistry(LocalBrokersHome home) {
  private static final Duration RESTART_DEADLINE = Duration.ofMinutes(2);

  /**
   * A cluster that exists.
   *
   * @param name unique in the state directory
   * @param ownerPid the run it belongs to; empty when started by hand
   * @param ownerEnded whether that run is over and has not stopped it
   */
  public record Entry(String name, OptionalLong ownerPid, boolean ownerEnded) {}

  /** All clusters, by name. */
  public List<Entry> entries() {
    return ClusterDirectory.all(home.stateDirectory()).stream()
        .filter(directory -> directory.layout().isPresent())
        .map(directory -> new Entry(directory.name(), ownerOf(directory), directory.isOrphan()))
        .toList();
  }

  private static OptionalLong ownerOf(ClusterDirectory directory) {
    return directory
        .owner()
        .map(owner -> OptionalLong.of(owner.pid()))
        .orElse(OptionalLong.empty());
  }

  /**
   * Starts a cluster that outlives this process. Before it is ready it ends with this process: an
   * interrupted start leaves no processes.
   *
   * @param name letters, digits, dashes and underscores
   * @throws IllegalArgumentException for another name
   * @throws LocalBrokerException if it cannot be started or the name is taken
   */
  public LocalCluster up(
      String name, LocalClusterSpec spec, Duration deadline, Consumer<String> progress) {
    if (!name.matches("[A-Za-z0-9_-]{1,40}")) {
      throw new IllegalArgumentException(
          "name: got '" + name + "'; allowed up to 40 letters, digits, - and _");
    }
    OrphanedClusters.reap(home.stateDirectory(), progress);
    ProcessCluster cluster = LocalBrokers.guarded(name, spec, home, deadline, progress);
    new ClusterDirectory(home.stateDirectory().resolve(name)).disown();
    return cluster.release();
  }

  /** The cluster of that name; with any owner; the result can control and close it. */
  public LocalCluster get(String name) {
    ClusterDirectory directory = new ClusterDirectory(home.stateDirectory().resolve(name));
    ClusterLayout layout =
        directory
            .layout()
            .orElseThrow(
                () ->
                    new LocalBrokerException(
                        "no local cluster '%s'; there are %s"
                            .formatted(name, entries().stream().map(Entry::name).toList())));
    return new ProcessCluster(
        directory, layout, LocalBrokers.recipe(layout.kind(), home, line -> {}), RESTART_DEADLINE);
  }
}
