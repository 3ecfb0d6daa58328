package io.tidemark.simulation.oracle;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.workload.Workload;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.SeedPlan.Kind;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.List;
import java.util.Optional;

/** Compares what a run says with what the simulated broker and network know. */
public final class Oracle {
  /** What a run may take beyond its plan: each step of closing has a deadline of 120 s. */
  private static final long BEYOND_PLAN_SECONDS = 400;

  /** Within this time it is known that a machine is gone, also during a long call. */
  private static final long GONE_NANOS = 45_000_000_000L;

  /** A call that was under way renews the lease when it ends. */
  private static final long LEASE_GRACE_NANOS = 1_000_000_000L;

  private final SeedPlan plan;
  private final Workload workload;
  private final SimulatedWorld world;
  private final long endedNanos;
  private final int openAtEnd;
  private final Discrepancies problems = new Discrepancies();

  public Oracle(
      SeedPlan plan, Workload workload, SimulatedWorld world, long endedNanos, int openAtEnd) {
    this.plan = plan;
    this.workload = workload;
    this.world = world;
    this.endedNanos = endedNanos;
    this.openAtEnd = openAtEnd;
  }

  /**
   * Judges a run whose coordinator was killed: its workers stop the load when the lease is over.
   * What was on its way to a worker renews it when it arrives.
   */
  public List<String> judgeAbandoned() {
    boolean moves = plan.has(Kind.FREEZE) || plan.has(Kind.STEP);
    // The end of a lease is a time of the worker's clock, so one that is set back moves it.
    long lease =
        RunOptions.LEASE.toNanos()
            + (moves ? 3 : 1) * LEASE_GRACE_NANOS
            + plan.steppedMillis() * 1_000_000;
    world.broker().messages().stream()
        .filter(each -> each.beganNanos() > lastCallNanos(each.worker()) + lease)
        .findFirst()
        .ifPresent(
            each ->
                problems.add(
                    "a message was sent "
                        + (each.beganNanos() - endedNanos) / 1_000_000
                        + " ms after the coordinator was killed"));
    return problems.all();
  }

  /** When the last call of a worker was over, or the coordinator was killed. */
  private long lastCallNanos(int worker) {
    return Math.max(
        endedNanos, world.network().lastServedNanos(world.workers().get(worker).port()));
  }

  /** Judges a run without a result. */
  public List<String> judge(Optional<RunFailedException> failure) {
    problems.require(failure.isPresent(), "neither a result nor a failure");
    failure.ifPresent(
        e -> {
          boolean reason =
              switch (e.kind()) {
                case INTERRUPTED -> plan.isStopped();
                case INFRASTRUCTURE -> !plan.harmless();
                case CONFIGURATION -> plan.driver().isOfConfiguration();
              };
          problems.require(
              reason, "no planned fault explains the failure: " + e.kind() + " " + e.getMessage());
        });
    boolean wrong = world.wrongs().happened() > 0 && plan.driver().isFatal();
    problems.require(
        !wrong
            || !plan.aloneWrong()
            || plan.driver().isNamedIn(failure.map(RunFailedException::getMessage).orElse("")),
        plan.driver() + ", and the failure is " + failure.map(RunFailedException::getMessage));
    inTime();
    return problems.all();
  }

  public List<String> judge(RunResult result) {
    problems.require(
        world.wrongs().happened() == 0
            || !plan.driver().isFatal()
            || !result.verdictInputs().lostWorkers().isEmpty(), // It may have been that driver.
        plan.driver() + ", and there is a result");
    inTime();
    status(result);
    disk(result);
    Ledger ledger = ledger();
    problems.addAll(new EndingOracle(plan, world, result, ledger).problems());
    problems.addAll(new RecoveryOracle(plan, world, result, ledger).problems());
    problems.addAll(new FailoverOracle(plan, world, result, ledger).problems());
    CountOracle counts = new CountOracle(result, ledger, problems);
    counts.atMost();
    if (counts.isWhole(plan)) {
      if (ledger instanceof RequestLedger requests) {
        problems.addAll(new RequestOracle(plan, result, requests).problems());
      } else {
        counts.exact();
        messages(result, ledger);
        if (!plan.refusals().isEmpty()) {
          problems.addAll(new OutcomeOracle(plan.refusals(), result, ledger).problems());
        }
        if (!plan.priorities().isEmpty()) {
          problems.addAll(new PriorityOracle(plan, result, ledger).problems());
        }
      }
      problems.addAll(new FlowOracle(plan, plan.testMillis(), result, ledger).problems());
      clients(result);
    }
    return problems.all();
  }

