package io.tidemark.features.history.command;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.Nights;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** A store with a run of each night, with 2 % noise and another broker from the middle on. */
final class StoredNights {
  private StoredNights() {}

  static void add(Path folder, int nights, IntToDoubleFunction latencyMicros)
      throws ResultsException {
    new HistoryStore(folder.resolve("history"))
        .add(
            Nights.of(
                nights,
                1,
                night -> latencyMicros.applyAsDouble(night) / 10_000,
                night -> 1,
                night -> Map.of("broker", night < nights / 2 ? "1.0" : "2.0")));
  }

  /** A command of {@code bin/benchmark history} on that store. */
  static CommandRun command(String name, Path folder, Object... arguments) {
    List<Object> all =
        new ArrayList<>(List.of("history", name, "--store", folder.resolve("history")));
    all.addAll(Arrays.asList(arguments));
    return FeatureRun.of(all.toArray());
  }
}
