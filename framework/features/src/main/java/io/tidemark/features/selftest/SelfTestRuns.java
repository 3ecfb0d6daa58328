package io.tidemark.features.selftest;

import io.tidemark.base.SystemClock;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.features.selftest.SelfTest.Measured;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.Console;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.LoggedExecution;
import io.tidemark.runs.run.Results;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.runs.workers.Workers;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs as {@code bin/benchmark} has them, in a temporary folder and without their output. */
final class SelfTestRuns implements SelfTest.Runs, Closeable {
  private static final Duration STEP_TIMEOUT = Duration.ofSeconds(30);
  private final Console silent;
  private final CommandRuns runs;
  private final Path folder;

  private SelfTestRuns(Console silent, CommandRuns runs, Path folder) {
    this.silent = silent;
    this.runs = runs;
    this.folder = folder;
  }

  static SelfTestRuns open(Interruption interruption) throws IOException {
    PrintStream nothing = new PrintStream(OutputStream.nullOutputStream());
    Console silent = new Console(nothing, nothing, false, true);
    CommandRuns runs =
        new CommandRuns(
            workers -> workers.options(false, STEP_TIMEOUT),
            silent,
            new BrokerPool(silent, LocalBrokersHome.discover()),
            interruption,
            new RunWatcher() {},
            List.of());
    return new SelfTestRuns(silent, runs, Files.createTempDirectory("tidemark-selftest-"));
  }

  @Override
  public Measured run(Experiment experiment) throws IOException {
    Path workload = Files.writeString(folder.resolve("workload.yaml"), experiment.workloadText());
    Path driver = Files.writeString(folder.resolve("driver.yaml"), experiment.driverText());
    PlannedRun planned =
        SuiteReader.read(
                List.of(workload), List.of(driver), List.of(), Optional.of(1), false, silent)
            .runs()
            .get(0);
    Workers workers = new Workers(List.of(), HttpWorkerOptions.DEFAULT, WorkerLossPolicy.END);
    try (WaitingThread waiting = new WaitingThread(SystemClock.get())) {
      RunOutcome outcome =
          new LoggedExecution(runs, workers)
              .execute(planned, new Results(folder, Optional.empty()), files -> {});
      RunResult run =
          outcome
              .run()
              .filter(any -> !runs.interruption().requested())
              .orElseThrow(() -> new IOException(outcome.reason()));
      return new Measured(run, waiting.lateness());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    runs.end();
    ResultFiles.delete(folder);
  }
}
