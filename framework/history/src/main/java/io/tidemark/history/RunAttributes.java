package io.tidemark.history;

import io.tidemark.model.result.RunResult;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What may change between two runs of a series, and is named where their figures change. */
final class RunAttributes {
  /** Names of attributes by the facts of the worker's machine. */
  private static final Map<String, String> OF_WORKERS =
      Map.of(
          "tidemark.version", "tidemark",
          "tidemark.commit", "tidemark commit",
          "jvm.version", "jvm",
          "os.kernel", "kernel");

  private RunAttributes() {}

  /**
   * Returns the attributes by name in a map that can be changed. Facts that are not known are left
   * out.
   */
  static Map<String, String> of(RunResult run) {
    Map<String, String> attributes = new TreeMap<>();
    put(attributes, "broker", fact(run, "broker.version", fact(run, "version", "")));
    put(attributes, "broker name", fact(run, "broker.name", ""));
    put(attributes, "client", fact(run, "client.version", ""));
    put(attributes, "driver", fact(run, "driver.version", ""));
    OF_WORKERS.forEach((fact, name) -> put(attributes, name, ofWorkers(run, fact)));
    return attributes;
  }

  /** Returns the attributes in the facts of one machine. */
  static Map<String, String> ofFacts(Map<String, String> environment) {
    Map<String, String> attributes = new TreeMap<>();
    OF_WORKERS.forEach(
        (fact, name) -> put(attributes, name, known(environment.getOrDefault(fact, ""))));
    return attributes;
  }

  private static String known(String value) {
    return value.equals("unknown") ? "" : value;
  }

  private static String fact(RunResult run, String key, String other) {
    return run.brokerFacts().getOrDefault(key, other);
  }

  private static String ofWorkers(RunResult run, String key) {
    return run.workers().stream()
        .map(worker -> worker.environment().getOrDefault(key, ""))
        .map(RunAttributes::known)
        .filter(value -> !value.isEmpty())
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  private static void put(Map<String, String> attributes, String name, String value) {
    if (!value.isEmpty()) {
      attributes.put(name, value);
    }
  }
}
