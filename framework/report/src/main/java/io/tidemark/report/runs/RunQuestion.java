package io.tidemark.report.runs;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ConfigurationException;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** What runs of one workload are about. */
final class RunQuestion {
  private RunQuestion() {}

  /** What the workload asks, by the first run that has it. */
  static Optional<Question> stated(Collection<ReportedRun> runs) {
    return runs.stream().flatMap(run -> run.question().stream()).findFirst();
  }

  /** The same; if its file does not say it what such a workload is usually measured for. */
  static Question of(Collection<ReportedRun> runs) {
    return stated(runs)
        .or(
            () ->
                workload(runs)
                    .map(WorkloadQuestion::usual)
                    .filter(question -> isMeasured(question, runs)))
        .orElseGet(() -> ofFigures(runs));
  }

  /** The part of the question of a study that runs of the workload can answer. */
  static Question part(Question ofStudy, Collection<ReportedRun> runs) {
    return ofStudy.metrics().size() == 1
        ? ofStudy
        : workload(runs)
            .flatMap(workload -> WorkloadQuestion.measured(ofStudy, workload))
            .orElse(ofStudy);
  }

  /** Empty for results in OMB's format, and where a version wrote it that is not understood. */
  private static Optional<Workload> workload(Collection<ReportedRun> runs) {
    return runs.stream()
        .flatMap(run -> run.stored().stream())
        .findFirst()
        .flatMap(
            run -> {
              try {
                return Optional.of(
                    WorkloadReader.stored(run.identity().workloadName(), run.workload()));
              } catch (ConfigurationException e) {
                return Optional.empty();
              }
            });
  }

  private static boolean isMeasured(Question question, Collection<ReportedRun> runs) {
    return MetricReference.asked(question).stream()
        .anyMatch(
            name ->
                !name.isCompared()
                    || runs.stream().anyMatch(run -> run.metrics().containsKey(name)));
  }

  /** The first figure that a run has, rates first. */
  private static Question ofFigures(Collection<ReportedRun> runs) {
    return new Question(
        Stream.concat(
                Metrics.first().stream().map(MetricReference::of).filter(MetricReference::isRate),
                MetricReference.usual().stream())
            .filter(metric -> runs.stream().anyMatch(run -> run.metrics().containsKey(metric)))
            .limit(1)
            .map(MetricReference::key)
            .toList(),
        Question.USUAL_DIFFERENCE);
  }
}
