package io.tidemark.brokers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A cluster of processes or containers; its state is in its directory. */
final class ProcessCluster implements LocalCluster {
  // A caller that drops its reference does not mean to stop the brokers, which a collected watchdog
  // would do.
  private static final Set<ProcessCluster> GUARDED = ConcurrentHashMap.newKeySet();
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private final ClusterDirectory directory;
  private final ClusterLayout layout;
  private final ClusterRecipe recipe;
  private final Duration readyDeadline;
  private final AtomicReference<Watchdog> guard = new AtomicReference<>();

  ProcessCluster(
      ClusterDirectory directory,
      ClusterLayout layout,
      ClusterRecipe recipe,
      Duration readyDeadline) {
    this.directory = directory;
    this.layout = layout;
    this.recipe = recipe;
    this.readyDeadline = readyDeadline;
  }

  /** The cluster ends with this process, at the latest. */
  ProcessCluster guardedBy(Watchdog watchdog) {
    guard.set(watchdog);
    GUARDED.add(this);
    return this;
  }

  /** Lets the cluster outlive this process. */
  ProcessCluster release() {
    Watchdog watchdog = guard.getAndSet(null);
    GUARDED.remove(this);
    if (watchdog != null) {
      watchdog.disarm();
    }
    return this;
  }

  @Override
  public String kind() {
    return layout.kind().key();
  }

  @Override
  public String version() {
    return layout.version();
  }

  @Override
  public Map<String, String> placeholders() {
    return layout.placeholders();
  }

  @Override
  public List<LocalNode> nodes() {
    return layout.numbers().stream().map(this::node).toList();
  }

  private LocalNode node(int number) {
    NodeProcess process = directory.member(number);
    process.fetchLog();
    return new LocalNode(
        number,
        layout.addresses().get(number - 1),
        process.pid(),
        process.state(),
        process.logFile());
  }

  /** Starts all nodes at once and waits until the whole cluster serves. */
  synchronized void startAll(Consumer<String> progress) {
    layout.helpers().forEach(helper -> directory.process(helper).start());
    layout.numbers().forEach(number -> directory.member(number).start());
    awaitReady(Set.copyOf(layout.numbers()), progress);
  }

  @Override
  public synchronized void kill(int node) {
    process(node).kill();
  }

  @Override
  public void restart(int node) {
    restartTogether(List.of(node));
  }

  @Override
  public synchronized void restartTogether(List<Integer> nodes) {
    List<NodeProcess> processes = nodes.stream().map(this::process).toList();
    processes.forEach(process -> process.stop(STOP_GRACE));
    layout.helpers().stream()
        .map(directory::process)
        .filter(helper -> helper.alive().isEmpty())
        .forEach(ManagedProcess::start);
    processes.forEach(NodeProcess::start);
    awaitReady(Set.copyOf(nodes), message -> {});
  }

  @Override
  public synchronized void freeze(int node) {
    process(node).freeze();
  }

  @Override
  public synchronized void resume(int node) {
    process(node).resume();
  }

  @Override
  public synchronized void close() {
    try {
      directory.killAll();
      if (!layout.keepData()) {
        directory.delete();
      }
    } finally {
      release();
    }
  }

  private NodeProcess process(int node) {
    if (node < 1 || node > layout.addresses().size()) {
      throw new IllegalArgumentException(
          "node: got " + node + "; allowed 1 to " + layout.addresses().size());
    }
    return directory.member(node);
  }

  /**
   * Waits until the nodes just started, and all others that run unfrozen, serve; fails at once when
   * one of them ends, be it before the first look.
   */
  private void awaitReady(Set<Integer> started, Consumer<String> progress) {
    Polling deadline = Polling.in(readyDeadline);
    Map<Integer, String> running = new TreeMap<>();
    nodes().stream()
        .filter(node -> started.contains(node.number()) || node.state() == LocalNode.State.UP)
        .forEach(node -> running.put(node.number(), node.address()));
    String[] missing = {"not checked yet"};
    boolean ready =
        deadline.await(
            () -> {
              requireAlive(running);
              String now = recipe.missing(directory, layout, running).orElse("");
              if (!now.isEmpty() && !now.equals(missing[0])) {
                progress.accept(kind() + ": " + now);
              }
              missing[0] = now;
              return now.isEmpty();
            });
    if (!ready) {
      throw new LocalBrokerException(
          "%s was not ready after %s s: %s%s"
              .formatted(
                  kind(),
                  readyDeadline.toSeconds(),
                  missing[0],
                  directory.member(firstOf(running)).quotedLog()));
    }
    progress.accept(
        "%s: %s %s ready after %s ms"
            .formatted(
                kind(),
                running.size(),
                running.size() == 1 ? "node" : "nodes",
                deadline.elapsed().toMillis()));
  }

  private void requireAlive(Map<Integer, String> running) {
    for (int number : running.keySet()) {
      NodeProcess process = directory.member(number);
      if (process.state() == LocalNode.State.DOWN) {
        throw new LocalBrokerException(
            process.name() + " ended while starting" + process.quotedLog());
      }
    }
  }

  private static int firstOf(Map<Integer, String> running) {
    return running.keySet().stream().findFirst().orElse(1);
  }
}
