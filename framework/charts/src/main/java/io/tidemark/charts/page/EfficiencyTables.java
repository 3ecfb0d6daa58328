package io.tidemark.charts.page;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.cost.Efficiency.Figure;
import io.tidemark.model.cost.Efficiency.IdleBaseline;
import io.tidemark.model.cost.Efficiency.Use;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What the delivered messages of each run cost, what was used without load, and the sources. */
final class EfficiencyTables {
  private static final String NOTE =
      "Messages are those that all subscriptions received in the measured phases. What was used"
          + " without load (idle baseline) is subtracted where it was measured. Client: all"
          + " workers; a local worker's process contains the coordinator.";

  private static final String OF_CLASSES =
      "Of a run with traffic classes these are figures of all classes together: what one of them"
          + " uses is not known, since they share the brokers.";

  private EfficiencyTables() {}

  /** Empty if no run knows what its broker used. */
  static Optional<Section> section(List<ReportedRun> runs) {
    Map<ReportedRun, Efficiency> known = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      run.stored().flatMap(stored -> stored.efficiency()).ifPresent(use -> known.put(run, use));
    }
    if (known.values().stream()
        .noneMatch(use -> use.totals().figure(CostFigure.BROKER_CPU_PER_MESSAGES).isPresent())) {
      return Optional.empty();
    }
    List<Table> tables = new ArrayList<>(List.of(figures(known)));
    idle(known).ifPresent(tables::add);
    tables.add(sources(known));
    boolean classes = known.keySet().stream().anyMatch(EfficiencyTables::hasClasses);
    return Optional.of(
        Section.of("efficiency", "Efficiency")
            .notes(classes ? List.of(NOTE, OF_CLASSES) : List.of(NOTE))
            .add(tables));
  }

  private static boolean hasClasses(ReportedRun run) {
    return run.stored().filter(stored -> !stored.classes().isEmpty()).isPresent();
  }

  private static List<CostFigure> measured(Map<ReportedRun, Efficiency> runs) {
    return CostFigure.ofEfficiency().stream()
        .filter(
            figure ->
                runs.values().stream().anyMatch(use -> use.totals().figure(figure).isPresent()))
        .toList();
  }

  private static Table figures(Map<ReportedRun, Efficiency> runs) {
    List<CostFigure> measured = measured(runs);
    List<String> head = new ArrayList<>(List.of("run", "delivered messages"));
    measured.forEach(figure -> head.add(named(figure)));
    List<List<Cell>> rows = new ArrayList<>();
    runs.forEach(
        (run, use) -> {
          List<Cell> row = new ArrayList<>(List.of(Cell.of(VerdictSection.name(run))));
          row.add(count(use.totals()));
          measured.forEach(figure -> row.add(cell(use.totals().figure(figure))));
          rows.add(row);
        });
    return new Table("Figures of each run", head, rows);
  }

  private static String named(CostFigure figure) {
    return figure.words() + (figure.unit().isEmpty() ? "" : " (" + figure.unit() + ")");
  }

  private static Cell count(Use use) {
    return Cell.of(Text.count(use.deliveredMessages()), (double) use.deliveredMessages());
  }

  private static Cell cell(Optional<Figure> figure) {
    return figure
        .map(each -> Cell.of(Text.threeDigits(each.value()), each.value()))
        .orElse(Cell.of(""));
  }

  private static Optional<Table> idle(Map<ReportedRun, Efficiency> runs) {
    List<List<Cell>> rows = new ArrayList<>();
    runs.forEach(
        (run, use) ->
            use.idleBaseline()
                .ifPresent(
                    idle ->
                        rows.add(
                            List.of(
                                Cell.of(VerdictSection.name(run)),
                                number(idle, each -> Optional.of(each.lengthSeconds()), 1, 1),
                                number(idle, IdleBaseline::brokerCpuCores, 1, 3),
                                number(idle, IdleBaseline::clientCpuCores, 1, 3),
                                number(idle, IdleBaseline::diskBytesPerSecond, 1e6, 3),
                                number(idle, IdleBaseline::peerBytesPerSecond, 1e6, 3),
                                number(idle, IdleBaseline::brokerMemoryBytes, 1e6, 0),
                                number(idle, IdleBaseline::watts, 1, 1)))));
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                "Idle baseline: before the load, with all clients connected",
                List.of(
                    "run",
                    "length (s)",
                    "broker CPU (cores)",
                    "client CPU (cores)",
                    "disk writes (MB/s)",
                    "between nodes (MB/s)",
                    "broker memory (MB)",
                    "power (W)"),
                rows));
  }

  private static Cell number(
      IdleBaseline idle, Function<IdleBaseline, Optional<Double>> of, double unit, int digits) {
    return of.apply(idle)
        .map(each -> each / unit)
        .map(each -> Cell.of(String.format(Locale.ROOT, "%,." + digits + "f", each), each))
        .orElse(Cell.of(""));
  }

  /** What was read for each figure, or why it is not available. */
  private static Table sources(Map<ReportedRun, Efficiency> runs) {
    List<List<Cell>> rows = new ArrayList<>();
    for (CostFigure figure : CostFigure.ofEfficiency()) {
      Set<String> sources = new LinkedHashSet<>();
      for (Efficiency use : runs.values()) {
        use.totals()
            .figure(figure)
            .map(Figure::source)
            .or(
                () ->
                    Optional.ofNullable(use.totals().notAvailable().get(figure.key()))
                        .map(why -> "not available: " + why))
            .ifPresent(sources::add);
      }
      rows.add(
          List.of(
              Cell.of(figure.metric()),
              Cell.of(figure.meaning()),
              Cell.of(String.join("; ", sources))));
    }
    return new Table("Meaning and sources", List.of("metric", "meaning", "source"), rows);
  }
}