  private Ledger ledger() {
    if (!plan.requests().isEmpty()) {
      return new RequestLedger(world);
    }
    return plan.second().isEmpty() ? new Ledger(world) : new ClassOracle.TotalLedger(world);
  }

  private void messages(RunResult result, Ledger ledger) {
    if (!plan.second().isEmpty()) {
      problems.addAll(new ClassOracle(plan, workload, world, result).problems());
    } else if (!plan.isStopped()) {
      new DrainOracle(workload, result, ledger).problem().ifPresent(problems::add);
    }
  }

  /** Each client was made once, also if commands were repeated, and closed. */
  private void clients(RunResult result) {
    int planned = plan.allClients();
    problems.require(
        !plan.requests().isEmpty() || world.broker().opened() == planned,
        world.broker().opened() + " clients were made, planned " + planned);
    boolean said =
        result.verdict().findings().stream().anyMatch(each -> each.code().equals("clean-up"));
    problems.require(said || openAtEnd == 0, openAtEnd + " clients were not closed");
  }

  private void inTime() {
    problems.require(
        endedNanos < BEYOND_PLAN_SECONDS * 1_000_000_000L,
        "ended after " + endedNanos / 1_000_000_000 + " s");
    boolean hangs =
        plan.faults().closeHangs() || plan.faults().deleteHangs() || plan.driver().hangs();
    long gone =
        plan.events().stream()
            .filter(event -> event.kind() == Kind.KILL && event.silent())
            .mapToLong(event -> world.killed(event.worker()))
            .max()
            .orElse(Long.MAX_VALUE);
    if (gone < endedNanos && !hangs) {
      long planned = plan.loadMillis() + plan.requests().timeoutMillis();
      long others = plan.events().stream().mapToLong(SeedPlan.Event::lengthMillis).sum();
      problems.require(
          endedNanos - gone < (planned + others) * 1_000_000 + GONE_NANOS,
          "ended " + (endedNanos - gone) / 1_000_000 + " ms after a machine was gone");
    }
  }

  /** What could not be written is said, and no run that lacks a part of its data is valid. */
  private void disk(RunResult result) {
    boolean failed = world.disk().hasFailed();
    List<String> damages = ClassOracle.damages(result);
    boolean lacks = !damages.isEmpty();
    problems.require(
        failed == lacks || world.disk().mayLackEntries(),
        "disk failed: " + failed + ", damages " + damages);
    problems.require(
        !(failed || lacks) || result.verdict().status() != Status.VALID,
        "VALID, and data could not be written");
  }

  private void status(RunResult result) {
    if (plan.harmless()) {
      // Clocks that differ are known to within half a round trip, which may not suffice.
      problems.require(
          result.verdict().findings().stream()
              .filter(finding -> finding.severity() != Severity.REMARK)
              .allMatch(
                  finding ->
                      !plan.aheadMicros().isEmpty() && finding.code().equals("clock-uncertain")),
          "nothing went wrong, and it is "
              + result.verdict().status()
              + " "
              + result.verdict().findings());
    }
    problems.require(
        !result.verdictInputs().reason().contains("internal error"),
        result.verdictInputs().reason());
    result.events().stream()
        .filter(event -> event.kind().equals("ENGINE_ERROR"))
        .forEach(event -> problems.add("engine error: " + event));
  }
}
