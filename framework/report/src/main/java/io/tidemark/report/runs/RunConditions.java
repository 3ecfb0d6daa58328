package io.tidemark.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.report.text.BrokerLine;
import io.tidemark.report.text.BrokerSettingsText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What must be equal of runs that are compared, and what may differ, as texts by their names. */
public final class RunConditions {
  /** Keys of a workload that do not change what is measured. */
  private static final Set<String> NO_CONDITION =
      Set.of(
          "name", "iterations", "question", "objectives", "thresholds", "seed", "sampleInterval");

  /** Facts of a worker that describe its machine. */
  public static final List<String> HARDWARE =
      List.of(
          "cpu.model",
          "cpu.logicalCores",
          "memory.bytes",
          "container.cpuLimit",
          "container.memoryLimitBytes",
          "os.architecture");

  private static final String REPLICATION = "replication";
  private static final String ACKNOWLEDGEMENT = "acknowledgement";
  private static final String PERSISTENCE = "persistence";
  private static final String NODES = "nodes of the broker";
  private static final String PLACE = "broker and load generator";

  /** Conditions that belong to the system under test. */
  public static final Set<String> SYSTEM =
      Set.of(REPLICATION, ACKNOWLEDGEMENT, PERSISTENCE, NODES, PLACE);

  /** Facts that name a cluster or a file instead of describing it. */
  private static final Set<String> NAMES_ONLY = Set.of("cluster.id", "cluster.name", "driver.jar");

  /** Begins the keys of the broker's settings in {@link #subject}. */
  public static final String SETTING = "setting of the ";

  private static final String LATENCY_START = "end-to-end latency starts at";

  private RunConditions() {}

  /** Returns the conditions in a file in OMB's format, which contains less. */
  static Map<String, String> ofOmb(JsonNode result) {
    Map<String, String> conditions = new TreeMap<>();
    for (String key :
        List.of("messageSize", "topics", "partitions", "producersPerTopic", "consumersPerTopic")) {
      if (result.has(key)) {
        conditions.put(key, result.path(key).asText());
      }
    }
    conditions.put(LATENCY_START, "the actual send");
    return conditions;
  }

  /** Without those that are not known. */
  static Map<String, String> of(RunResult run) {
    Map<String, String> all = new TreeMap<>();
    run.workload()
        .forEach(
            (key, value) -> {
              if (!NO_CONDITION.contains(key)) {
                flatten(all, key, value);
              }
            });
    BrokerLine.replication(run).ifPresent(copies -> all.put(REPLICATION, copies));
    BrokerLine.acknowledgement(run).ifPresent(copies -> all.put(ACKNOWLEDGEMENT, copies));
    BrokerLine.persistence(run).ifPresent(where -> all.put(PERSISTENCE, where));
    BrokerLine.nodes(run).ifPresent(nodes -> all.put(NODES, nodes));
    all.put(PLACE, BrokerLine.coLocated(run) ? "on one machine" : "separate");
    all.put("window per producer", "" + run.verdictInputs().maxInFlightPerProducer());
    all.put("workers", "" + run.workers().size());
    for (String key : HARDWARE) {
      all.put("worker " + key, ofWorkers(run, key));
    }
    all.put("version of Tidemark", ofWorkers(run, "tidemark.version"));
    all.put(LATENCY_START, "the intended send");
    return all;
  }

  private static String ofWorkers(RunResult run, String key) {
    return run.workers().stream()
        .map(worker -> worker.environment().getOrDefault(key, "not known"))
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  /** Settings of the driver, facts and settings of the broker. */
  static Map<String, String> subject(RunResult run) {
    Map<String, String> all = new TreeMap<>();
    all.putAll(flat(run.driver()));
    all.keySet().removeAll(Set.of("name", "localBrokers.kind"));
    AddedParts.all().forEach(each -> each.subject(run, all));
    run.brokerFacts()
        .forEach(
            (key, value) -> {
              if (!NAMES_ONLY.contains(key)) {
                all.put(key, value);
              }
            });
    BrokerSettingsText.byKey(run.part(BrokerConfiguration.PART))
        .forEach(
            (key, values) -> {
              if (!BrokerSettingsText.isPlace(values)) {
                TreeSet<String> texts = new TreeSet<>();
                values.forEach(each -> texts.add(each.value()));
                all.put(SETTING + key, String.join(" and ", texts));
              }
            });
    return all;
  }

  /** Keys of {@link #subject} for settings that have the broker's own values. */
  static Set<String> defaults(RunResult run) {
    return BrokerSettingsText.byKey(run.part(BrokerConfiguration.PART)).entrySet().stream()
        .filter(each -> each.getValue().stream().allMatch(Entry::isDefault))
        .map(each -> SETTING + each.getKey())
        .collect(Collectors.toSet());
  }

  /** A tree as texts by the paths of their keys. */
  public static Map<String, String> flat(Map<String, Object> tree) {
    Map<String, String> all = new TreeMap<>();
    tree.forEach((key, value) -> flatten(all, key, value));
    return all;
  }

  /** {@code a: {b: [1, 2]}} becomes {@code a.b: 1, 2}; text of properties one key for each line. */
  private static void flatten(Map<String, String> all, String key, Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, child) -> flatten(all, key + "." + name, child));
    } else if (value instanceof Collection<?> list) {
      all.put(key, list.stream().map(Objects::toString).collect(Collectors.joining(", ")));
    } else if (value instanceof String text && text.contains("\n")) {
      text.lines()
          .map(line -> line.split("=", 2))
          .forEach(line -> all.put(key + "." + line[0], line.length > 1 ? line[1] : ""));
    } else {
      all.put(key, String.valueOf(value));
    }
  }
}
