package io.tidemark.report.runs;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Table;
import io.tidemark.report.figures.RunTimeline.TimeSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs of which sections are made; their names are shown where there are several. */
public record ShownRuns(List<ShownRun> runs) {
  /**
   * A stored run with its name.
   *
   * @param system which it measures
   * @param label unique among the runs of the workload
   * @param backlog of each sample; empty if it is not known
   */
  public record ShownRun(
      String workload, String system, String label, RunResult result, double[] backlog) {
    public String name() {
      return workload + " on " + label;
    }
  }

  public ShownRuns {
    runs = List.copyOf(runs);
  }

  public static ShownRuns of(RunResult run) {
    String system = run.identity().driverName();
    return new ShownRuns(
        List.of(
            new ShownRun(
                run.identity().workloadName(),
                system,
                system,
                run,
                run.samples().stream().mapToDouble(Sample::backlog).toArray())));
  }

  /** Without files in OMB's format, which have only the figures of the summary. */
  public static ShownRuns of(List<ReportedRun> runs) {
    return new ShownRuns(
        runs.stream()
            .flatMap(run -> run.stored().stream().map(stored -> of(run, stored)))
            .toList());
  }

  private static ShownRun of(ReportedRun run, RunResult stored) {
    double[] backlog = run.series(TimeSeries.BACKLOG).map(TimeSeries::values).orElse(new double[0]);
    return new ShownRun(run.workload(), run.environment(), run.label(), stored, backlog);
  }

  public boolean several() {
    return runs.size() > 1;
  }

  private boolean severalWorkloads() {
    return runs.stream().map(ShownRun::workload).distinct().count() > 1;
  }

  /** Texts about each run, with its name where there are several. */
  public List<String> notes(Function<RunResult, List<String>> texts) {
    return runs.stream()
        .flatMap(
            run ->
                texts.apply(run.result()).stream()
                    .map(text -> several() ? run.name() + ": " + text : text))
        .toList();
  }

  /** A table whose rows are each about a run. */
  public <T> Table table(Columns<T> columns, Function<RunResult, Stream<T>> rows) {
    Rows table = rows(columns.head());
    runs.forEach(run -> rows.apply(run.result()).forEach(row -> table.add(run, columns.row(row))));
    return table.table();
  }

  public Rows rows(String... head) {
    return rows(List.of(head));
  }

  public Rows rows(List<String> head) {
    return new Rows(head);
  }

  /** The rows of a table, each of them about a run. */
  public final class Rows {
    private final List<String> head = new ArrayList<>();
    private final List<List<Cell>> rows = new ArrayList<>();

    private Rows(List<String> columns) {
      if (several()) {
        head.addAll(severalWorkloads() ? List.of("workload", "run") : List.of("run"));
      }
      head.addAll(columns);
    }

    public void add(ShownRun run, Cell... cells) {
      add(run, Arrays.asList(cells));
    }

    public void add(ShownRun run, List<Cell> cells) {
      List<Cell> row = new ArrayList<>();
      if (several()) {
        row.addAll(
            severalWorkloads()
                ? List.of(Cell.of(run.workload()), Cell.of(run.label()))
                : List.of(Cell.of(run.label())));
      }
      row.addAll(cells);
      rows.add(row);
    }

    public Table table(String caption) {
      return new Table(caption, head, rows);
    }

    public Table table() {
      return table("");
    }
  }
}
