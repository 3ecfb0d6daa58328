package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.HistoryStore.HistorySelection;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Where the store is. */
final class StoreOption {
  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Folder of the history. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("history");

  HistoryStore store() {
    return new HistoryStore(folder);
  }

  /** Series by their keys; those that the store does not have are left out. */
  Map<SeriesKey, HistorySeries> stored(Set<SeriesKey> keys, Console console) {
    return read(HistorySelection.of(keys::contains), console).stream()
        .collect(Collectors.toMap(HistorySeries::key, series -> series));
  }

  /** What is wanted; notes what is left out. */
  List<HistorySeries> read(HistorySelection wanted, Console console) {
    try {
      if (!store().exists()) {
        throw new UsageException(
            "--store " + folder + ": no history there; bin/benchmark history add makes one");
      }
      HistoryStore.Content content = store().read(wanted);
      content.leftOut().forEach(line -> console.note("left out " + line));
      return content.series();
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
