package io.tidemark.simulation.oracle;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.verdict.Criteria;
import io.tidemark.verdict.VerdictRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Writes a result and reads it as each command does that reads stored runs: all must be as before.
 */
public final class StoredRun {
  private static final double NEARLY = 0.001;

  private final RunResult result;
  private final Workload workload;
  private final Discrepancies problems = new Discrepancies();

  private StoredRun(RunResult result, Workload workload) {
    this.result = result;
    this.workload = workload;
  }

  public static List<String> problems(RunResult result, Workload workload, Path folder)
      throws IOException {
    StoredRun stored = new StoredRun(result, workload);
    Path results = folder.resolve("results");
    try {
      Path directory = RunDirectory.write(results, result, Map.of(), ZoneOffset.UTC);
      stored.read(directory, results.resolve("again"));
      stored.reported(directory, OmbResultFile.write(results, result, ZoneOffset.UTC));
    } catch (ResultsException | RuntimeException e) {
      stored.problems.add("stored and read again: " + e);
    }
    ResultFiles.delete(results);
    return stored.problems.all();
  }

  /** Reads the run as {@code verdict} does; what is written again is the same file. */
  private void read(Path directory, Path again) throws ResultsException, IOException {
    RunResult read = RunDirectory.judged(directory, RunDirectory.read(directory));
    Verdict verdict = VerdictRules.judge(read, workload, Criteria.fromWorkload(workload));
    problems.require(
        verdict.equals(result.verdict()),
        "judged again: " + verdict + "\n  first " + result.verdict());
    problems.require(
        inFiles(read.counts()).equals(inFiles(result.counts())),
        "read again: counts " + read.counts() + "\n  written " + result.counts());
    problems.require(
        histograms(read).equals(histograms(result)),
        "other histograms were read than were written");
    Path second = RunDirectory.write(again, read, Map.of(), ZoneOffset.UTC);
    problems.require(
        Files.mismatch(
                directory.resolve(RunDirectory.RESULT_FILE),
                second.resolve(RunDirectory.RESULT_FILE))
            < 0,
        "written again, result.json is another file");
  }

  private static List<Map<Measure, Histogram>> histograms(RunResult of) {
    return of.phases().stream().map(PhaseResult::histograms).toList();
  }

  /** Reads the run as {@code report} and {@code compare} do; OMB's file has the same latencies. */
  private void reported(Path directory, Path ombFile) throws ResultsException {
    problems.require(
        ReportedRuns.read(List.of(directory)).runs().size() == 1, "the report has not one run");
    boolean marked = Files.exists(OmbResultFile.marker(ombFile));
    problems.require(
        marked == (result.verdict().status().compareTo(Verdict.Status.INVALID) >= 0),
        "OMB's file is marked: " + marked);
    if (marked) {
      return;
    }
    List<ReportedRun> own = RunSet.read(directory).runs();
    List<ReportedRun> omb = RunSet.read(ombFile).runs();
    if (own.size() != 1 || omb.size() != 1) {
      problems.add("to be compared: " + own + " and " + omb);
      return;
    }
    omb.get(0)
        .metrics()
        .forEach(
            (metric, value) -> {
              Double mine = own.get(0).metrics().get(metric);
              problems.require(
                  mine == null
                      || !metric.key().contains("atency")
                      || Math.abs(mine - value) <= NEARLY * Math.abs(mine),
                  metric.key() + " is " + mine + ", in OMB's file " + value);
            });
  }

  /** Without what files have in microseconds. */
  private static Counters inFiles(Counters counts) {
    return counts
        .with(Counter.UNSTAMPED_ERROR_NANOS, 0)
        .with(Counter.UNSTAMPED_WORST_ERROR_NANOS, 0);
  }
}
