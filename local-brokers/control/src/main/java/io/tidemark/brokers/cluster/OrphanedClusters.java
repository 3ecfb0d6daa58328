package io.tidemark.brokers.cluster;

import io.tidemark.brokers.docker.ContainerGroup;
import io.tidemark.brokers.process.LocalBrokerException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Clusters whose owner ended without stopping them and whose watchdog did not do it either (it was
 * killed as well).
 */
public final class OrphanedClusters {
  private OrphanedClusters() {}

  /** Kills and removes them all. */
  public static void reap(Path stateDirectory, Consumer<String> progress) {
    ClusterDirectory.deleteUnfinished(stateDirectory);
    for (ClusterDirectory directory : ClusterDirectory.all(stateDirectory)) {
      if (directory.isOrphan()) {
        progress.accept("removing the local brokers '" + directory.name() + "' of an earlier run");
        reap(directory, progress);
      }
    }
  }

  private static void reap(ClusterDirectory directory, Consumer<String> progress) {
    try {
      directory.killAll();
      if (directory.layout().filter(ClusterLayout::keepData).isPresent()) {
        directory.disown();
      } else {
        directory.delete();
      }
    } catch (LocalBrokerException e) {
      if (ContainerGroup.of(directory.path()).isEmpty()) {
        throw e;
      }
      // Its engine may be unavailable, which must not prevent the start of other brokers.
      progress.accept(e.getMessage() + "; the next start tries again");
    }
  }
}
