package io.tidemark.runs.run;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.classes.ClassRuns;
import io.tidemark.coordinator.classes.ClassRuns.ClassPlan;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.run.RunConductor;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFile.Standby;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.yaml.Problems;
import io.tidemark.runs.Installation;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.brokers.BrokerPool;
import io.tidemark.runs.brokers.LocalReadings;
import io.tidemark.runs.fault.Faults;
import io.tidemark.runs.registry.NumberedBodies;
import io.tidemark.runs.site.TwoSites;
import io.tidemark.runs.suite.ClassDrivers;
import io.tidemark.runs.workers.Workers;
import io.tidemark.worker.host.EnvironmentFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Carries out one planned run: brokers, worker, coordinator. */
final class RunExecution {
  private static final String STANDBY_LOG = "standby.log";
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(5);

  private final CommandRuns runs;
  private final Workers workers;
  private final RunOptions options;
  private final SystemClock clock = SystemClock.get();

  RunExecution(CommandRuns runs, Workers workers) {
    this.runs = runs;
    this.workers = workers;
    this.options = runs.options(workers);
  }

  /**
   * The result reads from the journal.
   *
   * @param hooks are given the run
   * @param folder of the results
   * @param measured takes the result before clients are closed
   */
  RunResult execute(
      PlannedRun planned,
      RunJournal journal,
      RunHooks hooks,
      Path folder,
      Consumer<RunResult> measured)
      throws RunFailedException {
    if (!planned.workload().classes().isEmpty()) {
      DriverFile driver = planned.driver();
      return executeClasses(
          planned, driver.withBrokers(placeholders(driver)), journal, hooks, folder, measured);
    }
    boolean twoSites = planned.workload().pattern() == Pattern.FAILOVER;
    if (!twoSites) {
      DriverFile driver = planned.driver();
      return execute(
          planned,
          driver.withBrokers(placeholders(driver)),
          Optional.empty(),
          journal,
          hooks,
          folder,
          measured);
    }
    try (BrokerPool standby = runs.brokers().another()) {
      runs.brokers().stop(); // A cluster of a run before has its messages.
      DriverFile driver = planned.driver().withBrokers(placeholders(planned.driver()));
      return execute(
          planned,
          driver,
          Optional.of(secondSite(driver, standby, folder.resolve(STANDBY_LOG))),
          journal,
          hooks,
          folder,
          measured);
    } finally {
      runs.brokers().stop(); // It has been killed.
    }
  }

  private TwoSites secondSite(DriverFile driver, BrokerPool pool, Path commandLog) {
    Standby standby = driver.standby().orElseThrow();
    Map<String, String> placeholders =
        runs.interruption().breakingOff(() -> pool.placeholdersFor(standby.site()));
    return new TwoSites(
        standby.spec(),
        standby.site().withBrokers(placeholders).forWorkers(),
        runs.brokers().current(),
        pool.current(),
        commandLog);
  }

  private RunResult execute(
      PlannedRun planned,
      DriverFile driver,
      Optional<TwoSites> standby,
      RunJournal journal,
      RunHooks hooks,
      Path folder,
      Consumer<RunResult> measured)
      throws RunFailedException {
    NumberedBodies numbered = numbered(planned.workload());
    StopSignal stop = new StopSignal();
    Interruption interruption = runs.interruption();
    interruption.onRequest(
        () -> interruption.exitCall().ifPresentOrElse(stop::breakOff, stop::request));
    try (Workers.Open open = workers.open(planned)) {
      RunPlan plan =
          begun(
              hooks,
              folder,
              plan(planned, numbered, driver, planned.driver().masked(), standby),
              driver,
              open.workers());
      try (RunProgress progress = progress(measured)) {
        return ended(
            hooks,
            new RunConductor(clock, EnvironmentFacts.clockDomain())
                .execute(
                    plan,
                    open.workers(),
                    new RunListeners(progress, hooks),
                    stop,
                    journal,
                    Faults.of(
                        numbered.workload(), driver, runs.brokers().current(), open.processes())));
      } finally {
        open.ignoringToken().forEach(this::warnOfOpenWorker);
      }
    }
  }

  /** With the number of the schema in each body, if there is one, and the time to make one. */
  private NumberedBodies numbered(Workload workload) throws RunFailedException {
    try {
      NumberedBodies bodies =
          runs.interruption().breakingOff(() -> NumberedBodies.of(workload, clock));
      bodies.summary().ifPresent(runs.console()::note);
      return bodies;
    } catch (IOException e) {
      throw new RunFailedException(
          RunFailedException.Kind.INFRASTRUCTURE, String.valueOf(e.getMessage()), e);
    }
  }

