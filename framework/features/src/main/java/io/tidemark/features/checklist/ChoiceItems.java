package io.tidemark.features.checklist;

import static io.tidemark.features.checklist.ChecklistItem.Source.BENCHMARK_CHOICE;
import static io.tidemark.features.checklist.ChecklistItem.Source.CLAIMS;
import static io.tidemark.features.checklist.ChecklistItem.Source.COMPARISON;
import static io.tidemark.features.checklist.ChecklistItem.Source.DESIGN;
import static io.tidemark.features.checklist.ChecklistItem.Source.HANDLING;
import static io.tidemark.features.checklist.ChecklistItem.Source.METRICS;
import static io.tidemark.features.checklist.ChecklistItem.Source.SELECTIVE;
import static io.tidemark.features.checklist.ChecklistItem.Source.SUITABLE_COMPARISON;
import static io.tidemark.features.checklist.ChecklistItem.Source.WRONG_BENCHMARK;

import io.tidemark.features.checklist.CheckedRuns.Demand;
import io.tidemark.features.checklist.ChecklistItem.Source;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.report.runs.StoredStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why these systems and loads were measured, and whether they stand for what is claimed. */
record ChoiceItems(CheckedRuns runs) {
  private static final String CHAPTER = "Choice";

  List<ChecklistItem> all() {
    return List.of(
        reasons(),
        baseline(),
        item("messages: size, content, keys", BENCHMARK_CHOICE, WRONG_BENCHMARK, HANDLING)
            .ofEachRun(
                ChoiceItems::messages,
                "state size and content of the messages, and how keys are chosen"),
        effects(),
        search());
  }

  private ChecklistItem reasons() {
    Demand item = item("why these workloads", BENCHMARK_CHOICE, SELECTIVE, WRONG_BENCHMARK);
    Optional<StoredStudy> study = runs.all().study();
    List<String> reasons = new ArrayList<>();
    study.map(StoredStudy::description).filter(text -> !text.isEmpty()).ifPresent(reasons::add);
    study
        .flatMap(each -> Optional.ofNullable(each.source()))
        .ifPresent(source -> reasons.add("published: " + source));
    return reasons.isEmpty()
        ? item.missing(
            "say what the workloads stand for, and why others were left out: description and"
                + " source of a study file")
        : item.present(String.join("; ", reasons));
  }

  private ChecklistItem baseline() {
    Demand item = item("baseline", SUITABLE_COMPARISON, COMPARISON, HANDLING);
    List<String> systems = runs.systems();
    return systems.size() < 2
        ? item.notApplicable("one system: claim no improvement without another one")
        : item.present(
            "changes are shares of %s; whether it is the best known alternative is to be said"
                .formatted(systems.get(0)));
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
    Demand item = item("effects beside the metrics that decide", METRICS, SELECTIVE, HANDLING);
    boolean telemetry =
        !runs.all().runs().isEmpty()
            && runs.all().runs().stream().noneMatch(run -> run.telemetry().isEmpty());
    return telemetry
        ? item.present("rates, latencies and lost messages of each run; metrics of the broker")
        : item.missing(
            "rates, latencies and lost messages are there; measure with metrics of the broker, too"
                + " (telemetry), or state its use of CPU, memory and disk");
  }

  /** What was chosen by a measurement must be measured again. */
  private ChecklistItem search() {
    Demand item =
        item("what a search has found is measured apart", DESIGN, WRONG_BENCHMARK, CLAIMS);
    List<RunResult> searches =
        runs.stored().stream().filter(run -> run.search().isPresent()).toList();
    if (searches.isEmpty()) {
      return item.notApplicable("no run searches");
    }
    boolean apart =
        searches.stream()
            .allMatch(
                run ->
                    run.phases().stream()
                        .anyMatch(
                            phase -> phase.measured() && !PhaseNames.isSearchLoad(phase.name())));
    return apart
        ? item.present("the measured phase follows the trials")
        : item.missing("measure at the rate that was found");
  }

  private Demand item(String title, Source... sources) {
    return runs.demand(CHAPTER, title, sources);
  }
}
