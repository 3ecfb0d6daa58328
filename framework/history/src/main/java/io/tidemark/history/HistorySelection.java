package io.tidemark.history;

import java.time.Instant;
import java.util.function.Predicate;

/**
 * What is read of a store: only files that can contain it are opened.
 *
 * @param series by their keys
 * @param metrics values by the keys of metrics; runs without such a value are read, too
 * @param since runs that began then or later
 */
public record HistorySelection(
    Predicate<SeriesKey> series, Predicate<String> metrics, Instant since) {
  public static final HistorySelection ALL =
      new HistorySelection(any -> true, any -> true, Instant.MIN);

  /** All runs and metrics of some series. */
  public static HistorySelection of(Predicate<SeriesKey> series) {
    return new HistorySelection(series, any -> true, Instant.MIN);
  }
}
