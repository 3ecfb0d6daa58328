package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.base.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/**
 * The pods of brokers, which controllers create again under the same names. Thread-safe.
 *
 * @param names in the order of their numbers
 */
public record BrokerPodSet(KubernetesApi api, BrokerPods spec, List<String> names) {
  private static final String STATEFUL_SET = "StatefulSet";
  private static final String STRIMZI_POD_SET = "StrimziPodSet";
  private static final long POLL_MILLIS = 500;

  /** A pod has the same name and another uid when it is created again. */
  private record Pod(String name, String uid, boolean isReady, Optional<Owner> owner) {
    static Pod of(JsonNode json) {
      JsonNode metadata = json.path("metadata");
      boolean ready =
          stream(json.at("/status/conditions"))
              .anyMatch(
                  each ->
                      each.path("type").asText().equals("Ready")
                          && each.path("status").asText().equals("True"));
      return new Pod(
          metadata.path("name").asText(),
          metadata.path("uid").asText(),
          ready && !metadata.has("deletionTimestamp"),
          stream(metadata.path("ownerReferences"))
              .filter(each -> each.path("controller").asBoolean())
              .map(Owner::of)
              .findFirst());
    }

    private static java.util.stream.Stream<JsonNode> stream(JsonNode list) {
      return StreamSupport.stream(list.spliterator(), false);
    }

    boolean isCreatedAgain() {
      return owner
          .filter(its -> its.kind.matches(STATEFUL_SET + "|" + STRIMZI_POD_SET))
          .isPresent();
    }
  }

  /** The controller of a pod. */
  private record Owner(String apiVersion, String kind, String name) {
    static Owner of(JsonNode reference) {
      return new Owner(
          reference.path("apiVersion").asText(),
          reference.path("kind").asText(),
          reference.path("name").asText());
    }

    Resource resource(String namespace) {
      String[] groupAndVersion = apiVersion.split("/");
      String plural = kind.equals(STATEFUL_SET) ? "statefulsets" : "strimzipodsets";
      return new Resource(groupAndVersion[0], groupAndVersion[1], namespace, plural, name);
    }
  }

  /**
   * Those that there are now.
   *
   * @throws IOException if there are none, or if one would not be created again under its name
   */
  public static BrokerPodSet find(KubernetesApi api, BrokerPods spec)
      throws IOException, InterruptedException {
    List<Pod> pods = pods(api, spec);
    if (pods.isEmpty()) {
      throw new IOException(
          "there are no pods with the labels %s in namespace %s"
              .formatted(spec.selector(), spec.namespace()));
    }
    for (Pod each : pods) {
      if (!each.isCreatedAgain()) {
        throw new IOException(
            "pod %s in namespace %s has no controller that creates it again under its name;"
                    .formatted(each.name(), spec.namespace())
                + " allowed are pods of a StatefulSet or a StrimziPodSet");
      }
    }
    return new BrokerPodSet(api, spec, pods.stream().map(Pod::name).toList());
  }

  private static List<Pod> pods(KubernetesApi api, BrokerPods spec)
      throws IOException, InterruptedException {
    List<Pod> pods = new ArrayList<>();
    for (JsonNode each : read(api, spec)) {
      pods.add(Pod.of(each));
    }
    pods.sort(Comparator.comparing(pod -> numbersPadded(pod.name())));
    return pods;
  }

  /** The resources of those that there are. */
  static List<JsonNode> read(KubernetesApi api, BrokerPods spec)
      throws IOException, InterruptedException {
    return api.list(new Resource.Kind("", "v1", spec.namespace(), "pods"), spec.selector());
  }

  /** The resources of those that there are. */
  List<JsonNode> read() throws IOException, InterruptedException {
    return read(api, spec);
  }

  /** Waits until all that there are now have been created again. */
  Wait allNew(Deadline deadline) throws IOException, InterruptedException {
    Map<String, String> before = uids();
    return () -> awaitNew(names, before, deadline);
  }

  /** So that broker-10 follows broker-9. */
  static String numbersPadded(String name) {
    return name.replaceAll("(?<![0-9])([0-9]{1,9})(?![0-9])", "000000000$1")
        .replaceAll("0*([0-9]{10})", "$1");
  }

  /** Uids by names of the pods that there are. */
  private Map<String, String> uids() throws IOException, InterruptedException {
    Map<String, String> uids = new HashMap<>();
    pods(api, spec).forEach(pod -> uids.put(pod.name(), pod.uid()));
    return uids;
  }

  /** The number of the pod with the name or the Kafka id of a broker, or its host name. */
  public OptionalInt numberOf(String broker) {
    String host = broker.substring(broker.indexOf('@') + 1);
    String first = host.split("\\.", 2)[0];
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.equals(first) || broker.matches("[0-9]+") && name.endsWith("-" + broker)) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }

  /** Waits for something of the cluster. */
  @FunctionalInterface
  public interface Wait {
    void await() throws IOException, InterruptedException;
  }

  /**
   * Deletes pods.
   *
   * @param graceSeconds time for a broker to end by itself; empty: that of its pod
   * @param most how long they may take to be ready again
   * @return waits until they are
   */
  public Wait delete(Collection<String> which, OptionalInt graceSeconds, Duration most)
      throws IOException, InterruptedException {
    Map<String, String> before = uids();
    for (String name : which) {
      api.delete(Resource.core(spec.namespace(), "pods", name), graceSeconds);
    }
    return () -> awaitNew(which, before, Deadline.in(most));
  }

  /**
   * Has their controllers restart all of them, one after another, and waits for the end.
   *
   * @param most how long it may take
   */
  public void roll(Duration most) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(most);
    Map<String, String> before = new HashMap<>();
    Set<Owner> owners = new HashSet<>();
    for (Pod pod : pods(api, spec)) {
      before.put(pod.name(), pod.uid());
      pod.owner().ifPresent(owners::add);
    }
    for (Owner owner : owners) {
      restart(owner);
    }
    awaitNew(names, before, deadline);
  }

  private void restart(Owner owner) throws IOException, InterruptedException {
    Resource resource = owner.resource(spec.namespace());
    if (owner.kind.equals(STRIMZI_POD_SET)) {
      api.patch(
          resource,
          "{\"metadata\":{\"annotations\":{\"strimzi.io/manual-rolling-update\":\"true\"}}}");
      return;
    }
    JsonNode changed =
        api.patch(
            resource,
            "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":"
                + "{\"kubectl.kubernetes.io/restartedAt\":\"%s\"}}}}}".formatted(Instant.now()));
    if (changed.at("/spec/updateStrategy/type").asText().equals("OnDelete")) {
      throw new IOException(
          "%s restarts no pods, since its updateStrategy is OnDelete".formatted(resource));
    }
  }

  private void awaitNew(Collection<String> which, Map<String, String> before, Deadline deadline)
      throws IOException, InterruptedException {
    while (true) {
      Set<String> missing = new HashSet<>(which);
      for (Pod pod : pods(api, spec)) {
        if (pod.isReady() && !pod.uid().equals(before.get(pod.name()))) {
          missing.remove(pod.name());
        }
      }
      if (missing.isEmpty()) {
        return;
      }
      if (deadline.isOver()) {
        throw new IOException(
            "not created again and ready after %s: %s"
                .formatted(deadline, String.join(", ", missing.stream().sorted().toList())));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
