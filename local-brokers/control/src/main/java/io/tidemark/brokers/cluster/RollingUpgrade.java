package io.tidemark.brokers.cluster;

import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An upgrade of one node after another, in the order of their numbers.
 *
 * @param outOfSync which copies of messages are behind; empty if all are in sync
 * @param deadline for a node to serve, and for all copies of messages to be in sync
 */
record RollingUpgrade(
    LocalCluster cluster,
    ServerUpgrade upgrade,
    Supplier<Optional<String>> outOfSync,
    Duration deadline) {

  /** Carries it out; returns what was done and what is left to do, for people. */
  String run() {
    awaitInSync();
    List<String> done = new ArrayList<>();
    for (LocalNode node : cluster.nodes()) {
      done.add(upgrade(node.number()));
    }
    done.add(upgrade.remaining());
    return String.join("; ", done);
  }

  private String upgrade(int node) {
    Polling time = Polling.in(deadline);
    cluster.stop(node);
    upgrade.apply(node);
    cluster.restart(node);
    Duration down = time.elapsed();
    awaitInSync();
    return String.format(
        Locale.ROOT,
        "node %d has %s: served after %.1f s, in sync after %.1f s",
        node,
        upgrade.version(),
        down.toMillis() / 1e3,
        time.elapsed().toMillis() / 1e3);
  }

  private void awaitInSync() {
    String[] behind = {""};
    Polling.in(deadline)
        .require(
            () -> {
              behind[0] = outOfSync.get().orElse("");
              return behind[0].isEmpty();
            },
            () ->
                String.format(
                    Locale.ROOT,
                    "%s: copies of messages are behind after %d s: %s",
                    cluster.kind(),
                    deadline.toSeconds(),
                    behind[0]));
  }
}
