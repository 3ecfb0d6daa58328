package io.tidemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What differs between the runs of two sides. */
final class Comparability {
  private static final String AND = " and ";
  private static final String DRIVER_CLASS = "driverClass";
  private static final Set<String> IDENTITY =
      Set.of(DRIVER_CLASS, "broker.name", "broker.version", "version", "client.version");

  private Comparability() {}

  /** Conditions that differ or are not known: each makes the comparison doubtful. */
  static List<String> obstacles(List<ComparedRun> baseline, List<ComparedRun> other) {
    List<String> obstacles = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String key : keys(baseline, other, ComparedRun::conditions)) {
      String before = values(baseline, key, ComparedRun::conditions);
      String after = values(other, key, ComparedRun::conditions);
      if (before.isEmpty() || after.isEmpty()) {
        unknown.add(key);
      } else if (!before.equals(after) || before.contains(AND)) {
        obstacles.add(key + ": " + before + " against " + after);
      }
    }
    if (!unknown.isEmpty()) {
      obstacles.add("known of one side only: " + String.join(", ", unknown));
    }
    return obstacles;
  }

  /** What is compared: settings of the driver and facts of the broker. */
  static List<String> differences(List<ComparedRun> baseline, List<ComparedRun> other) {
    boolean sameDriver =
        values(baseline, DRIVER_CLASS, ComparedRun::subject)
            .equals(values(other, DRIVER_CLASS, ComparedRun::subject));
    List<String> differences = new ArrayList<>();
    for (String key : keys(baseline, other, ComparedRun::subject)) {
      String before = values(baseline, key, ComparedRun::subject);
      String after = values(other, key, ComparedRun::subject);
      if (!before.equals(after) && (sameDriver || IDENTITY.contains(key))) {
        differences.add(key + ": " + orNone(before) + " against " + orNone(after));
      }
    }
    return differences;
  }

  private static Set<String> keys(
      List<ComparedRun> baseline,
      List<ComparedRun> other,
      Function<ComparedRun, Map<String, String>> part) {
    Set<String> keys = new TreeSet<>();
    baseline.forEach(run -> keys.addAll(part.apply(run).keySet()));
    other.forEach(run -> keys.addAll(part.apply(run).keySet()));
    return keys;
  }

  /** Of all runs; several if they differ; empty if it is known of none. */
  private static String values(
      List<ComparedRun> runs, String key, Function<ComparedRun, Map<String, String>> part) {
    return runs.stream()
        .map(part)
        .filter(map -> map.containsKey(key))
        .map(map -> map.get(key))
        .distinct()
        .sorted()
        .collect(Collectors.joining(AND));
  }

  private static String orNone(String values) {
    return values.isEmpty() ? "none" : values;
  }
}
