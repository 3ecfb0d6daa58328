package io.tidemark.report.compare;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.statistics.BlockModel;
import io.tidemark.report.statistics.Changes;
import io.tidemark.report.statistics.Looks;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The usable runs of a study with one workload, in its blocks. */
public final class RunsByBlock {
  /** The runs by environment and values of the matrix. */
  private final Map<List<String>, List<ReportedRun>> combinations = new LinkedHashMap<>();

  private final List<Integer> iterations;

  public RunsByBlock(List<ReportedRun> runs) {
    for (ReportedRun run : runs) {
      combinations.computeIfAbsent(combination(run), any -> new ArrayList<>()).add(run);
    }
    iterations = runs.stream().map(RunsByBlock::block).distinct().sorted().toList();
  }

  private static List<String> combination(ReportedRun run) {
    StudyEntry place = run.planned().orElseThrow();
    return List.of(place.system(), place.load());
  }

  private static int block(ReportedRun run) {
    return run.planned().orElseThrow().iteration();
  }

  /** The mean of the runs of one combination, of which at least one has a value. */
  public Mean mean(MetricReference metric, List<ReportedRun> runs) {
    double[] own = runs.stream().flatMapToDouble(run -> value(metric, run).stream()).toArray();
    List<List<String>> measured = measured(metric);
    return own.length < 2
        ? Mean.of(own)
        : BlockModel.of(rows(metric, measured))
            .filter(BlockModel::hasEqualVariances)
            .map(model -> model.mean(measured.indexOf(combination(runs.get(0)))))
            .orElseGet(() -> Mean.of(own));
  }

  /**
   * Returns the changes from the runs of one combination to those of others, each of which has at
   * least 2 values.
   */
  Changes changes(
      MetricReference metric, List<ReportedRun> baseline, List<List<ReportedRun>> others) {
    List<List<String>> measured = measured(metric);
    return Changes.of(
        rows(metric, measured),
        measured.indexOf(combination(baseline.get(0))),
        others.stream().mapToInt(each -> measured.indexOf(combination(each.get(0)))).toArray());
  }

  private List<List<String>> measured(MetricReference metric) {
    return combinations.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(run -> value(metric, run).isPresent()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private double[][] rows(MetricReference metric, List<List<String>> measured) {
    return measured.stream().map(each -> row(metric, each)).toArray(double[][]::new);
  }

  private double[] row(MetricReference metric, List<String> combination) {
    double[] row = new double[iterations.size()];
    Arrays.fill(row, Double.NaN);
    for (ReportedRun run : combinations.getOrDefault(combination, List.of())) {
      value(metric, run).ifPresent(value -> row[iterations.indexOf(block(run))] = value);
    }
    return row;
  }

  private static OptionalDouble value(MetricReference metric, ReportedRun run) {
    return run.value(metric);
  }

  /**
   * Levels of the metrics that decide.
   *
   * @param ofMetric of all tests of one family: each family has its part of 5 %, and each look at
   *     the study a part of that
   * @param ofInterval of the interval of one system
   */
  record StudyLevels(double ofMetric, double ofInterval) {
    /**
     * @param families of tests that share 5 %
     */
    static StudyLevels of(StoredStudy study, int families) {
      double share = Comparison.LEVEL / families;
      StudyBlocks planned = study.blocks();
      if (planned == null || !planned.untilDecided()) {
        return new StudyLevels(share, Comparison.LEVEL);
      }
      Looks looks = new Looks(planned.least(), planned.most());
      int blocks = study.lastBlock();
      return new StudyLevels(looks.level(share, blocks), looks.level(Comparison.LEVEL, blocks));
    }
  }
}
