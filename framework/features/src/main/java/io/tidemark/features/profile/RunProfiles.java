package io.tidemark.features.profile;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.PhaseProfiler;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.features.kubernetes.KubernetesAccess;
import io.tidemark.features.kubernetes.KubernetesBrokers;
import io.tidemark.features.profile.ProfileKeys.Target;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Worker;
import io.tidemark.runs.run.RunHook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The profiles of one run: which processes are recorded, and their files. */
public final class RunProfiles implements RunHook {
  private final ProfileFolder folder;
  private final PhaseProfiler profiler;

  private RunProfiles(ProfileFolder folder, PhaseProfiler profiler) {
    this.folder = folder;
    this.profiler = profiler;
  }

  /** Takes part if the workload asks for profiles. */
  public static Optional<RunHook> begin(Begin run) {
    return run.plan()
        .workload()
        .added(ProfileKeys.InWorkload.class)
        .wanted()
        .map(keys -> of(keys, run));
  }

  private static RunProfiles of(ProfileKeys keys, Begin run) {
    ProfileFolder folder = new ProfileFolder(run.folder());
    BrokerProcesses brokers =
        new BrokerProcesses(
            run.brokers(),
            KubernetesBrokers.in(run.driver()).map(KubernetesBrokers::pods),
            KubernetesAccess.from(System.getenv()));
    return new RunProfiles(folder, profiler(keys, run.workers(), brokers, run.clock(), folder));
  }

  @Override
  public RunOptions options(RunOptions given) {
    return given.withProfiler(profiler);
  }

  @Override
  public Map<String, Path> files() throws IOException {
    return folder.files();
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }

  static PhaseProfiler profiler(
      ProfileKeys keys,
      List<Worker> workers,
      BrokerProcesses brokers,
      Clock clock,
      ProfileFolder folder) {
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
    return new ProcessProfiler(keys, clock, recorders, problems, folder);
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
