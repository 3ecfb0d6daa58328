package io.tidemark.report.checklist;

import static io.tidemark.report.checklist.ChecklistSource.BENCHMARK_CHOICE;
import static io.tidemark.report.checklist.ChecklistSource.CLAIMS;
import static io.tidemark.report.checklist.ChecklistSource.COMPARISON;
import static io.tidemark.report.checklist.ChecklistSource.COVERAGE;
import static io.tidemark.report.checklist.ChecklistSource.DATA_ANALYSIS;
import static io.tidemark.report.checklist.ChecklistSource.DESIGN;
import static io.tidemark.report.checklist.ChecklistSource.HANDLING;
import static io.tidemark.report.checklist.ChecklistSource.METRICS;
import static io.tidemark.report.checklist.ChecklistSource.REPETITION;
import static io.tidemark.report.checklist.ChecklistSource.SELECTIVE;
import static io.tidemark.report.checklist.ChecklistSource.SUITABLE_COMPARISON;
import static io.tidemark.report.checklist.ChecklistSource.WRONG_BENCHMARK;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.checklist.CheckedRuns.Chapter;
import io.tidemark.report.compare.Comparison;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How it was measured. */
record MethodItems(CheckedRuns runs, List<Comparison> comparisons) {
  private static final Chapter CHAPTER = new Chapter("Method");
  private static final int FEW = 3;

  List<ChecklistItem> all() {
    return List.of(
        question(),
        load(),
        warmUp(),
        length(),
        repetitions(),
        order(),
        coverage(),
        conditions(),
        delivery());
  }

  private ChecklistItem question() {
    String title = "question and metrics that decide, before the measurement";
    Optional<String> ofStudy =
        runs.all()
            .study()
            .flatMap(study -> Optional.ofNullable(study.question()))
            .map(MethodItems::asked);
    return ofStudy
        .map(asked -> CHAPTER.present(title, asked, CLAIMS, METRICS))
        .orElseGet(
            () ->
                runs.ofEachRun(
                    CHAPTER,
                    title,
                    run -> CheckedRuns.workload(run, "question"),
                    "add question (metrics, smallest difference that matters) to the study file or"
                        + " the workload",
                    CLAIMS,
                    METRICS));
  }

  private static String asked(Question question) {
    return String.format(
        Locale.ROOT,
        "%s, differences of %s %% and more matter",
        String.join(", ", question.metrics()),
        Text.count(Math.round(question.atLeast() * 100)));
  }

  private ChecklistItem load() {
    return runs.ofEachRun(
        CHAPTER,
        "load model",
        MethodItems::load,
        "state open or closed loop, rate, arrivals, and where the latency begins",
        DESIGN,
        WRONG_BENCHMARK);
  }

  private static Optional<String> load(RunResult run) {
    Optional<String> rate = CheckedRuns.workload(run, "producerRate");
    boolean closed = rate.filter(each -> each.equals("max")).isPresent();
    String window =
        ", at most "
            + Text.plural(run.verdictInputs().maxInFlightPerProducer(), "message")
            + " in flight for each producer";
    if (closed) {
      return Optional.of("closed loop" + window + ": latency depends on the rate reached");
    }
    return Optional.of(
        "open loop"
            + rate.map(each -> ", " + each.replaceFirst("\\.0$", "") + " msg/s").orElse("")
            + CheckedRuns.workload(run, "arrivals").map(each -> ", arrivals " + each).orElse("")
            + window
            + "; latency from the intended send time");
  }

  private ChecklistItem warmUp() {
    return runs.ofEachRun(
        CHAPTER,
        "warm-up, not measured",
        MethodItems::warmUp,
        "set warmupDuration, or say why none is needed",
        DESIGN,
        HANDLING);
  }

  private static Optional<String> warmUp(RunResult run) {
    return run.phases().stream()
        .filter(phase -> phase.name().equals("warm-up") && phase.lengthSeconds() > 0)
        .findFirst()
        .map(phase -> Text.duration(phase.lengthSeconds()));
  }

  private ChecklistItem length() {
    return runs.ofEachRun(
        CHAPTER,
        "measured time",
        run ->
            Optional.of(run.totals())
                .map(PhaseResult::lengthSeconds)
                .filter(seconds -> seconds > 0)
                .map(Text::duration),
        "state how long each run was measured",
        DESIGN);
  }

  private ChecklistItem repetitions() {
    long fewest = runs.fewest();
    String title = "repetitions";
    String each = "%s of each workload on each system".formatted(Text.plural(fewest, "usable run"));
    return fewest >= FEW
        ? CHAPTER.present(title, each, REPETITION, DATA_ANALYSIS, HANDLING)
        : CHAPTER.missing(
            title,
            each + "; at least " + FEW + " are needed: --iterations " + FEW,
            REPETITION,
            DATA_ANALYSIS,
            HANDLING);
  }

  private ChecklistItem order() {
    String title = "order of the runs at random";
    if (runs.systems().size() < 2) {
      return CHAPTER.notApplicable(title, "one system", DESIGN);
    }
    return runs.all()
        .study()
        .map(
            study ->
                CHAPTER.present(
                    title,
                    String.format(
                        Locale.ROOT,
                        "blocks with every combination once, in random order (seed %d)",
                        study.seed()),
                    DESIGN))
        .orElseGet(
            () ->
                CHAPTER.missing(
                    title,
                    "measure with bin/benchmark study: a slow change of the machine must not look"
                        + " like a difference",
                    DESIGN));
  }

  private ChecklistItem coverage() {
    String title = "several loads or configurations";
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
        ? CHAPTER.present(
            title,
            "%s: %s"
                .formatted(
                    Text.plural(runs.workloads().size(), "workload"),
                    String.join(", ", runs.workloads())),
            COVERAGE,
            BENCHMARK_CHOICE,
            SELECTIVE)
        : CHAPTER.missing(
            title,
            "one load: claim nothing beyond it, or add workloads, phases or a matrix of a study",
            COVERAGE,
            BENCHMARK_CHOICE,
            SELECTIVE);
  }

  private static long measured(RunResult run) {
    return run.phases().stream().filter(PhaseResult::measured).count();
  }

  private ChecklistItem conditions() {
    String title = "equal conditions of the compared systems";
    if (comparisons.isEmpty()) {
      return CHAPTER.notApplicable(title, "nothing is compared", COMPARISON, SUITABLE_COMPARISON);
    }
    List<String> obstacles =
        comparisons.stream()
            .flatMap(comparison -> comparison.others().stream())
            .flatMap(side -> side.obstacles().stream())
            .distinct()
            .toList();
    return obstacles.isEmpty()
        ? CHAPTER.present(
            title, "no other condition is known to differ", COMPARISON, SUITABLE_COMPARISON)
        : CHAPTER.missing(
            title,
            "make them equal, or vary them in a study: " + String.join("; ", obstacles),
            COMPARISON,
            SUITABLE_COMPARISON);
  }

  private ChecklistItem delivery() {
    return runs.ofEachRun(
        CHAPTER,
        "loss, repetition and order of messages",
        MethodItems::delivery,
        "measure with delivery: full",
        METRICS,
        SELECTIVE);
  }

  private static Optional<String> delivery(RunResult run) {
    return CheckedRuns.workload(run, "delivery")
        .filter(each -> !each.equals("off"))
        .flatMap(each -> run.delivery().lost())
        .map(lost -> lost == 0 ? "counted, none lost" : "counted, " + Text.count(lost) + " lost");
  }
}
