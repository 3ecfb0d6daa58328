package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Injected faults: what was done, what became of the messages, and how each flow recovered. */
public final class FaultSection {
  private static final String OVERLAPS = "with %s: which has caused what is not known";
  private static final String OUTLASTS =
      "until the load ended, or longer: judged by what came before";

  private static final Columns<Injected> FAULTS =
      new Columns<Injected>()
          .text("fault", each -> each.fault.name())
          .text("action", each -> what(each.fault) + when(each.run, each.fault))
          .optional(
              "first error (s)",
              Unit.SECONDS,
              each -> each.effect().flatMap(Effect::firstErrorSeconds).filter(any -> each.alone()))
          .cell("failed sends", each -> zero(each.effect().map(Effect::failed)))
          .optional("within (s)", Unit.SECONDS, each -> each.effect().map(Effect::windowSeconds))
          .cell("lost", each -> zero(each.effect().flatMap(Effect::lost)))
          .cell("duplicated", each -> zero(each.effect().flatMap(Effect::duplicated)))
          .optional("new leaders", Unit.COUNT, each -> each.effect().flatMap(Effect::leaderChanges))
          .optional("most waiting", Unit.COUNT, each -> each.effect().map(Effect::peakWaiting))
          .cell(
              "as before after (s)",
              each ->
                  each.alone()
                      ? unless(
                          "not until the end", each.effect().flatMap(Effect::waitingGoneSeconds))
                      : Cell.EMPTY)
          .cell("note", Injected::notes);
  private static final Columns<Direction> FLOWS =
      new Columns<Direction>()
          .text("fault", Direction::fault)
          .text("flow", Direction::name)
          .optional("intended/s", Unit.PER_SECOND, each -> each.flow.intendedPerSecond())
          .cell(
              "before/s",
              each ->
                  each.flow.wasBelowIntention()
                      ? Cell.of(Unit.PER_SECOND.text(each.flow.beforePerSecond()), Tone.BAD)
                      : Cell.of(each.flow.beforePerSecond(), Unit.PER_SECOND))
          .cell(
              "dip (s)",
              each ->
                  each.flow.dipSeconds().isEmpty()
                      ? Cell.of("none")
                      : Cell.of(each.flow.dipSeconds(), Unit.SECONDS))
          .number("lowest/s", Unit.PER_SECOND, each -> each.flow.lowestPerSecond())
          .number("none for (s)", Unit.SECONDS, each -> each.flow.silenceSeconds())
          .cell(
              "first again (s)",
              each ->
                  each.flow.silenceSeconds() > 0
                      ? unless("not until the end", each.flow.firstAfterSeconds())
                      : Cell.of(each.flow.firstAfterSeconds(), Unit.SECONDS))
          .cell("99 % again (s)", each -> unless("not recovered", each.flow.recoverySeconds()))
          .cell("p99 again (s)", each -> unless("not recovered", each.flow.p99RecoverySeconds()))
          .number("missing", Unit.COUNT, each -> each.flow.missing())
          .optional("after (%)", Unit.PERCENT, each -> each.flow.afterPercent());

  private record Direction(String fault, String name, Flow flow) {}

  private record Injected(RunResult run, FaultReport fault) {
    private Optional<Effect> effect() {
      return fault.effect();
    }

    private boolean alone() {
      return effect().filter(each -> each.overlaps().isEmpty()).isPresent();
    }

    private Stream<Direction> flows() {
      return Stream.concat(
          effect().flatMap(Effect::publish).stream()
              .map(flow -> new Direction(fault.name(), "publish", flow)),
          effect().flatMap(Effect::deliver).stream()
              .map(flow -> new Direction(fault.name(), "deliver", flow)));
    }

    private Cell notes() {
      List<Cell> notes = new ArrayList<>();
      if (!fault.problem().isEmpty()) {
        notes.add(Cell.of(fault.problem(), Tone.BAD));
      }
      effect()
          .filter(each -> !alone())
          .map(each -> OVERLAPS.formatted(String.join(", ", each.overlaps())))
          .ifPresent(text -> notes.add(Cell.of(text, Tone.BAD)));
      if (effect().filter(Effect::outlastsLoad).isPresent()) {
        notes.add(Cell.of(OUTLASTS));
      }
      return Cell.joined("; ", notes);
    }
  }

  private FaultSection() {}

  public static Section of(ShownRuns runs) {
    Section section =
        Section.of("faults", "Faults")
            .add(runs.table(FAULTS, FaultSection::injected))
            .add(runs.table(FLOWS, run -> injected(run).flatMap(Injected::flows)));
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

  private static Stream<Injected> injected(RunResult run) {
    return run.faults().stream().map(fault -> new Injected(run, fault));
  }

  private static Cell unless(String none, Optional<Double> seconds) {
    return seconds.isEmpty() ? Cell.of(none, Tone.BAD) : Cell.of(seconds, Unit.SECONDS);
  }

  private static Cell zero(Optional<Long> number) {
    return number.isEmpty() ? Cell.EMPTY : Cell.zero(number);
  }

  /** The action with the nodes or workers. */
  public static String what(FaultReport fault) {
    if (!fault.workers().isEmpty()) {
      return "%s (%s)".formatted(fault.action(), String.join(", ", fault.workers()));
    }
    return fault.nodes().isEmpty()
        ? fault.action().toString()
        : "%s (%s %s)"
            .formatted(
                fault.action(),
                fault.nodes().size() == 1 ? "node" : "nodes",
                Text.numbers(fault.nodes()));
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
}
