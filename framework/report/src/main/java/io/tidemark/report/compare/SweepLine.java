package io.tidemark.report.compare;

import io.tidemark.model.question.Question;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyRun;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A metric of the question for one system, over the values of an axis.
 *
 * @param system with its values of all other keys
 * @param points at least two, in the order of the numbers
 * @param atLeast the smallest difference that matters, as a share
 */
public record SweepLine(
    String workload,
    String system,
    MatrixAxis axis,
    ComparedMetric metric,
    List<Point> points,
    double atLeast) {
  /**
   * What the runs at one value of the axis show.
   *
   * @param value as the study file has it
   * @param mean geometric, of the runs
   * @param step from the value before; empty for the first one, and without two runs of both
   */
  public record Point(String value, Mean mean, Optional<Change> step) {}

  public SweepLine {
    points = List.copyOf(points);
  }

  /** All of a study, in its order; none outside a study. */
  public static List<SweepLine> of(ReportedRuns all) {
    List<SweepLine> lines = new ArrayList<>();
    StoredStudy study = all.study().orElse(null);
    if (study == null || study.axes().isEmpty()) {
      return lines;
    }
    Map<String, List<ReportedRun>> workloads = new LinkedHashMap<>();
    for (ReportedRun run : all.runs()) {
      if (run.unusable().isEmpty()) {
        workloads.computeIfAbsent(place(run).workload(), any -> new ArrayList<>()).add(run);
      }
    }
    workloads.forEach(
        (workload, runs) -> {
          BlockedRuns blocks = new BlockedRuns(runs);
          Question question = study.questionOf(runs);
          for (MatrixAxis axis : study.axes()) {
            Map<String, List<ReportedRun>> systems = new LinkedHashMap<>();
            for (ReportedRun run : runs) {
              systems
                  .computeIfAbsent(place(run).without(axis.path()), any -> new ArrayList<>())
                  .add(run);
            }
            for (ComparedMetric metric : ComparedMetric.decisive(question)) {
              systems.forEach(
                  (system, members) -> {
                    List<Point> points = points(axis, metric, members, blocks);
                    if (points.size() > 1) {
                      lines.add(
                          new SweepLine(
                              workload, system, axis, metric, points, question.atLeast()));
                    }
                  });
            }
          }
        });
    return lines;
  }

  private static StudyRun place(ReportedRun run) {
    return run.planned().orElseThrow();
  }

  private static List<Point> points(
      MatrixAxis axis, ComparedMetric metric, List<ReportedRun> members, BlockedRuns blocks) {
    List<Point> points = new ArrayList<>();
    List<ReportedRun> before = List.of();
    for (String value : ascending(axis)) {
      List<ReportedRun> here =
          members.stream()
              .filter(run -> value.equals(place(run).cell().get(axis.path())))
              .filter(run -> run.compared().value(metric).isPresent())
              .toList();
      if (!here.isEmpty()) {
        Optional<Change> step =
            before.size() > 1 && here.size() > 1
                ? Optional.of(blocks.changes(metric, before, List.of(here)).changes().get(0))
                : Optional.empty();
        points.add(new Point(value, blocks.mean(metric, here), step));
        before = here;
      }
    }
    return points;
  }

  private static List<String> ascending(MatrixAxis axis) {
    return axis.texts().stream()
        .sorted(Comparator.comparingDouble(text -> axis.number(text).orElseThrow()))
        .toList();
  }

  /** The change from the value before, as a share. */
  public double change(int point) {
    return change(point - 1, point);
  }

  /** The change from one value to another, as a share. */
  public double change(int from, int to) {
    return points.get(to).mean().value() / points.get(from).mean().value() - 1;
  }

  /**
   * The place of the point after which the metric no longer becomes better: the next step is not
   * shown to be one or, of single runs, is smaller than what matters.
   */
  public int best() {
    int best = 0;
    while (best + 1 < points.size() && isBetter(best + 1)) {
      best++;
    }
    return best;
  }

  private boolean isBetter(int point) {
    Optional<Change> step = points.get(point).step();
    double least =
        step.map(
                change ->
                    metric.isRate()
                        ? change.lowest(1 - Comparison.LEVEL)
                        : -change.highest(1 - Comparison.LEVEL))
            .orElseGet(() -> (metric.isRate() ? change(point) : -change(point)) - atLeast);
    return least > 0;
  }
}
