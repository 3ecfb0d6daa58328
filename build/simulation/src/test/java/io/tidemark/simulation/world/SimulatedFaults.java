package io.tidemark.simulation.world;

import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.kernel.Node;
import io.tidemark.simulation.plan.FaultPlan;
import io.tidemark.simulation.plan.FaultPlan.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Injects the faults of a workload into the simulated broker, and notes when. */
public final class SimulatedFaults implements FaultInjector {
  public static final long NEVER = Long.MAX_VALUE;
  private static final long MILLI = 1_000_000;

  private final Kernel kernel;
  private final BrokerNodes broker;
  private final FaultPlan plan;
  private final List<Injected> all = new ArrayList<>();

  /** What became of a fault. Times are virtual. */
  public static final class Injected {
    final Planned planned;
    final List<Integer> nodes;
    final long beganNanos;
    long inEffectNanos = NEVER;
    long effectNanos = NEVER;
    long effectEndedNanos = NEVER;
    long undoBeganNanos = NEVER;
    long undoneNanos = NEVER;
    int undoings;

    Injected(Planned planned, List<Integer> nodes, long beganNanos) {
      this.planned = planned;
      this.nodes = nodes;
      this.beganNanos = beganNanos;
    }

    public Planned planned() {
      return planned;
    }

    public long beganNanos() {
      return beganNanos;
    }

    public long inEffectNanos() {
      return inEffectNanos;
    }

    public long effectNanos() {
      return effectNanos;
    }

    public long effectEndedNanos() {
      return effectEndedNanos;
    }

    public long undoBeganNanos() {
      return undoBeganNanos;
    }

    public long undoneNanos() {
      return undoneNanos;
    }

    public int undoings() {
      return undoings;
    }
  }

  SimulatedFaults(Kernel kernel, BrokerNodes broker, FaultPlan plan) {
    this.kernel = kernel;
    this.broker = broker;
    this.plan = plan;
  }

  /** In order of their injection. */
  public List<Injected> all() {
    return all;
  }

  @Override
  public List<Integer> running() {
    return broker.running();
  }

  @Override
  public List<Integer> nodes() {
    return IntStream.rangeClosed(1, FaultPlan.NODES).boxed().toList();
  }

  @Override
  public OptionalInt numberOf(String driversName) {
    return OptionalInt.empty();
  }

  @Override
  public Undo inject(FaultSpec fault, List<Integer> nodes)
      throws FaultException, InterruptedException {
    Planned planned = plan.named(fault.name());
    Injected injected =
        new Injected(planned, nodes.isEmpty() ? nodes() : List.copyOf(nodes), kernel.now());
    all.add(injected);
    kernel.note("injects " + planned);
    if (planned.early()) {
      begins(injected);
    }
    kernel.sleep(planned.injectMillis() * MILLI);
    if (planned.fails()) {
      ends(injected);
      throw new FaultException("it cannot be injected");
    }
    begins(injected);
    if (!planned.action().lasts()) {
      ends(injected);
    }
    injected.inEffectNanos = kernel.now();
    return () -> undo(injected);
  }

  private void undo(Injected injected) throws FaultException, InterruptedException {
    Planned planned = injected.planned;
    injected.undoings++;
    injected.undoBeganNanos = kernel.now();
    kernel.note("undoes " + planned);
    if (!planned.late()) {
      ends(injected);
    }
    kernel.sleep(planned.undoMillis() * MILLI);
    if (planned.undoFails()) {
      throw new FaultException("it cannot be undone");
    }
    ends(injected);
    injected.undoneNanos = kernel.now();
  }

  private void begins(Injected injected) {
    if (injected.effectNanos < NEVER) {
      return;
    }
    injected.effectNanos = kernel.now();
    injected.nodes.forEach(node -> broker.begins(injected.planned.action().effect(), node));
    if (injected.planned.failoverMillis() > 0) {
      kernel.start(new Thread(() -> failOver(injected), "failover"), new Node("chaos"));
    }
  }

  private void failOver(Injected injected) {
    try {
      kernel.sleep(injected.planned.failoverMillis() * MILLI);
      ends(injected);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ends(Injected injected) {
    if (injected.effectNanos < NEVER && injected.effectEndedNanos == NEVER) {
      injected.effectEndedNanos = kernel.now();
      injected.nodes.forEach(node -> broker.ends(injected.planned.action().effect(), node));
    }
  }
}
