package io.tidemark.report.checklist;

import static io.tidemark.report.checklist.ChecklistSource.BENCHMARK_CHOICE;
import static io.tidemark.report.checklist.ChecklistSource.CLAIMS;
import static io.tidemark.report.checklist.ChecklistSource.COMPARISON;
import static io.tidemark.report.checklist.ChecklistSource.DESIGN;
import static io.tidemark.report.checklist.ChecklistSource.HANDLING;
import static io.tidemark.report.checklist.ChecklistSource.METRICS;
import static io.tidemark.report.checklist.ChecklistSource.SELECTIVE;
import static io.tidemark.report.checklist.ChecklistSource.SUITABLE_COMPARISON;
import static io.tidemark.report.checklist.ChecklistSource.WRONG_BENCHMARK;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.report.checklist.CheckedRuns.Chapter;
import io.tidemark.report.runs.StoredStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why these systems and loads were measured, and whether they stand for what is claimed. */
record ChoiceItems(CheckedRuns runs) {
  private static final Chapter CHAPTER = new Chapter("Choice");

  List<ChecklistItem> all() {
    return List.of(reasons(), baseline(), messages(), effects(), search());
  }

  private ChecklistItem reasons() {
    String title = "why these workloads";
    Optional<StoredStudy> study = runs.all().study();
    List<String> reasons = new ArrayList<>();
    study.map(StoredStudy::description).filter(text -> !text.isEmpty()).ifPresent(reasons::add);
    study
        .flatMap(each -> Optional.ofNullable(each.source()))
        .ifPresent(source -> reasons.add("published: " + source));
    return reasons.isEmpty()
        ? CHAPTER.missing(
            title,
            "say what the workloads stand for, and why others were left out: description and"
                + " source of a study file",
            BENCHMARK_CHOICE,
            SELECTIVE,
            WRONG_BENCHMARK)
        : CHAPTER.present(
            title, String.join("; ", reasons), BENCHMARK_CHOICE, SELECTIVE, WRONG_BENCHMARK);
  }

  private ChecklistItem baseline() {
    String title = "baseline";
    List<String> systems = runs.systems();
    return systems.size() < 2
        ? CHAPTER.notApplicable(
            title,
            "one system: claim no improvement without another one",
            SUITABLE_COMPARISON,
            COMPARISON,
            HANDLING)
        : CHAPTER.present(
            title,
            "changes are shares of %s; whether it is the best known alternative is to be said"
                .formatted(systems.get(0)),
            SUITABLE_COMPARISON,
            COMPARISON,
            HANDLING);
  }

  private ChecklistItem messages() {
    return runs.ofEachRun(
        CHAPTER,
        "messages: size, content, keys",
        ChoiceItems::messages,
        "state size and content of the messages, and how keys are chosen",
        BENCHMARK_CHOICE,
        WRONG_BENCHMARK,
        HANDLING);
  }

  private static Optional<String> messages(RunResult run) {
    List<String> parts = new ArrayList<>();
    if (run.shape().messageSizeBytes() > 0) {
      parts.add("%s B".formatted(run.shape().messageSizeBytes()));
    }
    for (String key : List.of("messageSizes", "payload", "payloadFile", "keyDistributor")) {
      CheckedRuns.workload(run, key).ifPresent(value -> parts.add(key + " " + value));
    }
    return Optional.of(String.join(", ", parts)).filter(text -> !text.isEmpty());
  }

  /** A gain in one metric can have its price in another one. */
  private ChecklistItem effects() {
    String title = "effects beside the metrics that decide";
    boolean telemetry =
        !runs.all().runs().isEmpty()
            && runs.all().runs().stream().noneMatch(run -> run.telemetry().isEmpty());
    return telemetry
        ? CHAPTER.present(
            title,
            "rates, latencies and lost messages of each run; metrics of the broker",
            METRICS,
            SELECTIVE,
            HANDLING)
        : CHAPTER.missing(
            title,
            "rates, latencies and lost messages are there; measure with metrics of the broker, too"
                + " (telemetry), or state its use of CPU, memory and disk",
            METRICS,
            SELECTIVE,
            HANDLING);
  }

  /** What was chosen by a measurement must be measured again. */
  private ChecklistItem search() {
    String title = "what a search has found is measured apart";
    List<RunResult> searches =
        runs.stored().stream().filter(run -> run.search().isPresent()).toList();
    if (searches.isEmpty()) {
      return CHAPTER.notApplicable(title, "no run searches", DESIGN, WRONG_BENCHMARK, CLAIMS);
    }
    boolean apart =
        searches.stream()
            .allMatch(
                run ->
                    run.phases().stream()
                        .anyMatch(
                            phase -> phase.measured() && !PhaseNames.isSearchLoad(phase.name())));
    return apart
        ? CHAPTER.present(
            title, "the measured phase follows the trials", DESIGN, WRONG_BENCHMARK, CLAIMS)
        : CHAPTER.missing(
            title, "measure at the rate that was found", DESIGN, WRONG_BENCHMARK, CLAIMS);
  }
}
