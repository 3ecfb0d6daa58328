package io.tidemark.features.history.command;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** A store with a run of each night, with 2 % noise and another broker from the middle on. */
final class StoredNights {
  private StoredNights() {}

  static void add(Path folder, int nights, IntToDoubleFunction latencyMicros)
      throws ResultsException {
    Random random = new Random(1);
    List<NewRun> runs = new ArrayList<>();
    for (int i = 0; i < nights; i++) {
      HistoryRun run =
          new HistoryRun(
              "night-" + i,
              Instant.parse("2026-09-01T02:00:00Z").plus(Duration.ofDays(i)),
              "VALID",
              "",
              Map.of("broker", i < nights / 2 ? "1.0" : "2.0"),
              Map.of(
                  "endToEnd.p99",
                  latencyMicros.applyAsDouble(i) * Math.exp(0.02 * random.nextGaussian())),
              Map.of());
      runs.add(new NewRun(key(), run, Map.of()));
    }
    new HistoryStore(folder.resolve("history")).add(runs);
  }

  static SeriesKey key() {
    return new SeriesKey("quickstart", Map.of(), "kafka", Map.of(), Map.of("cpu", "Example"));
  }

  /** A command of {@code bin/benchmark history} on that store. */
  static CommandRun command(String name, Path folder, Object... arguments) {
    List<Object> all =
        new ArrayList<>(List.of("history", name, "--store", folder.resolve("history")));
    all.addAll(Arrays.asList(arguments));
    return FeatureRun.of(all.toArray());
  }
}
