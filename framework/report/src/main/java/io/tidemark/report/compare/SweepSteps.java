package io.tidemark.report.compare;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Pair;
import io.tidemark.report.compare.RunsByBlock.StudyLevels;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.statistics.Changes;
import io.tidemark.report.statistics.Holm;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lines of one workload over the axes of a study. All their steps, and the changes from the
 * first value to the last one, are tested together, by what the blocks of the study show.
 */
public final class SweepSteps {
  private final RunsByBlock blocks;
  private final Question question;
  private final StoredStudy study;
  private final List<Line> lines = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();

  /** A line before its tests. */
  private record Line(
      String workload,
      String system,
      MatrixAxis axis,
      MetricReference metric,
      List<Place> places) {}

  /** The runs at a value of an axis. */
  private record Place(String value, List<ReportedRun> runs) {}

  /**
   * @param change empty without two runs on both sides
   */
  private record Step(Pair pair, Optional<Changes> change) {}

  /**
   * @param runs usable ones with one workload
   */
  private SweepSteps(List<ReportedRun> runs, StoredStudy study) {
    this.blocks = new RunsByBlock(runs);
    this.question = study.questionOf(runs);
    this.study = study;
    for (MatrixAxis axis : study.axes()) {
      Map<String, List<ReportedRun>> systems = new LinkedHashMap<>();
      for (ReportedRun run : runs) {
        systems.computeIfAbsent(place(run).without(axis.path()), any -> new ArrayList<>()).add(run);
      }
      for (MetricReference metric : MetricReference.decisive(question)) {
        systems.forEach((system, members) -> add(system, axis, metric, members));
      }
    }
  }

  /** All of a study, in its order; none outside a study. */
  public static List<SweepLine> of(ReportedRuns all) {
    List<SweepLine> lines = new ArrayList<>();
    StoredStudy study = all.study().orElse(null);
    if (study == null || study.axes().isEmpty()) {
      return List.of();
    }
    all.usableByWorkload()
        .values()
        .forEach(runs -> lines.addAll(new SweepSteps(runs, study).lines()));
    return lines;
  }

  private static StudyEntry place(ReportedRun run) {
    return run.planned().orElseThrow();
  }

  private void add(
      String system, MatrixAxis axis, MetricReference metric, List<ReportedRun> members) {
    List<Place> places =
        axis.ascending().stream()
            .map(value -> new Place(value, at(value, axis, metric, members)))
            .filter(place -> !place.runs.isEmpty())
            .toList();
    if (places.size() < 2) {
      return;
    }
    lines.add(new Line(place(members.get(0)).workload(), system, axis, metric, places));
    for (int i = 1; i < places.size(); i++) {
      steps.add(step(metric, places.get(i - 1), places.get(i)));
    }
    if (places.size() > 2) {
      steps.add(step(metric, places.get(0), places.get(places.size() - 1)));
    }
  }

  private static List<ReportedRun> at(
      String value, MatrixAxis axis, MetricReference metric, List<ReportedRun> members) {
    return members.stream()
        .filter(run -> value.equals(place(run).cell().get(axis.path())))
        .filter(run -> run.value(metric).isPresent())
        .toList();
  }

  private Step step(MetricReference metric, Place from, Place to) {
    Pair pair = Pair.of(metric, from.runs, to.runs);
    return new Step(
        pair,
        pair.isTested()
            ? Optional.of(blocks.changes(metric, from.runs, List.of(to.runs)))
            : Optional.empty());
  }

  private static List<Double> values(MetricReference metric, Place place) {
    return place.runs.stream().flatMapToDouble(run -> run.value(metric).stream()).boxed().toList();
  }

  /** In the order of axes, metrics and systems. */
  List<SweepLine> lines() {
    List<Metric> judged = judged();
    List<SweepLine> all = new ArrayList<>();
    int next = 0;
    for (Line line : lines) {
      List<SweepLine.Point> points = new ArrayList<>();
      for (Place place : line.places) {
        points.add(
            new SweepLine.Point(
                place.value,
                values(line.metric, place),
                blocks.mean(line.metric, place.runs),
                points.isEmpty() ? Optional.empty() : Optional.of(judged.get(next++))));
      }
      // A single step is the whole.
      Metric whole = points.size() > 2 ? judged.get(next++) : judged.get(next - 1);
      all.add(
          new SweepLine(
              line.workload,
              line.system,
              line.axis,
              line.metric,
              points,
              whole,
              question.atLeast()));
    }
    return all;
  }

  /** In the order of the steps. */
  private List<Metric> judged() {
    double[] alone =
        steps.stream()
            .flatMap(step -> step.change.stream())
            .mapToDouble(changes -> changes.changes().get(0).probability())
            .toArray();
    double[] adjusted = Holm.adjusted(alone);
    StudyLevels levels = StudyLevels.of(study, 1);
    List<Metric> judged = new ArrayList<>();
    int tested = 0;
    for (Step step : steps) {
      if (step.change.isEmpty()) {
        judged.add(step.pair.changed(null, question.atLeast()));
      } else {
        Basis basis = basis(step.change.get(), levels, alone.length);
        double probability = Math.min(1, Comparison.LEVEL / levels.ofMetric() * adjusted[tested++]);
        judged.add(judged(step.pair, step.change.get().changes().get(0), probability, basis));
      }
    }
    return judged;
  }

  private static Basis basis(Changes changes, StudyLevels levels, int tests) {
    return Basis.of(
        changes.blocks() ? Method.BLOCKS_HOLM : Method.WELCH_HOLM,
        changes.changes().get(0),
        levels.ofMetric() / tests,
        levels.ofInterval());
  }

  private Metric judged(Pair pair, Change change, double probability, Basis basis) {
    Evidence evidence = Evidence.of(change, probability, question.atLeast(), basis);
    double share = Math.expm1(change.logRatio());
    return pair.with(share, evidence.outcome(share, question.atLeast()), evidence);
  }

  /**
   * A metric of the question for one system, over the values of an axis.
   *
   * @param system with its values of all other keys
   * @param points at least two, in the order of the numbers
   * @param whole from the first point to the last one
   * @param atLeast the smallest difference that matters, as a share
   */
  public record SweepLine(
      String workload,
      String system,
      MatrixAxis axis,
      MetricReference metric,
      List<Point> points,
      Metric whole,
      double atLeast) {
    /**
     * What the runs at one value of the axis show.
     *
     * @param value as the study file has it
     * @param runs the value of each run
     * @param mean geometric, of the runs
     * @param step from the value before; empty for the first one
     */
    public record Point(String value, List<Double> runs, Mean mean, Optional<Metric> step) {
      public Point {
        runs = List.copyOf(runs);
      }
    }

    public SweepLine {
      points = List.copyOf(points);
    }

    /**
     * The place of the point after which the metric no longer becomes better: the next step is not
     * shown to be one or, of single runs, is smaller than what matters.
     */
    public int best() {
      int best = 0;
      while (best + 1 < points.size() && isBetter(points.get(best + 1).step().orElseThrow())) {
        best++;
      }
      return best;
    }

    private boolean isBetter(Metric step) {
      double gain = metric.higherIsBetter() ? step.change() : -step.change();
      return switch (step.outcome()) {
        case HIGHER, LOWER -> gain > 0;
        case SINGLE_RUN -> gain > atLeast;
        case EQUAL, NOT_SHOWN, EXPLORATORY -> false;
      };
    }
  }
}
