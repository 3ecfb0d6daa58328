package io.tidemark.features.history;

import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Makes a store of 100,000 runs, or measures how long one takes to be read:
 * build/benchmarks/history.
 */
public final class LargeStore {
  private static final int SERIES = 100;
  private static final int RUNS = 1_000;
  private static final Instant FIRST = Instant.parse("2024-01-01T02:00:00Z");

  private LargeStore() {}

  /** The arguments are {@code make} or {@code read}, and the folder. */
  public static void main(String[] arguments) throws ResultsException {
    HistoryStore store = new HistoryStore(Path.of(arguments[1]));
    if (arguments[0].equals("make")) {
      make(store);
    } else {
      long start = System.nanoTime();
      List<HistorySeries> series = store.read().series();
      long runs = series.stream().mapToLong(each -> each.runs().size()).sum();
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.println(String.format(Locale.ROOT, "%d runs in %.2f s", runs, seconds));
    }
  }

  private static void make(HistoryStore store) throws ResultsException {
    Random random = new Random(1);
    for (int s = 0; s < SERIES; s++) {
      SeriesKey key =
          new SeriesKey(
              "workload-" + s,
              Map.of("topics", "1"),
              "kafka",
              Map.of("replication", "3"),
              Map.of());
      List<NewRun> runs = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        runs.add(new NewRun(key, run(s, i, random), Map.of()));
      }
      store.add(runs);
    }
  }

  private static HistoryRun run(int series, int number, Random random) {
    Map<String, Double> values = new HashMap<>();
    for (String metric :
        List.of(
            "publishRate",
            "consumeRate",
            "publishLatency.p50",
            "publishLatency.p99",
            "publishLatency.p99.9",
            "endToEnd.p50",
            "endToEnd.p99",
            "endToEnd.p99.9")) {
      values.put(metric, 1000 * Math.exp(0.03 * random.nextGaussian()));
    }
    return new HistoryRun(
        "run-" + series + "-" + number,
        FIRST.plus(Duration.ofHours(24L * number)),
        "VALID",
        "results/20240101-020000-workload-" + series + "-kafka",
        Map.of(
            "broker", "4." + number / 100,
            "client", "4.3.1",
            "tidemark", "0.1.0",
            "jvm", "OpenJDK 64-Bit Server VM 17.0.15+6",
            "kernel", "Linux 6.1.0",
            "settings", "1a2b3c4d"),
        values,
        Map.of());
  }
}
