package io.tidemark.charts.page;

import io.tidemark.charts.page.Cell.Tone;
import io.tidemark.model.result.Text;
import io.tidemark.report.figures.StoredFault;
import io.tidemark.report.figures.StoredFault.StoredEffect;
import io.tidemark.report.figures.StoredFault.StoredFlow;
import io.tidemark.report.figures.StoredRun;
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
                .notes(List.of("Times are seconds since the injection of the fault."))
                .tables(tables));
  }

  private static List<List<Cell>> rows(StoredRun run) {
    List<List<Cell>> rows = new ArrayList<>();
    for (StoredFault fault : run.faults()) {
      String name = fault.name() + ": " + FaultSection.what(fault) + FaultSection.when(run, fault);
      StoredEffect effect = fault.effect();
      if (effect == null) {
        rows.add(row(name, "", null, fault.problem(), null));
        continue;
      }
      String errors = FaultSection.errors(effect);
      if (effect.publish() != null) {
        rows.add(row(name, "publish", effect.publish(), errors, effect));
      }
      if (effect.deliver() != null) {
        rows.add(row(name, "deliver", effect.deliver(), errors, effect));
      }
    }
    return rows;
  }

  private static List<Cell> row(
      String name,
      String direction,
      @Nullable StoredFlow flow,
      String errors,
      @Nullable StoredEffect effect) {
    return List.of(
        Cell.of(name),
        Cell.of(direction),
        number(flow, StoredFlow::beforeRatePerSecond, 0),
        number(flow, StoredFlow::lowestRatePerSecond, 0),
        number(flow, StoredFlow::silenceSeconds, 1),
        number(flow, StoredFlow::firstAfterSeconds, 1),
        flow != null && flow.recoverySeconds() == null
            ? Cell.of("not recovered", Tone.BAD)
            : number(flow, StoredFlow::recoverySeconds, 1),
        number(flow, StoredFlow::p99RecoverySeconds, 1),
        number(flow, each -> (double) each.missingMessages(), 0),
        number(flow, StoredFlow::afterPercent, 1),
        Cell.of(errors),
        number(effect, StoredEffect::waitingGoneSeconds, 1));
  }

  /** A figure that may not be known. */
  private interface Known<T> {
    @Nullable Double of(T owner);
  }

  private static <T> Cell number(@Nullable T of, Known<T> figure, int digits) {
    Double value = of == null ? null : figure.of(of);
    if (value == null) {
      return Cell.of("");
    }
    String text =
        digits == 0
            ? Text.count(Math.round(value))
            : String.format(Locale.ROOT, "%,." + digits + "f", value);
    return Cell.of(text, value);
  }
}
