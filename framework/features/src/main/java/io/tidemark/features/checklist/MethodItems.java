package io.tidemark.features.checklist;

import static io.tidemark.features.checklist.ChecklistItem.Source.BENCHMARK_CHOICE;
import static io.tidemark.features.checklist.ChecklistItem.Source.CLAIMS;
import static io.tidemark.features.checklist.ChecklistItem.Source.COMPARISON;
import static io.tidemark.features.checklist.ChecklistItem.Source.COVERAGE;
import static io.tidemark.features.checklist.ChecklistItem.Source.DATA_ANALYSIS;
import static io.tidemark.features.checklist.ChecklistItem.Source.DESIGN;
import static io.tidemark.features.checklist.ChecklistItem.Source.HANDLING;
import static io.tidemark.features.checklist.ChecklistItem.Source.METRICS;
import static io.tidemark.features.checklist.ChecklistItem.Source.REPETITION;
import static io.tidemark.features.checklist.ChecklistItem.Source.SELECTIVE;
import static io.tidemark.features.checklist.ChecklistItem.Source.SUITABLE_COMPARISON;
import static io.tidemark.features.checklist.ChecklistItem.Source.WRONG_BENCHMARK;

import io.tidemark.features.checklist.CheckedRuns.Demand;
import io.tidemark.features.checklist.ChecklistItem.Source;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.text.RunFacts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How it was measured. */
record MethodItems(CheckedRuns runs, List<Comparison> comparisons) {
  private static final String CHAPTER = "Method";
  private static final int FEW = 3;

  List<ChecklistItem> all() {
    return List.of(
        question(),
        item("load model", DESIGN, WRONG_BENCHMARK)
            .ofEachRun(
                MethodItems::load,
                "state open or closed loop, rate, arrivals, and where the latency begins"),
        item("warm-up, not measured", DESIGN, HANDLING)
            .ofEachRun(MethodItems::warmUp, "set warmupDuration, or say why none is needed"),
        item("measured time", DESIGN)
            .ofEachRun(
                run ->
                    Optional.of(run.totals())
                        .map(PhaseResult::lengthSeconds)
                        .filter(seconds -> seconds > 0)
                        .map(Text::duration),
                "state how long each run was measured"),
        repetitions(),
        order(),
        coverage(),
        conditions(),
        item("loss, repetition and order of messages", METRICS, SELECTIVE)
            .ofEachRun(MethodItems::delivery, "measure with delivery: full"));
  }

  private ChecklistItem question() {
    Demand item = item("question and metrics that decide, before the measurement", CLAIMS, METRICS);
    Optional<String> ofStudy =
        runs.all()
            .study()
            .flatMap(study -> Optional.ofNullable(study.question()))
            .map(MethodItems::asked);
    return ofStudy
        .map(asked -> item.present(asked))
        .orElseGet(
            () ->
                item.ofEachRun(
                    run -> CheckedRuns.workload(run, "question"),
                    "add question (metrics, smallest difference that matters) to the study file or"
                        + " the workload"));
  }

  private static String asked(Question question) {
    return String.format(
        Locale.ROOT,
        "%s, differences of %s %% and more matter",
        String.join(", ", question.metrics()),
        Text.count(Math.round(question.atLeast() * 100)));
  }

  private static Optional<String> load(RunResult run) {
    String window =
        ", at most "
            + Text.plural(run.verdictInputs().maxInFlightPerProducer(), "message")
            + " in flight for each producer";
    return Optional.of(
        RunFacts.rates(run)
            .map(
                rates ->
                    "open loop, "
                        + rates
                        + CheckedRuns.workload(run, "arrivals")
                            .map(each -> ", arrivals " + each)
                            .orElse("")
                        + window
                        + "; latency from the intended send time")
            .orElse("closed loop" + window + ": latency depends on the rate reached"));
  }

  private static Optional<String> warmUp(RunResult run) {
    return run.phases().stream()
        .filter(phase -> phase.name().equals("warm-up") && phase.lengthSeconds() > 0)
        .findFirst()
        .map(phase -> Text.duration(phase.lengthSeconds()));
  }

  private ChecklistItem repetitions() {
    long fewest = runs.fewest();
    Demand item = item("repetitions", REPETITION, DATA_ANALYSIS, HANDLING);
    String each = "%s of each workload on each system".formatted(Text.plural(fewest, "usable run"));
    return fewest >= FEW
        ? item.present(each)
        : item.missing(each + "; at least " + FEW + " are needed: --iterations " + FEW);
  }

  private ChecklistItem order() {
    Demand item = item("order of the runs at random", DESIGN);
    if (runs.systems().size() < 2) {
      return item.notApplicable("one system");
    }
    return runs.all()
        .study()
        .map(
            study ->
                item.present(
                    String.format(
                        Locale.ROOT,
                        "blocks with every combination once, in random order (seed %d)",
                        study.seed())))
        .orElseGet(
            () ->
                item.missing(
                    "measure with bin/benchmark study: a slow change of the machine must not look"
                        + " like a difference"));
  }

  private ChecklistItem coverage() {
    Demand item = item("several loads or configurations", COVERAGE, BENCHMARK_CHOICE, SELECTIVE);
    int values =
        runs.all().study().map(study -> study.matrix().values()).stream()
            .flatMap(each -> each.stream())
            .mapToInt(List::size)
            .max()
            .orElse(1);
    boolean several =
        runs.workloads().size() > 1
            || values > 1
            || runs.stored().stream().anyMatch(run -> measured(run) > 1);
    return several
        ? item.present(
            "%s: %s"
                .formatted(
                    Text.plural(runs.workloads().size(), "workload"),
                    String.join(", ", runs.workloads())))
        : item.missing(
            "one load: claim nothing beyond it, or add workloads, phases or a matrix of a study");
  }

  private static long measured(RunResult run) {
    return run.phases().stream().filter(PhaseResult::measured).count();
  }

  private ChecklistItem conditions() {
    Demand item = item("equal conditions of the compared systems", COMPARISON, SUITABLE_COMPARISON);
    if (comparisons.isEmpty()) {
      return item.notApplicable("nothing is compared");
    }
    List<String> obstacles =
        comparisons.stream()
            .flatMap(comparison -> comparison.others().stream())
            .flatMap(side -> side.obstacles().stream())
            .distinct()
            .toList();
    return obstacles.isEmpty()
        ? item.present("no other condition is known to differ")
        : item.missing("make them equal, or vary them in a study: " + String.join("; ", obstacles));
  }

  private static Optional<String> delivery(RunResult run) {
    return CheckedRuns.workload(run, "delivery")
        .filter(each -> !each.equals("off"))
        .flatMap(each -> run.delivery().lost())
        .map(lost -> lost == 0 ? "counted, none lost" : "counted, " + Text.count(lost) + " lost");
  }

  private Demand item(String title, Source... sources) {
    return runs.demand(CHAPTER, title, sources);
  }
}
