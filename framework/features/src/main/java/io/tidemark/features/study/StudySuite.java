package io.tidemark.features.study;

import io.tidemark.features.cost.PriceSpec;
import io.tidemark.model.question.Question;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StoredStudy.Figure;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.workers.Workers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A study with all files that its runs need, read and checked.
 *
 * @param runs in their order, each with its place in the study
 * @param workers by the names of the environments
 * @param workloads names of the workloads, in the order of the study
 * @param inputs SHA-256 of every file that was read, by its path from the study file
 */
public record StudySuite(
    Study study,
    List<PlacedRun> runs,
    Map<String, Workers> workers,
    List<String> workloads,
    Map<String, String> inputs) {

  public StudySuite {
    runs = List.copyOf(runs);
    workers = Map.copyOf(workers);
    workloads = List.copyOf(workloads);
    inputs = new TreeMap<>(inputs);
  }

  /** Before the first run. */
  public StoredStudy initial() {
    return new StoredStudy(
        StoredStudy.SCHEMA_VERSION,
        study.name(),
        study.description().strip(),
        study.source().orElse(null),
        study.file().name(),
        inputs,
        study.environments().stream().map(StudySuite::environment).toList(),
        study.matrixTexts(),
        workloads,
        study.iterations().least(),
        study.seed(),
        study.coolDown().toMillis() / 1e3,
        study.brokers() == Study.Brokers.FRESH,
        study.retries(),
        places().filter(place -> place.iteration() <= study.iterations().least()).toList(),
        figures(study.lines()),
        question().orElse(null),
        study.compare(),
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
  List<StudyEntry> block(int iteration) {
    return places().filter(place -> place.iteration() == iteration).toList();
  }

  private Stream<StudyEntry> places() {
    return runs.stream().map(PlacedRun::place);
  }

  /** The place of a run in the study, before the run. */
  StudyEntry place(int index) {
    return runs.get(index).place();
  }

  /** What is planned there. */
  PlannedRun planned(int index) {
    return runs.get(index).run();
  }

  /** Where a run is carried out. */
  StudyEnvironment environment(int index) {
    return study.environments().stream()
        .filter(each -> each.name().equals(place(index).environment()))
        .findFirst()
        .orElseThrow();
  }

  /** By which a run is carried out. */
  Workers workers(PlacedRun run) {
    return Objects.requireNonNull(workers.get(run.place().environment()));
  }

  private static Environment environment(StudyEnvironment environment) {
    return new Environment(
        environment.name(),
        environment.driver().toString(),
        environment.setTexts(),
        environment.factTexts(),
        price(environment).orElse(null),
        figures(environment.lines()),
        !environment.setup().isEmpty());
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
