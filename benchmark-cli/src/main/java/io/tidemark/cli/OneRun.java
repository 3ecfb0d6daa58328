package io.tidemark.cli;

import io.tidemark.cli.Suite.PlannedRun;
import io.tidemark.coordinator.Run;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.measure.SystemClock;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.DriverFile;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.host.EnvironmentFacts;
import java.util.List;
import java.util.UUID;

/** Carries out one planned run: brokers, worker, coordinator. */
final class OneRun {
  private final Suite suite;
  private final BrokerPool brokers;
  private final RunOptions options;
  private final Console console;
  private final Interruption interruption;
  private final SystemClock clock = SystemClock.get();

  OneRun(
      Suite suite,
      BrokerPool brokers,
      boolean extraConsumers,
      Console console,
      Interruption interruption) {
    this.suite = suite;
    this.brokers = brokers;
    this.options = RunOptions.DEFAULT.withExtraConsumers(extraConsumers);
    this.console = console;
    this.interruption = interruption;
  }

  RunResult execute(PlannedRun planned) throws RunFailedException {
    DriverFile driver = planned.driver();
    driver = driver.withBrokers(brokers.placeholdersFor(driver));
    StopSignal stop = new StopSignal();
    interruption.onRequest(stop::request);
    RunProgress progress = new RunProgress(console);
    try (Worker worker = new LocalWorker("local", suite.catalog())) {
      return new Run(clock, EnvironmentFacts.clockDomain())
          .execute(plan(planned, driver), List.of(worker), progress, stop);
    } finally {
      progress.flush();
    }
  }

  private RunPlan plan(PlannedRun planned, DriverFile driver) {
    RunIdentity identity =
        new RunIdentity(
            UUID.randomUUID().toString(),
            planned.workload().name(),
            planned.workload().fileBase(),
            driver.name(),
            planned.iteration(),
            planned.iterations(),
            clock.epochNanos() / 1_000_000);
    return new RunPlan(
        identity,
        planned.workload(),
        new DriverSource(driver.driverClass(), driver.yaml()),
        driver.masked(),
        EnvironmentFacts.read(),
        options);
  }
}
