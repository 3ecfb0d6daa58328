package io.tidemark.brokers;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A cluster that ends with this process at the latest. */
final class GuardedCluster implements LocalCluster {
  // Whoever drops the reference does not mean to stop the brokers, and a collected watchdog would
  // do just that.
  private static final Set<GuardedCluster> OPEN = ConcurrentHashMap.newKeySet();
  private final LocalCluster cluster;
  private final Watchdog watchdog;

  GuardedCluster(LocalCluster cluster, Watchdog watchdog) {
    this.cluster = cluster;
    this.watchdog = watchdog;
    OPEN.add(this);
  }

  /** Lets the cluster outlive this process. */
  LocalCluster release() {
    OPEN.remove(this);
    watchdog.disarm();
    return cluster;
  }

  @Override
  public String kind() {
    return cluster.kind();
  }

  @Override
  public String version() {
    return cluster.version();
  }

  @Override
  public List<LocalNode> nodes() {
    return cluster.nodes();
  }

  @Override
  public Map<String, String> placeholders() {
    return cluster.placeholders();
  }

  @Override
  public void kill(int node) {
    cluster.kill(node);
  }

  @Override
  public void restart(int node) {
    cluster.restart(node);
  }

  @Override
  public void restartTogether(List<Integer> nodes) {
    cluster.restartTogether(nodes);
  }

  @Override
  public void freeze(int node) {
    cluster.freeze(node);
  }

  @Override
  public void resume(int node) {
    cluster.resume(node);
  }

  @Override
  public void close() {
    if (OPEN.remove(this)) {
      try {
        cluster.close();
      } finally {
        watchdog.disarm();
      }
    }
  }
}
