package io.tidemark.brokers;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterLayout;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.ProcessCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Watchdog;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.time.Duration;
import java.util.function.Consumer;

/** Starts the processes of a cluster; a start that fails leaves nothing behind. */
final class ClusterStart {
  private ClusterStart() {}

  static ProcessCluster guarded(
      String name,
      LocalClusterSpec spec,
      LocalBrokersHome home,
      ClusterRecipe recipe,
      Duration deadline,
      Consumer<String> progress) {
    ClusterDirectory directory = ClusterDirectory.create(home.stateDirectory(), name);
    Watchdog watchdog = Watchdog.guarding(directory.path(), spec.values().keepData());
    try {
      ClusterLayout layout = recipe.prepare(directory, spec);
      directory.describe(layout);
      spec.values().cpus().ifPresent(cpus -> limitCpus(directory, layout, cpus));
      ProcessCluster cluster =
          new ProcessCluster(
              directory, layout, recipe, spec.values().readyTimeout().orElse(deadline));
      cluster.startAll(progress);
      return cluster.guardedBy(watchdog);
    } catch (RuntimeException failure) {
      cleanUp(directory, watchdog, spec.values().keepData(), failure);
      throw failure;
    }
  }

  private static void limitCpus(ClusterDirectory directory, ClusterLayout layout, double cpus) {
    try {
      layout.numbers().forEach(node -> directory.member(node).limitCpus(node, cpus));
    } catch (IllegalArgumentException e) {
      throw new LocalBrokerException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void cleanUp(
      ClusterDirectory directory, Watchdog watchdog, boolean keepData, RuntimeException failure) {
    // After an interrupted start it also waits for its processes.
    boolean interrupted = Thread.interrupted();
    try {
      directory.killAll();
      if (!keepData) {
        directory.delete();
      }
      watchdog.disarm();
    } catch (RuntimeException e) {
      failure.addSuppressed(e); // The watchdog stays active and tries again when this process ends.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
