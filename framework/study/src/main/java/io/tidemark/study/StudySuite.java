package io.tidemark.study;

import io.tidemark.model.cost.PriceSpec;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StoredStudy.Figure;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.runs.StudyRun;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.suite.ClusterPlace;
import io.tidemark.runs.suite.Suite.PlannedRun;
import io.tidemark.runs.workers.Workers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A study with all files that its runs need, read and checked.
 *
 * @param runs in their order
 * @param workloads names of the workloads, in the order of the study
 * @param inputs SHA-256 of every file that was read, by its path from the study file
 */
public record StudySuite(
    Study study, List<PlannedStep> runs, List<String> workloads, Map<String, String> inputs) {

  /** One run with its place in the study. */
  record PlannedStep(
      Study.Step step, PlannedRun run, Workers workers, Optional<ClusterPlace> cluster) {
    static PlannedStep of(
        Study.Step step, int iterations, Workload workload, DriverFile driver, Workers workers) {
      StudyRun place = place(step, workload);
      RunTitle title =
          place.counts()
              ? new RunTitle(place.load(), place.system(), step.iteration(), iterations)
              : new RunTitle(place.load(), place.system() + ", warm-up", 1, 1);
      PlannedRun run = new PlannedRun(workload, driver, title);
      return new PlannedStep(step, run, workers, Optional.empty());
    }

    PlannedStep in(ClusterPlace place) {
      return new PlannedStep(step, run, workers, Optional.of(place));
    }

    private static StudyRun place(Study.Step step, Workload workload) {
      return StudyRun.pending(
          step.environment().name(), workload.name(), step.cell().texts(), step.iteration());
    }

    StudyRun pending() {
      return place(step, run.workload());
    }
  }

  public StudySuite {
    runs = List.copyOf(runs);
    workloads = List.copyOf(workloads);
    inputs = new TreeMap<>(inputs);
  }

  /** Before the first run. */
  public StoredStudy initial() {
    return new StoredStudy(
        StoredStudy.SCHEMA_VERSION,
        study.name(),
        study.description(),
        study.source().orElse(null),
        study.file().name(),
        inputs,
        study.environments().stream().map(StudySuite::environment).toList(),
        study.matrixTexts(),
        workloads,
        study.iterations(),
        study.seed(),
        study.coolDown().toMillis() / 1e3,
        study.freshBrokers(),
        study.retries(),
        runs.stream()
            .filter(run -> run.step().iteration() <= study.iterations())
            .map(PlannedStep::pending)
            .toList(),
        figures(study.references()),
        question().orElse(null),
        study.blocks().orElse(null));
  }

  /** What decides: the study file says it, or all of its workloads say the same. */
  Optional<Question> question() {
    List<Optional<Question>> asked =
        runs.stream().map(each -> each.run().workload().question()).distinct().toList();
    return study.question().or(() -> asked.size() == 1 ? asked.get(0) : Optional.empty());
  }

  /** What decides with each workload, by its name. */
  Map<String, Question> questions() {
    Map<String, Question> questions = new LinkedHashMap<>();
    runs.stream()
        .map(each -> each.run().workload())
        .forEach(each -> questions.putIfAbsent(each.name(), WorkloadQuestion.of(each)));
    return questions;
  }

  /** The runs of one block, in their order. */
  List<StudyRun> block(int iteration) {
    return runs.stream()
        .filter(run -> run.step().iteration() == iteration)
        .map(PlannedStep::pending)
        .toList();
  }

  private static Environment environment(StudyEnvironment environment) {
    return new Environment(
        environment.name(),
        environment.driver().toString(),
        environment.setTexts(),
        environment.facts(),
        price(environment).orElse(null),
        figures(environment.limits()));
  }

  /** One amount; the results of the runs have the amounts of a price with several items. */
  private static Optional<Price> price(StudyEnvironment environment) {
    return environment
        .price()
        .filter(PriceSpec::isOneAmount)
        .map(spec -> new Price(spec.amountPerMonth().orElseThrow(), spec.currency()));
  }

  static List<Figure> figures(List<ReferenceLine> lines) {
    return lines.stream().map(Figure::of).toList();
  }
}
