package io.tidemark.features.profile;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.features.kubernetes.BrokerPods;
import io.tidemark.features.kubernetes.KubernetesApi;
import io.tidemark.features.kubernetes.PodContainer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The brokers of a run, as far as their processes can be reached.
 *
 * @param cluster that runs on this machine
 * @param pods in Kubernetes
 * @param api reaches the pods
 */
public record BrokerProcesses(
    Optional<LocalCluster> cluster, Optional<BrokerPods> pods, KubernetesApi api) {
  private static final Set<String> JVMS = Set.of(BrokerKind.KAFKA.key(), BrokerKind.JMS.key());
  private static final Duration CONTROL = Duration.ofSeconds(60);

  /** Whether a profile of them can be expected. */
  boolean areReachable() {
    return cluster.isPresent() || pods.isPresent();
  }

  /**
   * @param folder for files of the nodes
   * @throws IOException if none of them can be recorded
   */
  List<ProcessRecorder> recorders(ProfileFolder folder) throws IOException, InterruptedException {
    if (cluster.isPresent()) {
      return local(cluster.get(), folder);
    }
    if (pods.isEmpty()) {
      throw new IOException(
          "brokers on other machines are not profiled, except pods of Kubernetes that brokerPods or"
              + " strimzi in the driver file names");
    }
    return inPods(PodContainer.find(api, pods.get()));
  }

  private static List<ProcessRecorder> local(LocalCluster cluster, ProfileFolder folder)
      throws IOException {
    boolean erlang = cluster.kind().equals(BrokerKind.RABBITMQ.key());
    if (!erlang && !JVMS.contains(cluster.kind())) {
      throw new IOException(cluster.kind() + " is not a process that can be profiled");
    }
    List<ProcessRecorder> recorders = new ArrayList<>();
    for (LocalNode node : cluster.nodes()) {
      int number = node.number();
      recorders.add(
          erlang
              ? new RabbitMqRecorder(number, ErlangMachine.local(cluster, number))
              : new BrokerRecorder(cluster, number, folder.path()));
    }
    return recorders;
  }

  /** What the first one lacks, the others lack too: it is one remark. */
  private static List<ProcessRecorder> inPods(List<PodContainer> containers)
      throws IOException, InterruptedException {
    boolean erlang = PodJvmRecorder.isErlang(containers.get(0));
    List<ProcessRecorder> recorders = new ArrayList<>();
    for (PodContainer each : containers) {
      int number = recorders.size() + 1;
      recorders.add(
          erlang ? new RabbitMqRecorder(number, machine(each)) : new PodJvmRecorder(each, number));
    }
    return recorders;
  }

  private static ErlangMachine machine(PodContainer container) {
    return (purpose, expression) ->
        container.run(List.of("rabbitmqctl", "eval", expression), CONTROL);
  }
}
