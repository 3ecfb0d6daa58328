package io.tidemark.runs.profile;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.PhaseProfiler;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.ProfileKeys;
import io.tidemark.model.workload.ProfileKeys.Target;
import io.tidemark.model.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which processes of a run are profiled, and how. */
public final class Profilers {
  private Profilers() {}

  /**
   * The profiler of a run.
   *
   * @param workers of the run, of all classes
   * @param brokers of the run
   * @param folder takes the profiles
   */
  public static PhaseProfiler of(
      Workload workload,
      List<Worker> workers,
      BrokerProcesses brokers,
      Clock clock,
      ProfileFolder folder) {
    Optional<ProfileKeys> wanted = workload.profile();
    if (wanted.isEmpty()) {
      return PhaseProfiler.NONE;
    }
    ProfileKeys keys = wanted.get();
    List<ProcessRecorder> recorders = new ArrayList<>();
    List<RunEvent> problems = new ArrayList<>();
    if (keys.includes(Target.WORKERS)) {
      processes(workers).forEach(each -> recorders.add(new WorkerRecorder(each)));
    }
    if (keys.includes(Target.BROKERS)) {
      try {
        recorders.addAll(brokers.recorders(folder));
      } catch (IOException e) {
        // Without it the others are profiled; only an explicit wish is worth a finding.
        if (brokers.areReachable() || keys.of().contains(Target.BROKERS)) {
          problems.add(RecordedProcess.failed(clock, "brokers", Text.message(e)));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        problems.add(RecordedProcess.failed(clock, "brokers", "interrupted"));
      }
    }
    return new RunProfiler(keys, clock, recorders, problems, folder);
  }

  /** All workers of this process are one. */
  private static List<Worker> processes(List<Worker> workers) {
    List<Worker> processes = new ArrayList<>();
    for (Worker each : workers) {
      if (each instanceof HttpWorker || processes.stream().allMatch(HttpWorker.class::isInstance)) {
        processes.add(each);
      }
    }
    return processes;
  }
}
