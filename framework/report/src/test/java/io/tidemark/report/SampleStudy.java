package io.tidemark.report;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A study of which only the figures are known. */
public final class SampleStudy {
  private final Map<String, List<String>> matrix = new LinkedHashMap<>();
  private final List<ReportedRun> runs = new ArrayList<>();
  private @Nullable Question question;
  private String[] compare = {};

  public SampleStudy question(double atLeast, String... metrics) {
    question = new Question(List.of(metrics), atLeast);
    return this;
  }

  public SampleStudy compare(String... first) {
    compare = first;
    return this;
  }

  public SampleStudy matrix(String path, String... values) {
    matrix.put(path, List.of(values));
    return this;
  }

  /** Runs of one combination, one in each block; no run for 0. */
  public SampleStudy runs(
      String system, Map<String, String> cell, MetricReference metric, double... values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] > 0) {
        run(system, cell, i + 1, Map.of(metric, values[i]), Optional.empty());
      }
    }
    return this;
  }

  public SampleStudy run(
      String system,
      Map<String, String> cell,
      int iteration,
      Map<MetricReference, Double> metrics,
      Optional<String> unusable) {
    return run(system, cell, iteration, metrics, unusable, Map.of());
  }

  public SampleStudy run(
      String system,
      Map<String, String> cell,
      int iteration,
      Map<MetricReference, Double> metrics,
      Optional<String> unusable,
      Map<FigureGroup, FigureValidity> figures) {
    StudyEntry place =
        StudyEntry.pending(system, "w", cell, iteration).done("VALID", system + iteration, 1);
    runs.add(
        ReportedRun.unknown(Path.of(system), place.load(), system)
            .with()
            .environment(place.system())
            .iteration(iteration)
            .label(place.system())
            .planned(Optional.of(place))
            .unusable(unusable)
            .figures(figures)
            .metrics(metrics)
            .build());
    return this;
  }

  /** A study of the workload w. */
  public static StoredStudy stored(
      List<Environment> environments,
      Map<String, List<String>> matrix,
      int iterations,
      List<StudyEntry> runs,
      @Nullable Question question,
      String... compare) {
    return new StoredStudy(
        StoredStudy.SCHEMA_VERSION,
        "s",
        "",
        null,
        "s.yaml",
        Map.of(),
        environments,
        matrix,
        List.of("w"),
        iterations,
        1,
        0,
        false,
        0,
        runs,
        List.of(),
        question,
        List.of(compare),
        null);
  }

  public ReportedRuns study() {
    List<Environment> environments =
        runs.stream()
            .map(run -> run.planned().orElseThrow().environment())
            .distinct()
            .map(
                name -> new Environment(name, "d.yaml", Map.of(), Map.of(), null, List.of(), false))
            .toList();
    StoredStudy study =
        stored(
            environments,
            matrix,
            3,
            runs.stream().map(run -> run.planned().orElseThrow()).toList(),
            question,
            compare);
    return new ReportedRuns(runs, List.of(), Optional.of(study));
  }
}
