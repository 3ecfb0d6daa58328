package io.tidemark.brokers.cluster;

import io.tidemark.brokers.docker.ContainerGroup;
import io.tidemark.brokers.docker.ContainerMeter;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.NodeMeter;
import io.tidemark.brokers.process.NodeProcess;
import io.tidemark.brokers.process.NodeUse;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.ShellCommand;
import io.tidemark.brokers.process.Watchdog;
import io.tidemark.brokers.proxy.ProxyControl;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.proxy.LinkDelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A cluster of processes or containers; its state is in its directory. */
public final class ProcessCluster implements LocalCluster {
  // A caller that drops its reference does not mean to stop the brokers, which a collected watchdog
  // would do.
  private static final Set<ProcessCluster> GUARDED = ConcurrentHashMap.newKeySet();
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private static final Duration DISK_DEADLINE = Duration.ofSeconds(10);
  private static final long BYTES_PER_KIB = 1024;
  private final ClusterDirectory directory;
  private volatile ClusterLayout layout;
  private final ClusterRecipe recipe;
  private final Duration readyDeadline;
  private final List<Supplier<Optional<NodeUse>>> meters = new ArrayList<>();
  private final AtomicReference<Watchdog> guard = new AtomicReference<>();

  public ProcessCluster(
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
  public ProcessCluster guardedBy(Watchdog watchdog) {
    guard.set(watchdog);
    GUARDED.add(this);
    return this;
  }

  /** Lets the cluster outlive this process. */
  public ProcessCluster release() {
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

  @Override
  public OptionalInt numberOf(String name) {
    return layout.numbers().stream()
        .filter(
            number ->
                layout.addresses().get(number - 1).equals(name)
                    || name.equals(number.toString())
                    || recipe.isNamed(number, name))
        .mapToInt(number -> number)
        .findFirst();
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
  public synchronized void startAll(Consumer<String> progress) {
    layout.helpers().forEach(helper -> directory.process(helper).start());
    layout.numbers().forEach(number -> directory.member(number).start());
    awaitReady(Set.copyOf(layout.numbers()), progress);
  }

  @Override
  public synchronized void kill(int node) {
    process(node).kill();
  }

  @Override
  public synchronized void stop(int node) {
    process(node).stop(STOP_GRACE);
  }

  @Override
  public void restart(int node) {
    restartTogether(List.of(node));
  }

  @Override
  public synchronized void restartTogether(List<Integer> nodes) {
    List<NodeProcess> processes = nodes.stream().map(this::process).toList();
    Set<Integer> partitioned = partitioned();
    nodes.stream()
        .filter(partitioned::contains)
        .findFirst()
        .ifPresent(
            node -> {
              throw new LocalBrokerException(
                  "node %s is partitioned and would not become ready; heal it first"
                      .formatted(node));
            });
    processes.forEach(process -> process.stop(STOP_GRACE));
    layout.helpers().stream()
        .map(directory::process)
        .filter(helper -> helper.alive().isEmpty())
        .forEach(ManagedProcess::start);
    processes.forEach(NodeProcess::start);
    awaitReady(Set.copyOf(nodes), message -> {});
  }

  @Override
  public Supplier<String> upgrade(LocalClusterSpec target) {
    ServerUpgrade upgrade = recipe.upgrade(directory, layout, target);
    return () -> {
      setVersion(upgrade.version());
      return new RollingUpgrade(this, upgrade, this::outOfSync, readyDeadline).run();
    };
  }

  /** From the beginning of the upgrade: what follows may leave nodes of both versions. */
  private synchronized void setVersion(String version) {
    layout = layout.withVersion(version);
    directory.describe(layout);
  }

  /** What is behind, as the nodes that run say; empty if all copies are in sync. */
  private Optional<String> outOfSync() {
    Map<Integer, String> running = new TreeMap<>();
    nodes().stream()
        .filter(node -> node.state() == LocalNode.State.UP)
        .forEach(node -> running.put(node.number(), node.address()));
    return recipe.outOfSync(layout, running);
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
  public boolean proxied() {
    return layout.helpers().contains(ClusterProxy.PROCESS);
  }

  @Override
  public synchronized void partition(int node) {
    proxies("partition", node).partition(node);
  }

  @Override
  public synchronized void delay(int node, Duration latency, Duration jitter) {
    proxies("delay", node).delay(node, new LinkDelay(latency, jitter));
  }

  @Override
  public synchronized void resetConnections(int node) {
    proxies("reset the connections of", node).reset(node);
  }

  @Override
  public synchronized void heal(int node) {
    proxies("heal", node).heal(node);
  }

  private ProxyControl proxies(String action, int node) {
    process(node);
    if (!proxied()) {
      throw new IllegalStateException(
          "cannot %s node %s: this cluster was started without 'proxy: true'"
              .formatted(action, node));
    }
    return control();
  }

  /** Those whose proxies do not run can be reached as soon as these are started again. */
  private Set<Integer> partitioned() {
    return proxied() && control().isReady() ? control().partitioned() : Set.of();
  }

  private ProxyControl control() {
    return new ProxyControl(directory.process(ClusterProxy.PROCESS).directory());
  }

  @Override
  public void raiseMemoryAlarm(int node) {
    process(node);
    whenItAnswers(() -> recipe.memoryAlarm(directory, layout, node, true));
  }

  @Override
  public void endMemoryAlarm(int node) {
    whenItAnswers(
        () -> {
          if (process(node).state() != LocalNode.State.DOWN) {
            recipe.memoryAlarm(directory, layout, node, false);
          }
        });
  }

  /**
   * Does something without the lock, since a frozen node answers only once it is resumed. A node
   * that is being stopped or started does not answer until that is over.
   */
  private void whenItAnswers(Runnable action) {
    try {
      action.run();
    } catch (LocalBrokerException e) {
      synchronized (this) {
        action.run();
      }
    }
  }

  @Override
  public String evaluate(int node, String purpose, String expression) {
    process(node);
    return recipe.evaluate(directory, node, purpose, expression);
  }

  @Override
  public void replicateFrom(LocalCluster source, String way, List<String> topics) {
    if (!source.kind().equals(kind()) || !layout.kind().replications().contains(way)) {
      throw new IllegalArgumentException(
          "replication: got %s from %s to %s; allowed %s between two clusters of %s"
              .formatted(way, source.kind(), kind(), layout.kind().replications(), kind()));
    }
    recipe.replicate(
        way, directory, layout, source.placeholders(), topics, Polling.in(readyDeadline));
  }

  @Override
  public OptionalLong diskBytes() {
    if (ContainerGroup.of(directory.path()).isPresent()) {
      return OptionalLong.empty();
    }
    String printed =
        new ShellCommand("measure the disk use", directory.path(), DISK_DEADLINE)
            .run(List.of("du", "-sk", directory.path().toString()));
    return OptionalLong.of(BYTES_PER_KIB * Long.parseLong(printed.split("\\s", 2)[0]));
  }

  /** Does not exclude the methods that change something: a node may be read while it is started. */
  @Override
  public List<NodeUse> use() {
    synchronized (meters) {
      if (meters.isEmpty()) {
        layout.numbers().forEach(number -> meters.add(meter(number)));
      }
      return meters.stream().flatMap(meter -> meter.get().stream()).toList();
    }
  }

  private Supplier<Optional<NodeUse>> meter(int node) {
    return ContainerGroup.of(directory.path())
        .<Supplier<Optional<NodeUse>>>map(
            group -> new ContainerMeter(node, () -> group.process(node))::read)
        .orElseGet(() -> new NodeMeter(node, directory.member(node)::pid)::read);
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
   * Waits until the nodes just started, and all others that run unfrozen and can be reached, serve;
   * fails at once when one of them ends, be it before the first look.
   */
  private void awaitReady(Set<Integer> started, Consumer<String> progress) {
    Polling deadline = Polling.in(readyDeadline);
    Map<Integer, String> running = new TreeMap<>();
    Set<Integer> partitioned = partitioned();
    nodes().stream()
        .filter(node -> !partitioned.contains(node.number()))
        .filter(node -> started.contains(node.number()) || node.state() == LocalNode.State.UP)
        .forEach(node -> running.put(node.number(), node.address()));
    String[] missing = {"not checked yet"};
    boolean ready =
        deadline.await(
            () -> {
              requireAlive(running);
              String now = missing(running);
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

  private String missing(Map<Integer, String> running) {
    return proxied() && !control().isReady()
        ? "waiting for the proxies"
        : recipe.missing(directory, layout, running).orElse("");
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
