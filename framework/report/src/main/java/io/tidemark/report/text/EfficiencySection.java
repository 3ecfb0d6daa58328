package io.tidemark.report.text;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.cost.Efficiency.Figure;
import io.tidemark.model.cost.Efficiency.IdleBaseline;
import io.tidemark.model.cost.Efficiency.Use;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the delivered messages of a run cost, on the console. */
final class EfficiencySection {
  private static final String NOT_KNOWN = "-";
  private static final String OF_CLASSES =
      "of all classes together: what one of them uses is not known, since they share the brokers";

  /** A resource, with its figures for a million messages, for a GB, and for a payload byte. */
  private record Row(String name, List<Optional<CostFigure>> figures) {}

  private static final List<Row> ROWS =
      List.of(
          row("broker CPU", CostFigure.BROKER_CPU_PER_MESSAGES, CostFigure.BROKER_CPU_PER_GIGABYTE),
          row("client CPU", CostFigure.CLIENT_CPU_PER_MESSAGES, CostFigure.CLIENT_CPU_PER_GIGABYTE),
          ratio("disk writes", CostFigure.DISK_PER_MESSAGES, CostFigure.DISK_AMPLIFICATION),
          ratio("between nodes", CostFigure.NETWORK_PER_MESSAGES, CostFigure.NETWORK_AMPLIFICATION),
          row("energy", CostFigure.ENERGY));

  private EfficiencySection() {}

  private static Row row(String name, CostFigure messages) {
    return new Row(name, List.of(Optional.of(messages), Optional.empty(), Optional.empty()));
  }

  private static Row row(String name, CostFigure messages, CostFigure gigabyte) {
    return new Row(name, List.of(Optional.of(messages), Optional.of(gigabyte), Optional.empty()));
  }

  private static Row ratio(String name, CostFigure messages, CostFigure payload) {
    return new Row(name, List.of(Optional.of(messages), Optional.empty(), Optional.of(payload)));
  }

  /** Empty if the use of the broker is not known: that of the clients alone says little. */
  static List<String> lines(RunResult run) {
    Optional<Use> known =
        run.efficiency()
            .map(Efficiency::totals)
            .filter(use -> use.figure(CostFigure.BROKER_CPU_PER_MESSAGES).isPresent());
    if (known.isEmpty()) {
      return List.of();
    }
    Use use = known.get();
    TextTable table =
        new TextTable(1).row("", "per million", "per GB", "per payload byte", "idle, subtracted");
    for (Row row : ROWS) {
      if (row.figures().stream().anyMatch(each -> each.flatMap(use::figure).isPresent())) {
        table.row(cells(row, use));
      }
    }
    List<String> lines = new ArrayList<>(table.lines());
    memory(use).ifPresent(lines::add);
    lines.addAll(Wrapped.lines(sources(use), Wrapped.WIDTH - 2, "  "));
    if (!run.classes().isEmpty()) {
      lines.add(OF_CLASSES);
    }
    lines.add(
        run.efficiency()
            .flatMap(Efficiency::idleBaseline)
            .map(EfficiencySection::idle)
            .orElse("idle baseline: not measured (key idleBaseline of the workload)"));
    return lines;
  }

  private static List<String> cells(Row row, Use use) {
    List<String> cells = new ArrayList<>(List.of(row.name()));
    for (Optional<CostFigure> figure : row.figures()) {
      cells.add(
          figure
              .map(
                  each ->
                      use.figure(each)
                          .map(found -> Text.cost(each, found.value()))
                          .orElse(NOT_KNOWN))
              .orElse(""));
    }
    Optional<CostFigure> first = row.figures().get(0);
    cells.add(
        first
            .flatMap(
                each -> use.figure(each).flatMap(Figure::idle).map(idle -> Text.cost(each, idle)))
            .orElse(NOT_KNOWN));
    return cells;
  }

  private static Optional<String> memory(Use use) {
    return use.figure(CostFigure.MEMORY_PER_QUEUE)
        .map(
            queue ->
                "memory of the broker: "
                    + Text.cost(CostFigure.MEMORY_PER_QUEUE, queue.value())
                    + " per queue or partition"
                    + use.figure(CostFigure.MEMORY_PER_WAITING)
                        .map(
                            waiting ->
                                ", "
                                    + Text.cost(CostFigure.MEMORY_PER_WAITING, waiting.value())
                                    + " per waiting message")
                        .orElse(""));
  }

  /** {@code of 500,000 delivered messages; sources: ...}. */
  private static String sources(Use use) {
    Map<String, List<String>> names = new TreeMap<>();
    for (Row row : ROWS) {
      row.figures()
          .get(0)
          .flatMap(use::figure)
          .ifPresent(
              figure ->
                  names.computeIfAbsent(figure.source(), any -> new ArrayList<>()).add(row.name()));
    }
    List<String> texts = new ArrayList<>();
    names.forEach((source, rows) -> texts.add(String.join(", ", rows) + ": " + source));
    return "of %s delivered messages; %s"
        .formatted(Text.count(use.deliveredMessages()), String.join("; ", texts));
  }

  private static String idle(IdleBaseline idle) {
    return String.format(
        Locale.ROOT,
        "idle baseline of %s: %s",
        Text.duration(idle.lengthSeconds()),
        Stream.concat(
                idle.brokerCpuCores().stream().map(cores -> cores(cores) + " of the broker"),
                idle.clientCpuCores().stream().map(cores -> cores(cores) + " of the clients"))
            .collect(Collectors.joining(", ")));
  }

  private static String cores(double cores) {
    return String.format(Locale.ROOT, "%.3f cores", cores);
  }
}
