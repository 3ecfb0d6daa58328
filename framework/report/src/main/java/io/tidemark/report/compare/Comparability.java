package io.tidemark.report.compare;

import io.tidemark.model.metric.Metric.Within;
import io.tidemark.model.metric.Metrics;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunConditions;
import io.tidemark.report.text.BrokerSettingsText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What differs between the runs of two sides. */
final class Comparability {
  private static final String DRIVER_CLASS = "driverClass";
  private static final Set<String> IDENTITY =
      Set.of(DRIVER_CLASS, "broker.name", "broker.version", "version", "client.version");

  /** What values of some metrics must have in common. */
  private static final Set<String> WITHIN =
      Metrics.all().stream()
          .flatMap(each -> each.within().stream())
          .map(Within::condition)
          .collect(Collectors.toSet());

  /**
   * The values of a key in all runs of each side: several if they differ, none if not known.
   *
   * @param defaults values that the broker has if nothing else is set, for each side
   */
  private record Values(
      String key, Set<String> before, Set<String> after, List<Set<String>> defaults) {
    boolean isKnownOfBoth() {
      return !before.isEmpty() && !after.isEmpty();
    }

    boolean isOne() {
      return before.equals(after) && before.size() == 1;
    }

    /**
     * Whether the settings of brokers have other effects: not if one only states the default, or if
     * a version does not have a setting that has its default.
     */
    boolean settingsDiffer() {
      return isKnownOfBoth()
          ? !before.equals(after)
          : !defaults.get(0).containsAll(before) || !defaults.get(1).containsAll(after);
    }

    @Override
    public String toString() {
      return key + ": " + text(before, 0) + " against " + text(after, 1);
    }

    private String text(Set<String> values, int side) {
      return values.isEmpty()
          ? "none"
          : values.stream()
              .map(each -> BrokerSettingsText.value(each, defaults.get(side).contains(each)))
              .collect(Collectors.joining(" and "));
    }
  }

  private Comparability() {}

  /**
   * Conditions of the systems themselves, such as the replication, that are known and differ: a
   * study varies them on purpose.
   */
  static List<String> systems(List<ReportedRun> baseline, List<ReportedRun> other) {
    return values(baseline, other, ReportedRun::conditions).stream()
        .filter(each -> RunConditions.SYSTEM.contains(each.key))
        .filter(each -> each.before.size() == 1 && each.after.size() == 1 && !each.isOne())
        .map(Values::toString)
        .toList();
  }

  /**
   * Conditions that differ or are not known: each makes the comparison doubtful.
   *
   * @param intended those that do not
   */
  static List<String> obstacles(
      List<ReportedRun> baseline, List<ReportedRun> other, List<String> intended) {
    List<String> obstacles = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Values each : values(baseline, other, ReportedRun::conditions)) {
      if (!each.isKnownOfBoth()) {
        unknown.add(each.key);
      } else if (!each.isOne()) {
        obstacles.add(each.toString());
      }
    }
    obstacles.removeAll(intended);
    if (!unknown.isEmpty()) {
      obstacles.add("known of one side only: " + String.join(", ", unknown));
    }
    return obstacles;
  }

  /** {@code price.currency: USD against EUR}; empty if it is one, or not known of a side. */
  static Optional<String> unequal(
      Within within, List<ReportedRun> baseline, List<ReportedRun> other) {
    return values(baseline, other, ReportedRun::subject).stream()
        .filter(each -> each.key.equals(within.condition()))
        .filter(each -> each.isKnownOfBoth() && !each.isOne())
        .map(each -> each + ": " + within.why())
        .findFirst();
  }

  /** What is compared: settings of the driver, facts of the broker, and its settings. */
  static List<String> differences(List<ReportedRun> baseline, List<ReportedRun> other) {
    List<Values> differing =
        values(baseline, other, ReportedRun::subject).stream()
            .filter(each -> !each.before.equals(each.after))
            .filter(each -> !WITHIN.contains(each.key) || each.isKnownOfBoth())
            .filter(each -> !each.key.startsWith(RunConditions.SETTING) || each.settingsDiffer())
            .toList();
    boolean sameDriver = differing.stream().noneMatch(each -> each.key.equals(DRIVER_CLASS));
    return differing.stream()
        .filter(each -> sameDriver || IDENTITY.contains(each.key) || WITHIN.contains(each.key))
        .map(Values::toString)
        .toList();
  }

  private static List<Values> values(
      List<ReportedRun> baseline,
      List<ReportedRun> other,
      Function<ReportedRun, Map<String, String>> part) {
    List<Map<String, String>> before = baseline.stream().map(part).toList();
    List<Map<String, String>> after = other.stream().map(part).toList();
    Set<String> keys = new TreeSet<>();
    before.forEach(run -> keys.addAll(run.keySet()));
    after.forEach(run -> keys.addAll(run.keySet()));
    return keys.stream()
        .map(
            key ->
                new Values(
                    key,
                    of(before, key),
                    of(after, key),
                    List.of(defaults(baseline, key), defaults(other, key))))
        .toList();
  }

  private static Set<String> defaults(List<ReportedRun> runs, String key) {
    return of(
        runs.stream()
            .filter(run -> run.defaults().contains(key))
            .map(ReportedRun::subject)
            .toList(),
        key);
  }

  private static Set<String> of(List<Map<String, String>> runs, String key) {
    Set<String> values = new TreeSet<>();
    runs.stream().filter(run -> run.containsKey(key)).map(run -> run.get(key)).forEach(values::add);
    return values;
  }
}
