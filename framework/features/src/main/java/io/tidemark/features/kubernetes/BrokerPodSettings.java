package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Requests and limits of the pods of brokers, and the machines that they are on, as settings of the
 * broker. What the user may not read is a note.
 */
public final class BrokerPodSettings {
  private static final int MOST_PODS = 20;
  private static final List<String> RESOURCES = List.of("cpu", "memory");

  /** Labels of nodes, by the names of their settings; older clusters have the second ones. */
  private static final Map<String, List<String>> LABELS = labels();

  private final KubernetesApi api;

  /** By scope, name, value, origin and source: whose they are. */
  private final Map<List<String>, Set<String>> subjects = new LinkedHashMap<>();

  private final List<String> notes = new ArrayList<>();

  private BrokerPodSettings(KubernetesApi api) {
    this.api = api;
  }

  private static Map<String, List<String>> labels() {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    labels.put(
        "instance-type",
        List.of("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"));
    labels.put("architecture", List.of("kubernetes.io/arch"));
    labels.put("zone", List.of("topology.kubernetes.io/zone"));
    return labels;
  }

  /** What the cluster says; never a failure, since a run does not need it. */
  public static BrokerConfiguration read(KubernetesApi api, BrokerPods spec)
      throws InterruptedException {
    BrokerPodSettings reading = new BrokerPodSettings(api);
    try {
      reading.pods(spec);
    } catch (IOException e) {
      reading.notes.add("limits and machines of the brokers' pods: " + Text.message(e));
    }
    return reading.configuration();
  }

  private void pods(BrokerPods spec) throws IOException, InterruptedException {
    List<JsonNode> pods =
        api.list(new Resource.Kind("", "v1", spec.namespace(), "pods"), spec.selector());
    if (pods.isEmpty()) {
      notes.add(
          "limits and machines of the brokers' pods: there are no pods with the labels %s in namespace %s"
              .formatted(spec.selector(), spec.namespace()));
    }
    Set<String> machines = new TreeSet<>();
    for (JsonNode pod : pods.subList(0, Math.min(pods.size(), MOST_PODS))) {
      pod(pod);
      Optional.of(pod.at("/spec/nodeName").asText())
          .filter(name -> !name.isEmpty())
          .ifPresent(machines::add);
    }
    if (pods.size() > MOST_PODS) {
      notes.add("of " + pods.size() + " pods the first " + MOST_PODS + " were read");
    }
    for (String machine : machines) {
      machine(machine);
    }
  }

  private void pod(JsonNode pod) {
    String name = pod.at("/metadata/name").asText();
    for (JsonNode container : pod.at("/spec/containers")) {
      for (String kind : List.of("limits", "requests")) {
        for (String resource : RESOURCES) {
          String value = container.path("resources").path(kind).path(resource).asText();
          boolean set = !value.isEmpty();
          add(
              BrokerConfiguration.POD,
              name,
              container.path("name").asText() + "." + kind + "." + resource,
              set ? value : "none",
              set ? BrokerConfiguration.CHANGED : BrokerConfiguration.DEFAULT,
              "pod");
        }
      }
    }
    String qos = pod.at("/status/qosClass").asText();
    if (!qos.isEmpty()) {
      add(
          BrokerConfiguration.POD,
          name,
          "qosClass",
          qos,
          BrokerConfiguration.DEFAULT,
          "follows from the others");
    }
  }

  private void machine(String name) throws InterruptedException {
    Optional<JsonNode> found;
    try {
      found = api.get(Resource.ofCluster("nodes", name));
    } catch (IOException e) {
      notes.add("type of machine " + name + ": " + Text.message(e));
      return;
    }
    if (found.isEmpty()) {
      return;
    }
    JsonNode node = found.get();
    LABELS.forEach(
        (setting, labels) ->
            labels.stream()
                .map(label -> node.path("metadata").path("labels").path(label).asText())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .ifPresent(value -> ofMachine(name, setting, value)));
    for (String resource : RESOURCES) {
      ofMachine(name, resource, node.at("/status/capacity").path(resource).asText());
    }
    for (String fact : List.of("kernelVersion", "containerRuntimeVersion")) {
      ofMachine(name, fact, node.at("/status/nodeInfo").path(fact).asText());
    }
  }

  private void ofMachine(String name, String setting, String value) {
    if (!value.isEmpty()) {
      boolean place = setting.equals("zone");
      add(
          BrokerConfiguration.MACHINE,
          name,
          setting,
          value,
          place ? BrokerConfiguration.PLACE : BrokerConfiguration.DEFAULT,
          "node of Kubernetes");
    }
  }

  private void add(
      String scope, String subject, String name, String value, String origin, String source) {
    subjects
        .computeIfAbsent(List.of(scope, name, value, origin, source), any -> new LinkedHashSet<>())
        .add(subject);
  }

  private BrokerConfiguration configuration() {
    return new BrokerConfiguration(
        subjects.entrySet().stream().map(each -> entry(each.getKey(), each.getValue())).toList(),
        notes);
  }

  private static Entry entry(List<String> value, Set<String> whose) {
    return new Entry(
        value.get(0), List.copyOf(whose), value.get(1), value.get(2), value.get(3), value.get(4));
  }
}
