package io.tidemark.features.profile.page;

import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the Erlang machine of one process did in the profiled runs of two sides.
 *
 * @param workload of the runs
 * @param process its name, the same on both sides
 * @param baseline label of the first side
 * @param other label of the second side
 * @param before its profiles in the runs of the first side
 * @param after its profiles in the runs of the second side
 */
public record ErlangComparison(
    String workload,
    String process,
    String baseline,
    String other,
    List<ProcessProfile> before,
    List<ProcessProfile> after) {
  /** Smaller changes of a percentage or of megabytes are not shown. */
  private static final double LEAST = 0.1;

  private static final int MOST_OF_GROUP = 8;

  private static final String WHAT =
      "Changes of 0.1 or more, of means of the runs. Threads: the share of their time in which they"
          + " do not sleep. Processes of Erlang: those with most work; 0 % is not among them.";

  /** What is compared, in this order. */
  private enum Group {
    THREADS("%"),
    WORK("million/s"),
    PROCESSES("% of the work"),
    MEMORY("MB");

    private final String unit;

    Group(String unit) {
      this.unit = unit;
    }
  }

  private record Figure(Group group, String name) {}

  /**
   * A figure that is another one than before.
   *
   * @param figure what it is of
   * @param before mean of the runs of the first side
   * @param after mean of the runs of the second side
   * @param overlaps whether a run of one side has a value between those of the other side
   */
  public record Change(String figure, String unit, double before, double after, boolean overlaps) {
    /** The difference of the means. */
    public double points() {
      return after - before;
    }
  }

  public ErlangComparison {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /**
   * Each node of RabbitMQ that was profiled on both sides.
   *
   * @throws ResultsException if a profile is damaged
   */
  public static List<ErlangComparison> of(RunSet baseline, List<RunSet> others)
      throws ResultsException {
    List<ErlangComparison> all = new ArrayList<>();
    for (RunSet other : others) {
      for (String workload : baseline.workloads()) {
        Map<String, List<ProcessProfile>> before = profiles(baseline.of(workload));
        Map<String, List<ProcessProfile>> after = profiles(other.of(workload));
        before.forEach(
            (process, profiles) -> {
              List<ProcessProfile> same = after.getOrDefault(process, List.of());
              if (!same.isEmpty()) {
                all.add(
                    new ErlangComparison(
                        workload, process, baseline.label(), other.label(), profiles, same));
              }
            });
      }
    }
    return all;
  }

  private static Map<String, List<ProcessProfile>> profiles(List<ReportedRun> runs)
      throws ResultsException {
    Map<String, List<ProcessProfile>> found = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      for (ProcessProfile each : ProfileComparison.profiles(run)) {
        if (!each.erlang().isEmpty()) {
          found.computeIfAbsent(each.process(), any -> new ArrayList<>()).add(each);
        }
      }
    }
    return found;
  }

  private static Map<Figure, Double> figures(ProcessProfile profile) {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    ErlangUse erlang = profile.erlang();
    erlang
        .threads()
        .forEach(
            each ->
                figures.put(
                    new Figure(Group.THREADS, each.kind().replace('_', ' ') + " busy"),
                    100.0
                        * (each.totalMicros() - each.micros().getOrDefault(ErlangUse.SLEEP, 0L))
                        / Math.max(1, each.totalMicros())));
    if (erlang.reductions() > 0) {
      figures.put(
          new Figure(Group.WORK, "reductions"),
          erlang.reductions() / 1e6 / Math.max(1e-3, profile.seconds()));
      for (ErlangUse.Work each : erlang.processes()) {
        figures.merge(
            new Figure(Group.PROCESSES, each.kind()),
            100.0 * each.reductions() / erlang.reductions(),
            Double::sum);
      }
    }
    erlang
        .memory()
        .forEach(
            each ->
                figures.put(new Figure(Group.MEMORY, "memory " + each.part()), each.bytes() / 1e6));
    return figures;
  }

  /** Returns the changes by group; in a group the largest change first. */
  public List<Change> changes() {
    List<Map<Figure, Double>> first = before.stream().map(ErlangComparison::figures).toList();
    List<Map<Figure, Double>> second = after.stream().map(ErlangComparison::figures).toList();
    Set<Figure> all = new LinkedHashSet<>();
    first.forEach(run -> all.addAll(run.keySet()));
    second.forEach(run -> all.addAll(run.keySet()));
    List<Change> changes = new ArrayList<>();
    for (Group group : Group.values()) {
      all.stream()
          .filter(figure -> figure.group == group)
          .map(figure -> change(figure, values(first, figure), values(second, figure)))
          .filter(change -> Math.abs(change.points()) >= LEAST || group == Group.WORK)
          .sorted(Comparator.comparingDouble((Change each) -> Math.abs(each.points())).reversed())
          .limit(MOST_OF_GROUP)
          .forEach(changes::add);
    }
    return changes;
  }

  /** 0 of a process that is not among those with most work. */
  private static double[] values(List<Map<Figure, Double>> runs, Figure figure) {
    return runs.stream().mapToDouble(run -> run.getOrDefault(figure, 0.0)).sorted().toArray();
  }

  private static Change change(Figure figure, double[] before, double[] after) {
    return new Change(
        figure.name,
        figure.group.unit,
        Arrays.stream(before).average().orElseThrow(),
        Arrays.stream(after).average().orElseThrow(),
        before[0] <= after[after.length - 1] && after[0] <= before[before.length - 1]);
  }

  /** The largest changes. */
  public Section section(String id) {
    return Section.of(id, process + ": " + other + " against " + baseline)
        .notes(
            "Workload %s: %s (%s) against %s (%s). %s"
                .formatted(
                    workload,
                    other,
                    Text.plural(after.size(), "run"),
                    baseline,
                    Text.plural(before.size(), "run"),
                    WHAT),
            Math.min(before.size(), after.size()) > 1
                ? ""
                : "One run of a side does not show which differences are chance; compare several.")
        .add(
            new Columns<Change>()
                .text("figure", Change::figure)
                .text("unit", Change::unit)
                .cell("baseline", each -> number("%,.1f", each.before()))
                .cell("this", each -> number("%,.1f", each.after()))
                .cell("change", each -> number("%+,.1f", each.points()))
                .text("runs overlap", each -> each.overlaps() ? "yes" : "")
                .table("What the Erlang machine did, and its memory", changes().stream()));
  }

  private static Cell number(String format, double value) {
    return Cell.of(String.format(Locale.ROOT, format, value), value);
  }
}
