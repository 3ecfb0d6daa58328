package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.section.ShownRuns.Rows;
import io.tidemark.report.section.ShownRuns.ShownRun;
import io.tidemark.report.text.DamageMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Injected faults: what was done, what became of the messages, and how each flow recovered. */
public final class FaultSection {
  private static final String OVERLAPS = "with %s: which has caused what is not known";
  private static final String OUTLASTS =
      "until the load ended, or longer: judged by what came before";

  private FaultSection() {}

  public static Section of(ShownRuns runs) {
    Rows faults =
        runs.rows(
            "fault",
            "action",
            "first error (s)",
            "failed sends",
            "within (s)",
            "lost",
            "duplicated",
            "new leaders",
            "most waiting",
            "as before after (s)",
            "note");
    Rows flows =
        runs.rows(
            "fault",
            "flow",
            "intended/s",
            "before/s",
            "dip (s)",
            "lowest/s",
            "none for (s)",
            "first again (s)",
            "99 % again (s)",
            "p99 again (s)",
            "missing",
            "after (%)");
    for (ShownRun run : runs.runs()) {
      for (FaultReport fault : run.result().faults()) {
        faults.add(run, fault(run.result(), fault));
        fault
            .effect()
            .flatMap(Effect::publish)
            .ifPresent(flow -> flow(flows, run, fault, "publish", flow));
        fault
            .effect()
            .flatMap(Effect::deliver)
            .ifPresent(flow -> flow(flows, run, fault, "deliver", flow));
      }
    }
    Section section = Section.of("faults", "Faults").add(faults.table()).add(flows.table());
    return section.isEmpty()
        ? section
        : section
            .notes(
                "Times are seconds since the fault took effect; waiting: overdue or not yet"
                    + " received. 99 % is of the intended rate, in a closed loop of the rate"
                    + " before.")
            .warnings(
                runs.notes(
                    run ->
                        run.faults().isEmpty() ? List.of() : DamageMarks.of(run).recoveryNotes()));
  }

  private static List<Cell> fault(RunResult run, FaultReport fault) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(fault.name()));
    row.add(Cell.of(what(fault) + when(run, fault)));
    Optional<Effect> effect = fault.effect();
    boolean alone = effect.filter(each -> each.overlaps().isEmpty()).isPresent();
    row.add(Cell.of(effect.flatMap(Effect::firstErrorSeconds).filter(any -> alone), Unit.SECONDS));
    row.add(effect.map(each -> Cell.zero(Optional.of(each.failed()))).orElse(Cell.EMPTY));
    row.add(Cell.of(effect.map(Effect::windowSeconds), Unit.SECONDS));
    row.add(zero(effect.flatMap(Effect::lost)));
    row.add(zero(effect.flatMap(Effect::duplicated)));
    row.add(Cell.of(effect.flatMap(Effect::leaderChanges), Unit.COUNT));
    row.add(Cell.of(effect.map(Effect::peakWaiting), Unit.COUNT));
    row.add(
        !alone
            ? Cell.EMPTY
            : effect.flatMap(Effect::waitingGoneSeconds).isEmpty()
                ? Cell.of("not until the end", Tone.BAD)
                : Cell.of(effect.flatMap(Effect::waitingGoneSeconds), Unit.SECONDS));
    List<Cell> notes = new ArrayList<>();
    if (!fault.problem().isEmpty()) {
      notes.add(Cell.of(fault.problem(), Tone.BAD));
    }
    effect
        .filter(each -> !each.overlaps().isEmpty())
        .ifPresent(
            each ->
                notes.add(
                    Cell.of(OVERLAPS.formatted(String.join(", ", each.overlaps())), Tone.BAD)));
    if (effect.filter(Effect::outlastsLoad).isPresent()) {
      notes.add(Cell.of(OUTLASTS));
    }
    row.add(Cell.joined("; ", notes));
    return row;
  }

  private static Cell zero(Optional<Long> number) {
    return number.isEmpty() ? Cell.EMPTY : Cell.zero(number);
  }

  /** The action with the nodes or workers. */
  public static String what(FaultReport fault) {
    if (!fault.workers().isEmpty()) {
      return "%s (%s)".formatted(fault.action(), String.join(", ", fault.workers()));
    }
    String nodes = fault.nodes().toString().replaceAll("[\\[\\]]", "");
    return fault.nodes().isEmpty()
        ? fault.action()
        : "%s (%s %s)"
            .formatted(fault.action(), fault.nodes().size() == 1 ? "node" : "nodes", nodes);
  }

  /** Injected and undone at, from the start of the load. */
  private static String when(RunResult run, FaultReport fault) {
    if (fault.injectedMicros() == 0) {
      return "";
    }
    String text = " at " + at(run, fault.injectedMicros());
    @Nullable Long undone = fault.undoneMicros().orElse(null);
    @Nullable Long inEffect = fault.inEffectMicros().orElse(null);
    @Nullable Long undoBegun = fault.undoBegunMicros().orElse(null);
    if (inEffect != null) {
      double took = (inEffect - fault.injectedMicros()) / 1e6;
      text += took < 1 ? "" : ", which took " + Text.duration(took);
    }
    return undone == null || undoBegun == null
        ? text
        : text + ", undone from " + at(run, undoBegun) + " to " + at(run, undone);
  }

  private static String at(RunResult run, long epochMicros) {
    long start = run.phases().isEmpty() ? epochMicros : run.phases().get(0).startEpochMicros();
    return Unit.SECONDS.with((epochMicros - start) / 1e6);
  }

  private static void flow(
      Rows rows, ShownRun run, FaultReport fault, String direction, Flow flow) {
    boolean silent = flow.silenceSeconds() > 0;
    rows.add(
        run,
        Cell.of(fault.name()),
        Cell.of(direction),
        Cell.of(flow.intendedPerSecond(), Unit.PER_SECOND),
        flow.wasBelowIntention()
            ? Cell.of(Unit.PER_SECOND.text(flow.beforePerSecond()), Tone.BAD)
            : Cell.of(flow.beforePerSecond(), Unit.PER_SECOND),
        flow.dipSeconds().isEmpty() ? Cell.of("none") : Cell.of(flow.dipSeconds(), Unit.SECONDS),
        Cell.of(flow.lowestPerSecond(), Unit.PER_SECOND),
        Cell.of(flow.silenceSeconds(), Unit.SECONDS),
        silent && flow.firstAfterSeconds().isEmpty()
            ? Cell.of("not until the end", Tone.BAD)
            : Cell.of(flow.firstAfterSeconds(), Unit.SECONDS),
        recovered(flow.recoverySeconds()),
        recovered(flow.p99RecoverySeconds()),
        Cell.of(flow.missing(), Unit.COUNT),
        Cell.of(flow.afterPercent(), Unit.PERCENT));
  }

  private static Cell recovered(Optional<Double> seconds) {
    return seconds.isEmpty() ? Cell.of("not recovered", Tone.BAD) : Cell.of(seconds, Unit.SECONDS);
  }
}
