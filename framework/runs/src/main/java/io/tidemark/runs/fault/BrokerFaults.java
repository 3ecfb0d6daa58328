package io.tidemark.runs.fault;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.Upgraded;
import io.tidemark.model.result.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Faults of brokers that the benchmark has started on this machine.
 *
 * @param upgrade the rolling upgrade of the run, prepared; empty without one
 */
record BrokerFaults(LocalCluster cluster, Optional<Supplier<String>> upgrade)
    implements FaultInjector {
  /**
   * @param target the cluster after the upgrade of the run, if it has one
   * @throws LocalBrokerException if the server of the upgrade cannot be found or installed
   */
  static BrokerFaults of(LocalCluster cluster, Optional<LocalClusterSpec> target) {
    return new BrokerFaults(cluster, target.map(cluster::upgrade));
  }

  /** Action on one node. */
  private interface Action extends Consumer<Integer> {}

  @Override
  public List<Integer> nodes() {
    return numbers(node -> true);
  }

  @Override
  public List<Integer> running() {
    return numbers(node -> node.state() == LocalNode.State.UP);
  }

  private List<Integer> numbers(Predicate<LocalNode> which) {
    return cluster.nodes().stream().filter(which).map(LocalNode::number).toList();
  }

  @Override
  public OptionalInt numberOf(String driversName) {
    return cluster.numberOf(driversName);
  }

  @Override
  public Undo inject(FaultSpec fault, List<Integer> nodes) throws FaultException {
    return switch (fault.kind()) {
      case KILL -> lasting(nodes, cluster::kill, this::restart);
      case STOP -> lasting(nodes, cluster::stop, this::restart);
      case FREEZE -> lasting(nodes, cluster::freeze, all -> all.forEach(cluster::resume));
      case PARTITION -> lasting(nodes, cluster::partition, this::heal);
      case LATENCY ->
          lasting(
              nodes,
              node ->
                  cluster.delay(
                      node,
                      fault.delay().orElse(Duration.ZERO),
                      fault.jitter().orElse(Duration.ZERO)),
              this::heal);
      case MEMORY_ALARM ->
          lasting(nodes, cluster::raiseMemoryAlarm, all -> all.forEach(cluster::endMemoryAlarm));
      case RESET_CONNECTIONS -> done(() -> nodes.forEach(cluster::resetConnections));
      case RESTART ->
          done(
              () -> {
                nodes.forEach(cluster::stop);
                restart(nodes);
              });
      case ROLLING_RESTART ->
          done(
              () ->
                  nodes.forEach(
                      node -> {
                        cluster.stop(node);
                        cluster.restart(node);
                      }));
      case ROLLING_UPGRADE -> new Upgraded(upgradeAll());
      case COMMAND -> throw new IllegalArgumentException("a command is not for a local broker");
    };
  }

  private String upgradeAll() throws FaultException {
    try {
      return upgrade.orElseThrow().get(); // FaultCheck
    } catch (LocalBrokerException e) {
      throw new FaultException(Text.message(e), e);
    }
  }

  /** All at once: a minority cannot serve before the others are there. */
  private void restart(List<Integer> nodes) {
    cluster.restartTogether(nodes);
  }

  private void heal(List<Integer> nodes) {
    nodes.forEach(cluster::heal);
  }

  private static Undo lasting(List<Integer> nodes, Action action, Consumer<List<Integer>> undo)
      throws FaultException {
    try {
      nodes.forEach(action);
    } catch (LocalBrokerException e) {
      undo(nodes, undo, e);
      throw new FaultException(Text.message(e), e);
    }
    return () -> done(() -> undo.accept(nodes));
  }

  private static void undo(
      List<Integer> nodes, Consumer<List<Integer>> undo, LocalBrokerException failure) {
    try {
      undo.accept(nodes);
    } catch (LocalBrokerException e) {
      failure.addSuppressed(e);
    }
  }

  private static Undo done(Runnable action) throws FaultException {
    try {
      action.run();
      return Undo.NONE;
    } catch (LocalBrokerException e) {
      throw new FaultException(Text.message(e), e);
    }
  }
}
