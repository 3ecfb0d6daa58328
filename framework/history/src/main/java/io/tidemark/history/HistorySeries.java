package io.tidemark.history;

import java.util.List;

/**
 * Runs that can be compared over time.
 *
 * @param runs in the order of their times
 */
public record HistorySeries(SeriesKey key, List<HistoryRun> runs) {
  public HistorySeries {
    runs = List.copyOf(runs);
  }

  /** Metrics with a usable value, sorted. */
  public List<String> metrics() {
    return runs.stream()
        .flatMap(run -> run.values().keySet().stream().filter(m -> run.value(m).isPresent()))
        .distinct()
        .sorted()
        .toList();
  }

  /** The runs with a usable value of a metric. */
  public List<HistoryRun> with(String metric) {
    return runs.stream().filter(run -> run.value(metric).isPresent()).toList();
  }
}
