package io.tidemark.history;

import io.tidemark.model.metric.MetricReference;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run to be added to a store.
 *
 * @param settings of the driver, which its attribute {@code settings} is a digest of
 */
public record NewRun(SeriesKey key, HistoryRun run, Map<String, String> settings) {
  /** The attribute with the digest of the driver's settings. */
  public static final String SETTINGS = "settings";

  /** Its lines: the facts, and one for each group of figures. */
  String lines() {
    StringBuilder text = new StringBuilder(HistoryLine.facts(run));
    groups()
        .forEach(
            (group, values) -> {
              Map<String, String> damaged = new TreeMap<>(run.damaged());
              damaged.keySet().retainAll(values.keySet());
              String unit = unit(values.keySet().iterator().next());
              text.append(HistoryLine.figures(run.id(), group, unit, values, damaged));
            });
    return text.toString();
  }

  /** The names of its lines; that of the facts is empty. */
  Set<String> lineNames() {
    Set<String> names = new HashSet<>(groups().keySet());
    names.add("");
    return names;
  }

  private Map<String, Map<String, Double>> groups() {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    run.values()
        .forEach(
            (metric, value) ->
                groups.computeIfAbsent(group(metric), any -> new TreeMap<>()).put(metric, value));
    return groups;
  }

  private static String unit(String metric) {
    return MetricReference.compared(metric)
        .or(() -> FigureName.parse(metric))
        .map(each -> each.metric().unit().symbol())
        .orElse("");
  }

  private static String group(String metric) {
    return MetricReference.compared(metric).map(each -> each.group().key()).orElse(metric);
  }
}
