package io.tidemark.runs.profile;

import io.tidemark.base.Clock;
import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.coordinator.PhaseProfiler;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.ProfileKeys;
import io.tidemark.model.workload.ProfileKeys.Target;
import io.tidemark.model.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which processes of a run are profiled, and how. */
public final class Profilers {
  private static final Set<String> JVMS = Set.of(BrokerKind.KAFKA.key(), BrokerKind.JMS.key());

  private Profilers() {}

  /**
   * The profiler of a run.
   *
   * @param workers of the run, of all classes
   * @param cluster that runs on this machine
   * @param folder takes the profiles
   */
  public static PhaseProfiler of(
      Workload workload,
      List<Worker> workers,
      Optional<LocalCluster> cluster,
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
        recorders.addAll(brokers(cluster, folder));
      } catch (IOException e) {
        // Without it the others are profiled; only an explicit wish is worth a finding.
        if (cluster.isPresent() || keys.of().contains(Target.BROKERS)) {
          problems.add(RecordedProcess.failed(clock, "brokers", String.valueOf(e.getMessage())));
        }
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

  private static List<ProcessRecorder> brokers(Optional<LocalCluster> cluster, ProfileFolder folder)
      throws IOException {
    if (cluster.isEmpty()) {
      throw new IOException("brokers on other machines are not profiled");
    }
    LocalCluster local = cluster.get();
    boolean erlang = local.kind().equals(BrokerKind.RABBITMQ.key());
    if (!erlang && !JVMS.contains(local.kind())) {
      throw new IOException(local.kind() + " is not a process that can be profiled");
    }
    List<ProcessRecorder> recorders = new ArrayList<>();
    for (LocalNode node : local.nodes()) {
      recorders.add(
          erlang
              ? new RabbitMqRecorder(local, node.number())
              : new BrokerRecorder(local, node.number(), folder.path()));
    }
    return recorders;
  }
}