  /** A run for each class, at the same time. */
  private RunResult executeClasses(
      PlannedRun planned,
      DriverFile driver,
      RunJournal journal,
      RunHooks hooks,
      Path folder,
      Consumer<RunResult> measured)
      throws RunFailedException {
    StopSignal stop = new StopSignal();
    Interruption interruption = runs.interruption();
    interruption.onRequest(
        () -> interruption.exitCall().ifPresentOrElse(stop::breakOff, stop::request));
    List<TrafficClass> classes = planned.workload().classes();
    List<Workers.Open> open = workers.openFor(classes);
    RunPlan total = plan(planned, driver, Optional.empty());
    try (RunProgress progress = progress(measured)) {
      RunOptions begun =
          begun(
                  hooks,
                  folder,
                  total,
                  driver,
                  open.stream().flatMap(some -> some.workers().stream()).toList())
              .options();
      ClassDrivers drivers = new ClassDrivers(Installation.catalog(), new Problems());
      List<ClassPlan> plans = new ArrayList<>();
      for (int i = 0; i < classes.size(); i++) {
        TrafficClass each = classes.get(i);
        DriverFile own = drivers.of(driver, each);
        Map<String, Object> masked = drivers.of(planned.driver(), each).masked();
        RunPlan plan = plan(planned, numbered(each.workload()), own, masked, Optional.empty());
        // The phases of all classes are the same: one of them records the workers of all.
        plans.add(
            new ClassPlan(
                each.name(),
                i > 0 ? plan : plan.withOptions(plan.options().withProfiler(begun.profiler())),
                open.get(i).workers()));
      }
      return ended(
          hooks,
          ClassRuns.execute(
              clock,
              EnvironmentFacts.clockDomain(),
              total,
              plans,
              new RunListeners(progress, hooks),
              stop,
              journal));
    } finally {
      open.stream().flatMap(each -> each.ignoringToken().stream()).forEach(this::warnOfOpenWorker);
      open.forEach(Workers.Open::close);
    }
  }

  private RunPlan begun(
      RunHooks hooks, Path folder, RunPlan plan, DriverFile driver, List<Worker> workers) {
    RunHook.Begin run =
        new RunHook.Begin(
            plan, driver, workers, runs.brokers().current(), folder, clock, runs.console());
    return plan.withOptions(runs.interruption().breakingOff(() -> hooks.begin(run)));
  }

  private static RunResult ended(RunHooks hooks, RunResult result) {
    hooks.ended(result);
    return result;
  }

  private RunProgress progress(Consumer<RunResult> measured) {
    return new RunProgress(
        runs.console(), runs.interruption(), measured, runs.watcher(), LAST_OUTPUT);
  }

  private void warnOfOpenWorker(String worker) {
    runs.console()
        .error(
            ("WARNING worker %s does not require the token: every caller can use it;"
                    + " start it with --token-file")
                .formatted(worker));
  }

  private Map<String, String> placeholders(DriverFile driver) {
    return runs.interruption().breakingOff(() -> runs.brokers().placeholdersFor(driver));
  }

  /** Addresses of local brokers are open in the stored file: it can be run again. */
  private RunPlan plan(PlannedRun planned, DriverFile driver, Optional<TwoSites> standby) {
    NumberedBodies none =
        new NumberedBodies(planned.workload(), Optional.empty(), Optional.empty());
    return plan(planned, none, driver, planned.driver().masked(), standby);
  }

  private RunPlan plan(
      PlannedRun planned,
      NumberedBodies bodies,
      DriverFile driver,
      Map<String, Object> masked,
      Optional<TwoSites> standby) {
    Workload workload = bodies.workload();
    RunIdentity identity =
        new RunIdentity(
            UUID.randomUUID().toString(),
            workload.name(),
            workload.fileBase(),
            driver.name(),
            planned.title().iteration(),
            planned.title().iterations(),
            clock.epochNanos() / 1_000_000);
    return new RunPlan(
        identity,
        workload,
        new DriverSource(driver.driverClass(), driver.forWorkers().yaml()),
        masked,
        EnvironmentFacts.read(),
        options
            .withSerialization(bodies.serialization())
            .withCoLocated(driver.localBrokers().isPresent())
            .withPlatform(runs.interruption().breakingOff(() -> runs.brokers().platform(driver)))
            .withReadings(
                LocalReadings.of(
                    driver.localBrokers().flatMap(any -> runs.brokers().current()),
                    System.getenv())),
        standby.map(site -> site),
        driver
            .consuming()
            .map(file -> new DriverSource(file.driverClass(), file.forWorkers().yaml())));
  }
}
