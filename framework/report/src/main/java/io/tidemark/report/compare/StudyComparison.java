package io.tidemark.report.compare;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Pair;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.compare.RunsByBlock.StudyLevels;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.statistics.Changes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The systems of a study with one of its workloads, at the same values of its axes: tested for the
 * metrics of the question, by what the blocks of the study show.
 */
public final class StudyComparison {
  private final Question question;
  private final RunsByBlock blocks;
  private final StudyLevels levels;
  private final boolean severalWorkloads;
  private final List<MatrixAxis> axes;

  /** The systems and their runs, by what is compared; the first one is the baseline. */
  private final Map<String, Map<String, List<ReportedRun>>> groups;

  private StudyComparison(List<ReportedRun> runs, StoredStudy study, boolean severalWorkloads) {
    this.question = study.questionOf(runs);
    this.severalWorkloads = severalWorkloads;
    this.blocks = new RunsByBlock(runs);
    // The values of the axes are what a study with a single system compares.
    boolean single =
        groups(runs, study.axes()).values().stream().allMatch(systems -> systems.size() < 2);
    this.axes = single ? List.of() : study.axes();
    this.groups = groups(runs, axes);
    groups.values().removeIf(systems -> systems.size() < 2);
    int metrics = Math.max(1, MetricReference.decisive(question).size());
    this.levels = StudyLevels.of(study, metrics * Math.max(1, groups.size()));
  }

  private static Map<String, Map<String, List<ReportedRun>>> groups(
      List<ReportedRun> runs, List<MatrixAxis> axes) {
    Map<String, Map<String, List<ReportedRun>>> groups = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      StudyEntry place = run.planned().orElseThrow();
      groups
          .computeIfAbsent(place.loadAt(axes), load -> new LinkedHashMap<>())
          .computeIfAbsent(place.systemWithout(axes), system -> new ArrayList<>())
          .add(run);
    }
    return groups;
  }

  /**
   * Each environment compared with the first one that has the workload; of a study, by its
   * question.
   *
   * @param all in the order of the comparisons; unusable ones are left out
   */
  public static List<Comparison> ofEnvironments(ReportedRuns all) {
    if (all.study().isPresent()) {
      return of(all, all.study().get());
    }
    List<ReportedRun> runs = all.runs();
    return runs.stream()
        .map(ReportedRun::workload)
        .distinct()
        .map(workload -> runs.stream().filter(run -> run.workload().equals(workload)).toList())
        .map(RunSet::byEnvironment)
        .filter(sets -> sets.size() > 1)
        .flatMap(sets -> RunSetComparison.of(sets.get(0), sets.subList(1, sets.size())).stream())
        .toList();
  }

  /** Returns the comparisons for each workload, in the order of the study. */
  private static List<Comparison> of(ReportedRuns all, StoredStudy study) {
    Collection<List<ReportedRun>> workloads = all.usableByWorkload().values();
    return workloads.stream()
        .map(runs -> new StudyComparison(runs, study, workloads.size() > 1))
        .flatMap(StudyComparison::comparisons)
        .toList();
  }

  private Stream<Comparison> comparisons() {
    return groups.entrySet().stream().map(group -> comparison(group.getKey(), group.getValue()));
  }

  private Comparison comparison(String load, Map<String, List<ReportedRun>> systems) {
    List<String> names = List.copyOf(systems.keySet());
    List<List<Metric>> metrics = new ArrayList<>();
    names.forEach(name -> metrics.add(new ArrayList<>()));
    List<List<ReportedRun>> runs = List.copyOf(systems.values());
    for (MetricReference metric : MetricReference.usualAnd(question)) {
      List<@Nullable Metric> changed = changed(metric, runs);
      for (int i = 0; i < changed.size(); i++) {
        Metric each = changed.get(i);
        if (each != null) {
          metrics.get(i).add(each);
        }
      }
    }
    List<Side> others = new ArrayList<>();
    for (int i = 1; i < names.size(); i++) {
      others.add(side(names.get(i), runs.get(0), runs.get(i), metrics.get(i)));
    }
    StudyEntry first = runs.get(0).get(0).planned().orElseThrow();
    return new Comparison(
        load,
        severalWorkloads ? load : first.valuesAt(axes),
        names.get(0),
        others,
        question.atLeast(),
        question.atLeast());
  }

  private static Side side(
      String label, List<ReportedRun> before, List<ReportedRun> after, List<Metric> metrics) {
    List<String> systems = Comparability.systems(before, after);
    Set<String> varied = new LinkedHashSet<>(Comparability.differences(before, after));
    varied.addAll(systems);
    return new Side(
        label,
        Comparability.obstacles(before, after, systems),
        List.copyOf(varied),
        List.of(),
        metrics);
  }

  /** In the order of the systems; null for the baseline and where nothing was measured. */
  private List<@Nullable Metric> changed(MetricReference metric, List<List<ReportedRun>> systems) {
    List<ReportedRun> before = systems.get(0);
    List<Pair> pairs = systems.stream().map(system -> Pair.of(metric, before, system)).toList();
    List<@Nullable Metric> changed = new ArrayList<>();
    List<Integer> tested = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      Pair pair = pairs.get(i);
      boolean other = i > 0 && pair.isMeasured();
      changed.add(other ? untested(pair) : null);
      if (other && pair.isTested()) {
        tested.add(i);
      }
    }
    if (tested.isEmpty()) {
      return changed;
    }
    Changes changes =
        blocks.changes(metric, systems.get(0), tested.stream().map(systems::get).toList());
    for (int i = 0; i < tested.size(); i++) {
      changed.set(tested.get(i), judged(pairs.get(tested.get(i)), changes, i));
    }
    return changed;
  }

  private Metric untested(Pair pair) {
    Metric single = pair.changed(null, question.atLeast());
    return pair.metric().decides(question)
        ? single
        : pair.with(single.change(), Outcome.EXPLORATORY, null);
  }

  private Metric judged(Pair pair, Changes changes, int place) {
    boolean asked = pair.metric().decides(question);
    Change result = changes.changes().get(place);
    double level = asked ? levels.ofMetric() : Comparison.LEVEL;
    double adjusted =
        asked
            ? Math.min(1, Comparison.LEVEL / level * changes.adjusted().get(place))
            : result.probability();
    Basis basis =
        Basis.of(
            changes.blocks() ? Method.BLOCKS_DUNNETT : Method.WELCH_HOLM,
            result,
            level * (asked ? changes.strictness() : 1),
            asked ? levels.ofInterval() : Comparison.LEVEL);
    Evidence evidence = Evidence.of(result, adjusted, question.atLeast(), basis);
    double change = Math.expm1(result.logRatio());
    Outcome outcome = asked ? evidence.outcome(change, question.atLeast()) : Outcome.EXPLORATORY;
    return pair.with(change, outcome, evidence);
  }
}
