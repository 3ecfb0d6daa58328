package io.tidemark.features.cost;

import io.tidemark.features.cost.Efficiency.Figure;
import io.tidemark.features.cost.Efficiency.IdleBaseline;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the delivered messages of runs cost, what was used without load, and the sources. */
final class EfficiencySection {
  static final String ID = "efficiency";

  private static final String NOTE =
      "Messages are those that all subscriptions received in the measured phases. What was used"
          + " without load (idle baseline) is subtracted where it was measured. Client: all"
          + " workers; a local worker's process contains the coordinator.";

  private static final String OF_CLASSES =
      "Of a run with traffic classes these are figures of all classes together: what one of them"
          + " uses is not known, since they share the brokers.";

  private static final String NOT_IDLE =
      "idle baseline: not measured (key idleBaseline of the workload)";

  private EfficiencySection() {}

  /** Empty if no run knows what its broker used: that of the clients alone says little. */
  static Section of(ShownRuns runs) {
    Section section = Section.of(ID, "Efficiency");
    Map<ShownRun, Efficiency> known = new LinkedHashMap<>();
    for (ShownRun run : runs.runs()) {
      run.result().part(Efficiency.PART).ifPresent(use -> known.put(run, use));
    }
    if (known.values().stream()
        .noneMatch(use -> use.totals().figure(CostFigure.BROKER_CPU_PER_MESSAGES).isPresent())) {
      return section;
    }
    boolean classes = known.keySet().stream().map(ShownRun::result).anyMatch(hasClasses());
    return section
        .add(figures(runs, known, "Use of each run", Figure::value))
        .add(figures(runs, known, "Use without load, subtracted", use -> use.idle().orElse(null)))
        .add(idle(runs, known))
        .add(sources(known.values()))
        .notes(NOTE, classes ? OF_CLASSES : "")
        .notes(
            known.values().stream().allMatch(use -> use.idleBaseline().isEmpty()) ? NOT_IDLE : "");
  }

  private static Predicate<RunResult> hasClasses() {
    return run -> !run.classes().isEmpty();
  }

  private static Table figures(
      ShownRuns runs,
      Map<ShownRun, Efficiency> known,
      String caption,
      Function<Figure, @Nullable Double> value) {
    List<String> head = new ArrayList<>(List.of("delivered messages"));
    CostFigure.ofEfficiency().forEach(each -> head.add(named(each)));
    Rows rows = runs.rows(head);
    known.forEach(
        (run, use) -> {
          List<Cell> row =
              new ArrayList<>(List.of(Cell.of(use.totals().deliveredMessages(), Unit.COUNT)));
          for (CostFigure each : CostFigure.ofEfficiency()) {
            row.add(Cell.of(use.totals().figure(each).map(value), Unit.RATIO));
          }
          if (row.stream().skip(1).anyMatch(cell -> !cell.text().isEmpty())) {
            rows.add(run, row);
          }
        });
    return rows.table(caption);
  }

  private static String named(CostFigure figure) {
    return figure.words() + (figure.unit().isEmpty() ? "" : " (" + figure.unit() + ")");
  }

  private static Table idle(ShownRuns runs, Map<ShownRun, Efficiency> known) {
    Rows rows =
        runs.rows(
            "length (s)",
            "broker CPU (cores)",
            "client CPU (cores)",
            "disk writes (MB/s)",
            "between nodes (MB/s)",
            "broker memory (MB)",
            "power (W)");
    known.forEach((run, use) -> use.idleBaseline().ifPresent(idle -> rows.add(run, idle(idle))));
    return rows.table("Idle baseline: before the load, with all clients connected");
  }

  private static List<Cell> idle(IdleBaseline idle) {
    return List.of(
        Cell.of(idle.lengthSeconds(), Unit.SECONDS),
        Cell.of(idle.brokerCpuCores(), Unit.RATIO),
        Cell.of(idle.clientCpuCores(), Unit.RATIO),
        Cell.of(idle.diskBytesPerSecond().map(bytes -> bytes / 1e6), Unit.MEGABYTES_PER_SECOND),
        Cell.of(idle.peerBytesPerSecond().map(bytes -> bytes / 1e6), Unit.MEGABYTES_PER_SECOND),
        Cell.of(idle.brokerMemoryBytes().map(bytes -> bytes / 1e6), Unit.MEGABYTES),
        Cell.of(idle.watts(), Unit.RATIO));
  }

  /** What was read, with the figures of it, or why figures are not available. */
  private static Table sources(Iterable<Efficiency> runs) {
    Map<String, Set<String>> figures = new LinkedHashMap<>();
    for (CostFigure figure : CostFigure.ofEfficiency()) {
      for (Efficiency use : runs) {
        use.totals()
            .figure(figure)
            .map(Figure::source)
            .or(
                () ->
                    Optional.ofNullable(use.totals().notAvailable().get(figure.key()))
                        .map(why -> "not available: " + why))
            .ifPresent(
                source ->
                    figures
                        .computeIfAbsent(source, any -> new LinkedHashSet<>())
                        .add(figure.words()));
      }
    }
    return new Table(
        "Sources",
        List.of("figures", "source"),
        figures.entrySet().stream()
            .map(
                each ->
                    List.of(Cell.of(String.join(", ", each.getValue())), Cell.of(each.getKey())))
            .toList());
  }
}
