package io.tidemark.charts.page;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.FaultSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Injected faults with their effects: one table for each run. */
final class FaultTables {
  private static final List<String> HEAD =
      List.of(
          "fault",
          "flow",
          "rate before (msg/s)",
          "lowest (msg/s)",
          "silence (s)",
          "first again (s)",
          "99 % again (s)",
          "p99 again (s)",
          "missing messages",
          "afterwards (%)",
          "errors",
          "waiting gone (s)");

  private FaultTables() {}

  /** Empty if no run has a fault. */
  static Optional<Section> section(List<ReportedRun> runs) {
    List<Table> tables = new ArrayList<>();
    for (ReportedRun run : runs) {
      run.stored()
          .filter(stored -> !stored.faults().isEmpty())
          .ifPresent(
              stored ->
                  tables.add(
                      new Table("Faults of " + VerdictSection.name(run), HEAD, rows(stored))));
    }
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Section.of("faults", "Faults")
                .notes(List.of("Times are seconds since the fault took effect."))
                .add(tables));
  }

  private static List<List<Cell>> rows(RunResult run) {
    List<List<Cell>> rows = new ArrayList<>();
    for (FaultReport fault : run.faults()) {
      String name = fault.name() + ": " + FaultSection.what(fault) + FaultSection.when(run, fault);
      if (fault.effect().isEmpty()) {
        rows.add(row(name, "", null, fault.problem(), null));
        continue;
      }
      Effect effect = fault.effect().get();
      String errors = FaultSection.errors(effect);
      if (!effect.overlaps().isEmpty()) {
        rows.add(row(name, "", null, FaultSection.overlaps(effect) + "; " + errors, effect));
      }
      effect.publish().ifPresent(flow -> rows.add(row(name, "publish", flow, errors, effect)));
      effect.deliver().ifPresent(flow -> rows.add(row(name, "deliver", flow, errors, effect)));
    }
    return rows;
  }

  private static List<Cell> row(
      String name, String direction, @Nullable Flow flow, String errors, @Nullable Effect effect) {
    return List.of(
        Cell.of(name),
        Cell.of(direction),
        number(flow, each -> Optional.of(each.beforePerSecond()), 0),
        number(flow, each -> Optional.of(each.lowestPerSecond()), 0),
        number(flow, each -> Optional.of(each.silenceSeconds()), 1),
        number(flow, Flow::firstAfterSeconds, 1),
        flow != null && flow.recoverySeconds().isEmpty()
            ? Cell.of("not recovered", Tone.BAD)
            : number(flow, Flow::recoverySeconds, 1),
        number(flow, Flow::p99RecoverySeconds, 1),
        number(flow, each -> Optional.of((double) each.missing()), 0),
        number(flow, Flow::afterPercent, 1),
        Cell.of(errors),
        number(effect, Effect::waitingGoneSeconds, 1));
  }

  /** A figure that may not be known. */
  private interface Known<T> {
    Optional<Double> of(T owner);
  }

  private static <T> Cell number(@Nullable T of, Known<T> figure, int digits) {
    Optional<Double> known = of == null ? Optional.empty() : figure.of(of);
    if (known.isEmpty()) {
      return Cell.of("");
    }
    double value = known.get();
    String text =
        digits == 0
            ? Text.count(Math.round(value))
            : String.format(Locale.ROOT, "%,." + digits + "f", value);
    return Cell.of(text, value);
  }
}
