package io.tidemark.simulation.oracle;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.FaultPlan.Planned;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.world.SimulatedFaults;
import io.tidemark.simulation.world.SimulatedFaults.Injected;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.List;
import java.util.Optional;

/** Compares what a result says of the faults of the workload with what was injected. */
final class RecoveryOracle {
  /** Between a step of an injection and its time in the report. */
  private static final long STEP_NANOS = 1_000_000;

  /** A run that only waits looks at its faults several times in this time. */
  private static final long SOON_NANOS = 400_000_000;

  /** Times in reports are in microseconds. */
  private static final long MICROS_NANOS = 2_000;

  private final SeedPlan plan;
  private final SimulatedWorld world;
  private final RunResult result;
  private final Ledger ledger;
  private final Discrepancies problems = new Discrepancies();

  RecoveryOracle(SeedPlan plan, SimulatedWorld world, RunResult result, Ledger ledger) {
    this.plan = plan;
    this.world = world;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    boolean completed = result.verdictInputs().ending() == Ending.COMPLETED;
    if (!result.faults().isEmpty() || !plan.ofWorkload().isEmpty()) {
      reported();
      for (Injected each : world.faults().all()) {
        steps(each, report(each.planned()));
      }
      plan.ofWorkload().all().forEach(planned -> problem(planned, completed));
      if (completed) {
        said();
      }
    }
    if (completed && result.verdictInputs().lostWorkers().isEmpty()) {
      effects();
    }
    return problems.all();
  }

  private FaultReport report(Planned planned) {
    return result.faults().stream()
        .filter(each -> each.name().equals(planned.name()))
        .findFirst()
        .orElseThrow();
  }

  private Optional<Injected> injected(Planned planned) {
    return world.faults().all().stream().filter(each -> each.planned() == planned).findFirst();
  }

  private void reported() {
    List<String> names = result.faults().stream().map(FaultReport::name).sorted().toList();
    List<String> planned = plan.ofWorkload().all().stream().map(Planned::name).sorted().toList();
    if (!names.equals(planned)) {
      throw new IllegalStateException("reported are " + names + " of " + planned);
    }
    problems.require(
        world.faults().all().stream().map(each -> each.planned()).distinct().count()
            == world.faults().all().size(),
        "a fault was injected twice");
  }

  /** All times are those of the injector, and everything is undone once. */
  private void steps(Injected injected, FaultReport report) {
    String name = report.name();
    Planned planned = injected.planned();
    near(name + " injected", Optional.of(report.injectedMicros()), injected.beganNanos());
    near(name + " in effect", report.inEffectMicros(), injected.inEffectNanos());
    near(name + " undoing begun", report.undoBegunMicros(), injected.undoBeganNanos());
    near(name + " undone", report.undoneMicros(), injected.undoneNanos());
    boolean toUndo = planned.action().lasts() && injected.inEffectNanos() < SimulatedFaults.NEVER;
    problems.require(
        injected.undoings() == (toUndo ? 1 : 0),
        name + " was undone " + injected.undoings() + " times");
    if (toUndo && injected.undoBeganNanos() < loadEndNanos()) {
      long early =
          injected.inEffectNanos()
              + planned.durationMillis() * 1_000_000L
              - injected.undoBeganNanos();
      problems.require(
          planned.durationMillis() > 0 && early <= STEP_NANOS,
          name + " was undone " + early + " ns too early");
      problems.require(
          !plan.ofWorkload().clean() || early >= -soonNanos(),
          name + " was undone " + -early + " ns too late");
    }
  }

  /** When the load was over. */
  private long loadEndNanos() {
    return result.phases().stream()
        .filter(PhaseResult::measured)
        .mapToLong(phase -> ledger.nanos(phase.startEpochNanos() + phase.lengthNanos()))
        .max()
        .orElse(0);
  }

  private void near(String what, Optional<Long> micros, long truly) {
    boolean is = truly < SimulatedFaults.NEVER;
    problems.require(
        micros.isPresent() == is
            && (!is || Math.abs(ledger.nanos(micros.get() * 1_000) - truly) <= STEP_NANOS),
        what
            + " at "
            + micros.map(each -> ledger.nanos(each * 1_000)).map(String::valueOf).orElse("no time")
            + ", in truth at "
            + (is ? truly : "no time"));
  }

  /** What failed is named, and nothing else. */
  private void problem(Planned planned, boolean completed) {
    FaultReport report = report(planned);
    Optional<Injected> injected = injected(planned);
    String expected =
        injected.isEmpty()
                || planned.fails() && injected.get().inEffectNanos() == SimulatedFaults.NEVER
            ? "not injected: "
            : planned.undoFails() ? "not undone: " : "";
    problems.require(
        expected.isEmpty() == report.problem().isEmpty() && report.problem().startsWith(expected),
        planned + " has the problem '" + report.problem() + "', expected '" + expected + "'");
    problems.require(
        report.effect().isPresent()
            == injected.filter(each -> each.inEffectNanos() < SimulatedFaults.NEVER).isPresent(),
        planned + " has the effect " + report.effect());
    if (completed && plan.ofWorkload().clean()) {
      long start =
          result.phases().stream()
              .filter(PhaseResult::measured)
              .mapToLong(phase -> ledger.nanos(phase.startEpochNanos()))
              .min()
              .orElse(0);
      long due = start + planned.atMillis(plan.testMillis()) * 1_000_000;
      long late = injected.map(each -> each.beganNanos() - due).orElse(Long.MAX_VALUE);
      problems.require(
          late >= -STEP_NANOS && late <= soonNanos(),
          planned + " was injected " + late + " ns after its time");
    }
  }

