package io.tidemark.report.checklist;

import static io.tidemark.report.checklist.ChecklistSource.ARTIFACT;
import static io.tidemark.report.checklist.ChecklistSource.CLAIMS;
import static io.tidemark.report.checklist.ChecklistSource.DATA_ANALYSIS;
import static io.tidemark.report.checklist.ChecklistSource.DISTRIBUTION;
import static io.tidemark.report.checklist.ChecklistSource.HANDLING;
import static io.tidemark.report.checklist.ChecklistSource.INFORMATION;
import static io.tidemark.report.checklist.ChecklistSource.PRESENTATION;
import static io.tidemark.report.checklist.ChecklistSource.SELECTIVE;
import static io.tidemark.report.checklist.ChecklistSource.SETUP;
import static io.tidemark.report.checklist.ChecklistSource.STATISTICS;
import static io.tidemark.report.checklist.ChecklistSource.UNITS;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.checklist.CheckedRuns.Chapter;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.runs.ReportedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the result is, how far it can be trusted, and how it can be repeated. */
record ResultItems(CheckedRuns runs, ReportAnswer answer) {
  private static final Chapter CHAPTER = new Chapter("Result");
  private static final List<String> TO_REPEAT = List.of("workload.yaml", "driver.yaml");
  private static final List<String> RAW = List.of("samples.jsonl.gz", "timeline.csv");

  List<ChecklistItem> all() {
    return List.of(
        leftOut(),
        limits(),
        clocks(),
        units(),
        absolute(),
        summaries(),
        intervals(),
        distribution(),
        when(),
        raw(),
        repeat());
  }

  /** Always stated: also that nothing was left out. */
  private ChecklistItem leftOut() {
    List<String> parts = new ArrayList<>(runs.all().leftOut());
    runs.all().runs().forEach(run -> run.unusable().ifPresent(why -> parts.add(of(run) + why)));
    runs.all().runs().stream()
        .filter(run -> run.unusable().isEmpty())
        .forEach(run -> run.damage().ifPresent(what -> parts.add(of(run) + what)));
    return CHAPTER.present(
        "what was left out",
        parts.isEmpty() ? "nothing" : String.join("; ", parts),
        SELECTIVE,
        PRESENTATION);
  }

  private static String of(ReportedRun run) {
    return run.workload() + " on " + run.environment() + ", run " + run.iteration() + ": ";
  }

  private ChecklistItem limits() {
    String limits =
        answer.limits().stream().map(Statement::text).distinct().collect(Collectors.joining("; "));
    return CHAPTER.present(
        "limits of the measurement", limits.isEmpty() ? "none is known" : limits, CLAIMS);
  }

  private ChecklistItem clocks() {
    String title = "error of clocks between machines";
    long bound =
        runs.stored().stream()
            .flatMap(run -> run.workers().stream())
            .mapToLong(WorkerReport::clockErrorBoundNanos)
            .max()
            .orElse(0);
    boolean several = runs.stored().stream().anyMatch(run -> run.workers().size() > 1);
    if (bound > 0) {
      return CHAPTER.present(title, "at most " + Text.nanos(bound), HANDLING);
    }
    return several
        ? CHAPTER.present(title, "all workers read one clock", HANDLING)
        : CHAPTER.notApplicable(title, "one worker", HANDLING);
  }

  private static ChecklistItem units() {
    return CHAPTER.present(
        "units and precision",
        "units in the names of all fields, in tables and on all axes; three significant digits",
        UNITS,
        PRESENTATION);
  }

  private static ChecklistItem absolute() {
    return CHAPTER.present(
        "absolute figures of each run",
        "in the tables of the report and in CSV files, beside all changes in percent",
        INFORMATION,
        PRESENTATION);
  }

  private static ChecklistItem summaries() {
    return CHAPTER.present(
        "how figures are summarized",
        "geometric means over runs; percentiles of all messages of a run, from histograms",
        DATA_ANALYSIS,
        HANDLING,
        PRESENTATION);
  }

  private ChecklistItem when() {
    List<Instant> starts =
        runs.stored().stream()
            .map(run -> run.identity().startedEpochMillis())
            .filter(millis -> millis > 0)
            .sorted()
            .map(Instant::ofEpochMilli)
            .map(start -> start.truncatedTo(ChronoUnit.MINUTES))
            .toList();
    String title = "when it was measured";
    if (starts.isEmpty()) {
      return CHAPTER.missing(title, "state date and time: clouds change", SETUP);
    }
    Instant first = starts.get(0);
    Instant last = starts.get(starts.size() - 1);
    return CHAPTER.present(title, first.equals(last) ? "" + first : first + " to " + last, SETUP);
  }

  private ChecklistItem intervals() {
    String title = "intervals, and differences that are more than chance";
    return runs.fewest() > 1
        ? CHAPTER.present(
            title,
            "95 %% intervals and tests over %s or more for each system"
                .formatted(Text.plural(runs.fewest(), "run")),
            STATISTICS,
            DATA_ANALYSIS,
            HANDLING)
        : CHAPTER.missing(
            title,
            "repeat the runs: a single one has no interval",
            STATISTICS,
            DATA_ANALYSIS,
            HANDLING);
  }

  private ChecklistItem distribution() {
    return ofFiles(
        "distributions, not only means",
        List.of("publishLatency.hlog", "endToEnd.hlog", "roundTrip.hlog"),
        false,
        "full histograms (.hlog) of each run, percentiles in all tables",
        "publish the run directories with their histograms",
        DISTRIBUTION,
        DATA_ANALYSIS);
  }

  private ChecklistItem raw() {
    return ofFiles(
        "raw data",
        RAW,
        true,
        "samples, timelines and histograms of %s: publish the folders"
            .formatted(Text.plural(runs.all().runs().size(), "run")),
        "publish the run directories of Tidemark, not only tables",
        ARTIFACT,
        INFORMATION);
  }

  private ChecklistItem repeat() {
    return ofFiles(
        "how to repeat it",
        TO_REPEAT,
        true,
        command(),
        "publish workload.yaml and driver.yaml of each run",
        ARTIFACT,
        INFORMATION);
  }

  private String command() {
    return runs.all()
        .study()
        .map(study -> "bin/benchmark study " + study.file() + ", with the files that it names")
        .orElse(
            "bin/benchmark -d driver.yaml workload.yaml, with the files of each run directory;"
                + " masked secrets are to be replaced");
  }

  /**
   * @param every whether all of the files are needed, or one
   */
  private ChecklistItem ofFiles(
      String title,
      List<String> files,
      boolean every,
      String value,
      String toDo,
      ChecklistSource... sources) {
    boolean there =
        runs.all().runs().stream()
            .map(ReportedRun::source)
            .allMatch(
                folder ->
                    every
                        ? files.stream().allMatch(file -> exists(folder, file))
                        : files.stream().anyMatch(file -> exists(folder, file)));
    return there ? CHAPTER.present(title, value, sources) : CHAPTER.missing(title, toDo, sources);
  }

  private static boolean exists(Path folder, String file) {
    return Files.exists(folder.resolve(file));
  }
}
