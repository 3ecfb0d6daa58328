package io.tidemark.cli;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.classes.ClassRuns;
import io.tidemark.coordinator.classes.ClassRuns.ClassPlan;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.host.EnvironmentFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of traffic classes, each on a separate worker with the in-memory driver. */
public final class ClassBench implements RunListener {
  final List<Sample> samples = new ArrayList<>();
  final List<String> phases = new ArrayList<>();
  final List<RunResult> measured = new ArrayList<>();

  private final StopSignal stop = new StopSignal();
  private final Path folder;
  private final String stopsInPhase;
  private final RunOptions options;

  ClassBench(Path folder) {
    this(folder, "", RunOptions.DEFAULT);
  }

  /** With a run that is stopped when a phase begins. */
  public ClassBench(Path folder, String stopsInPhase, RunOptions options) {
    this.folder = folder;
    this.stopsInPhase = stopsInPhase;
    this.options = options;
  }

  public RunResult run(String text) throws IOException, RunFailedException {
    return run(text, MiniBench.DRIVER_CLASS);
  }

  /** With another driver for the last class. */
  RunResult run(String text, String driverOfLast) throws IOException, RunFailedException {
    Path file = Files.writeString(folder.resolve("mix.yaml"), text);
    Workload workload = WorkloadReader.read(file, new ReadOptions(false, Map.of(), folder));
    List<ClassPlan> plans = new ArrayList<>();
    List<TrafficClass> classes = workload.classes();
    for (int i = 0; i < classes.size(); i++) {
      TrafficClass each = classes.get(i);
      String driver = i == classes.size() - 1 ? driverOfLast : MiniBench.DRIVER_CLASS;
      Worker worker = new LocalWorker("local-" + each.name(), DriverCatalog.ofClassPath());
      plans.add(
          new ClassPlan(each.name(), plan(each.workload(), each.name(), driver), List.of(worker)));
    }
    try {
      return ClassRuns.execute(
          SystemClock.get(),
          EnvironmentFacts.clockDomain(),
          plan(workload, "total", MiniBench.DRIVER_CLASS),
          plans,
          this,
          stop,
          RunJournal.inMemory());
    } finally {
      plans.forEach(each -> each.workers().forEach(Worker::close));
    }
  }

  private RunPlan plan(Workload workload, String runId, String driverClass) {
    return new RunPlan(
        new RunIdentity(runId, workload.name(), "mix", "inmemory", 1, 1, 1_700_000_000_000L),
        workload,
        new DriverSource(driverClass, "name: inmemory\ndriverClass: " + driverClass + "\n"),
        Map.of(),
        Map.of(),
        options);
  }

  @Override
  public void phaseStarted(String name, boolean isMeasured, Optional<Duration> length) {
    phases.add(name);
    if (name.equals(stopsInPhase)) {
      stop.request();
    }
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    samples.add(sample);
  }

  @Override
  public void measured(RunResult result) {
    measured.add(result);
  }
}