  /** Calls of several workers, whose answers may come in two parts, are under way at a time. */
  private long soonNanos() {
    return SOON_NANOS + 2 * plan.sockets().longestPauseNanos();
  }

  /** A fault that did not succeed is a finding. */
  private void said() {
    boolean failed = result.faults().stream().anyMatch(each -> !each.problem().isEmpty());
    boolean finding = finding("fault-failed");
    problems.require(
        failed == finding, "fault-failed is a finding: " + finding + ", and failed: " + failed);
    boolean overlap =
        result.faults().stream()
            .flatMap(each -> each.effect().stream())
            .anyMatch(each -> !each.overlaps().isEmpty());
    problems.require(overlap == finding("faults-overlap"), "faults-overlap is not as reported");
  }

  private boolean finding(String code) {
    return result.verdict().findings().stream().anyMatch(each -> each.code().equals(code));
  }

  private void effects() {
    List<FaultReport> inEffect =
        result.faults().stream().filter(each -> each.effect().isPresent()).toList();
    for (FaultReport report : inEffect) {
      Planned planned = plan.ofWorkload().named(report.name());
      Injected injected = injected(planned).orElseThrow();
      Effect effect = report.effect().orElseThrow();
      begin(injected, effect);
      counts(effect, inEffect.size() == 1);
      overlaps(injected, effect);
      if (effect.overlaps().isEmpty() && result.verdictInputs().damages().isEmpty()) {
        long next =
            inEffect.stream()
                .mapToLong(
                    each ->
                        ledger.nanos(
                            each.effect().orElseThrow().fromMicros().orElseThrow() * 1_000))
                .filter(from -> from > ledger.nanos(effect.fromMicros().orElseThrow() * 1_000))
                .min()
                .orElse(Long.MAX_VALUE);
        FlowTruth truth =
            new FlowTruth(plan, result, ledger, injected, Math.min(next, loadEndNanos()));
        problems.addAll(truth.problems(Counter.ACKNOWLEDGED, effect, effect.publish()));
        problems.addAll(truth.problems(Counter.RECEIVED, effect, effect.deliver()));
      }
    }
  }

  /** Between the start and the end of the injection. */
  private void begin(Injected injected, Effect effect) {
    long from = ledger.nanos(effect.fromMicros().orElseThrow() * 1_000);
    problems.require(
        from >= injected.beganNanos() - STEP_NANOS && from <= injected.inEffectNanos() + STEP_NANOS,
        injected.planned() + " has an effect from " + from + " ns on");
    if (injected.planned().action().isGradual()) {
      problems.require(
          from <= injected.beganNanos() + STEP_NANOS,
          injected.planned()
              + " begins "
              + (from - injected.beganNanos())
              + " ns after its injection");
    }
  }

  private void counts(Effect effect, boolean only) {
    double least = longestSeconds(effect, -MICROS_NANOS);
    double most = longestSeconds(effect, MICROS_NANOS);
    double resolution = effect.resolutionSeconds();
    problems.require(
        resolution >= least - 1e-6 && resolution <= most + 1e-6,
        "the resolution is " + resolution + " s, the longest sample " + least + " to " + most);
    Optional<Long> lost = result.delivery().lost();
    problems.require(
        effect.lost().equals(only ? lost : lost.filter(messages -> messages == 0)),
        "lost by the fault " + effect.lost() + ", of the run " + lost);
  }

  /** Returns the longest gap of the samples in the window of an effect, which has this margin. */
  private double longestSeconds(Effect effect, long marginNanos) {
    List<String> measured =
        result.phases().stream().filter(PhaseResult::measured).map(PhaseResult::name).toList();
    long from = effect.fromMicros().orElseThrow() * 1_000;
    long until = from + Math.round(effect.windowSeconds() * 1e9);
    return result.samples().stream()
            .filter(sample -> measured.contains(sample.phase()))
            .filter(sample -> sample.startEpochNanos() < until + marginNanos)
            .filter(sample -> sample.startEpochNanos() + sample.lengthNanos() > from - marginNanos)
            .mapToLong(Sample::lengthNanos)
            .max()
            .orElse(0)
        / 1e9;
  }

  /** Faults whose effects were there at the same time cannot be separated. */
  private void overlaps(Injected injected, Effect effect) {
    for (Injected other : world.faults().all()) {
      boolean both =
          other != injected
              && other.inEffectNanos() < SimulatedFaults.NEVER
              && together(injected, other);
      problems.require(
          !both || effect.overlaps().contains(other.planned().name()),
          injected.planned() + " does not overlap " + other.planned());
    }
  }

  private boolean together(Injected one, Injected other) {
    return one.inEffectNanos() < Math.min(other.undoBeganNanos(), loadEndNanos())
        && other.inEffectNanos() < Math.min(one.undoBeganNanos(), loadEndNanos())
        && one.planned().action().lasts()
        && other.planned().action().lasts();
  }
}
