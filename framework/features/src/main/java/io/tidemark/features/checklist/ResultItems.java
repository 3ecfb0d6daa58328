package io.tidemark.features.checklist;

import static io.tidemark.features.checklist.ChecklistItem.Source.ARTIFACT;
import static io.tidemark.features.checklist.ChecklistItem.Source.CLAIMS;
import static io.tidemark.features.checklist.ChecklistItem.Source.DATA_ANALYSIS;
import static io.tidemark.features.checklist.ChecklistItem.Source.DISTRIBUTION;
import static io.tidemark.features.checklist.ChecklistItem.Source.HANDLING;
import static io.tidemark.features.checklist.ChecklistItem.Source.INFORMATION;
import static io.tidemark.features.checklist.ChecklistItem.Source.PRESENTATION;
import static io.tidemark.features.checklist.ChecklistItem.Source.SELECTIVE;
import static io.tidemark.features.checklist.ChecklistItem.Source.SETUP;
import static io.tidemark.features.checklist.ChecklistItem.Source.STATISTICS;
import static io.tidemark.features.checklist.ChecklistItem.Source.UNITS;

import io.tidemark.features.checklist.CheckedRuns.Demand;
import io.tidemark.features.checklist.ChecklistItem.Source;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.report.answer.ReportAnswer;
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
  private static final String CHAPTER = "Result";
  private static final List<String> TO_REPEAT = List.of("workload.yaml", "driver.yaml");
  private static final List<String> RAW = List.of("samples.jsonl.gz", "timeline.csv");

  List<ChecklistItem> all() {
    return List.of(
        leftOut(),
        limits(),
        clocks(),
        item("units and precision", UNITS, PRESENTATION)
            .present(
                "units in the names of all fields, in tables and on all axes; three significant"
                    + " digits"),
        item("absolute figures of each run", INFORMATION, PRESENTATION)
            .present("in the tables of the report and in CSV files, beside all changes in percent"),
        item("how figures are summarized", DATA_ANALYSIS, HANDLING, PRESENTATION)
            .present(
                "geometric means over runs; percentiles of all messages of a run, from histograms"),
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
    return item("what was left out", SELECTIVE, PRESENTATION)
        .present(parts.isEmpty() ? "nothing" : String.join("; ", parts));
  }

  private static String of(ReportedRun run) {
    return run.workload() + " on " + run.environment() + ", run " + run.iteration() + ": ";
  }

  private ChecklistItem limits() {
    String limits =
        answer.limits().stream().map(Statement::text).distinct().collect(Collectors.joining("; "));
    return item("limits of the measurement", CLAIMS)
        .present(limits.isEmpty() ? "none is known" : limits);
  }

  private ChecklistItem clocks() {
    Demand item = item("error of clocks between machines", HANDLING);
    long bound =
        runs.stored().stream()
            .flatMap(run -> run.workers().stream())
            .mapToLong(WorkerReport::clockErrorBoundNanos)
            .max()
            .orElse(0);
    boolean several = runs.stored().stream().anyMatch(run -> run.workers().size() > 1);
    if (bound > 0) {
      return item.present("at most " + Text.nanos(bound));
    }
    return several ? item.present("all workers read one clock") : item.notApplicable("one worker");
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
    Demand item = item("when it was measured", SETUP);
    if (starts.isEmpty()) {
      return item.missing("state date and time: clouds change");
    }
    Instant first = starts.get(0);
    Instant last = starts.get(starts.size() - 1);
    return item.present(first.equals(last) ? "" + first : first + " to " + last);
  }

  private ChecklistItem intervals() {
    Demand item =
        item(
            "intervals, and differences that are more than chance",
            STATISTICS,
            DATA_ANALYSIS,
            HANDLING);
    return runs.fewest() > 1
        ? item.present(
            "95 %% intervals and tests over %s or more for each system"
                .formatted(Text.plural(runs.fewest(), "run")))
        : item.missing("repeat the runs: a single one has no interval");
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
      Source... sources) {
    boolean there =
        runs.all().runs().stream()
            .map(ReportedRun::source)
            .allMatch(
                folder ->
                    every
                        ? files.stream().allMatch(file -> exists(folder, file))
                        : files.stream().anyMatch(file -> exists(folder, file)));
    return there ? item(title, sources).present(value) : item(title, sources).missing(toDo);
  }

  private static boolean exists(Path folder, String file) {
    return Files.exists(folder.resolve(file));
  }

  private Demand item(String title, Source... sources) {
    return runs.demand(CHAPTER, title, sources);
  }
}
