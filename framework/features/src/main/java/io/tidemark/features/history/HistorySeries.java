package io.tidemark.features.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs that can be compared over time.
 *
 * @param runs in the order of their times
 */
public record HistorySeries(SeriesKey key, List<HistoryRun> runs) {
  public HistorySeries {
    runs = List.copyOf(runs);
  }

  /**
   * A metric of a series.
   *
   * @param runs with a usable value, in the order of their times
   * @param damaged how many runs have a value that must not be used
   */
  public record Column(List<HistoryRun> runs, int damaged) {
    static final Column NONE = new Column(List.of(), 0);

    private Column() {
      this(new ArrayList<>(), 0);
    }
  }

  /** The metrics of which a run has a usable value, sorted: one pass over the runs for all. */
  public Map<String, Column> columns() {
    Map<String, Column> columns = new TreeMap<>();
    for (HistoryRun run : runs) {
      for (String metric : run.values().keySet()) {
        Column column = columns.computeIfAbsent(metric, any -> new Column());
        if (!run.damaged().containsKey(metric)) {
          column.runs().add(run);
        } else {
          columns.put(metric, new Column(column.runs(), column.damaged() + 1));
        }
      }
    }
    columns.values().removeIf(column -> column.runs().isEmpty());
    return columns;
  }

  /** One of them; without runs if it is none. */
  public Column column(String metric) {
    return columns().getOrDefault(metric, Column.NONE);
  }
}
