package io.tidemark.report.chart;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs that were written and are read again. */
public final class StoredRuns {
  private final Path folder;

  public StoredRuns(Path folder) {
    this.folder = folder;
  }

  public StoredRuns with(RunResult run) throws IOException {
    RunDirectory.write(folder, run, Map.of());
    return this;
  }

  public StoredRuns with(RunResult run, String driver, int iteration) throws IOException {
    return with(named(run, driver, iteration));
  }

  /** One of three runs on a driver, a minute after the other. */
  public static RunResult named(RunResult run, String driver, int iteration) {
    RunIdentity id = run.identity();
    return SampleRuns.withIdentity(
        run,
        new RunIdentity(
            driver + iteration,
            id.workloadName(),
            id.workloadFileBase(),
            driver,
            iteration,
            3,
            id.startedEpochMillis() + 60_000L * iteration));
  }

  public StoredRuns omb(RunResult run) throws IOException {
    OmbResultFile.write(folder, run);
    return this;
  }

  public List<ReportedRun> read() throws IOException {
    return ReportedRuns.read(List.of(folder)).runs();
  }

  public List<Chart> charts() throws IOException {
    return charts(List.of());
  }

  public List<Chart> charts(List<ReferenceLine> references) throws IOException {
    return Charts.forRuns(read(), references);
  }
}
