package io.tidemark.features.history;

import io.tidemark.features.history.HistoryStore.NewRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A run of each night: an end-to-end latency around 10 ms with 2 % noise, and a constant rate. */
public final class Nights {
  private static final Instant FIRST = Instant.parse("2026-09-01T02:00:00Z");

  /** The level of a night. */
  public interface Level {
    double of(int night);
  }

  /** The attributes of a night. */
  public interface Attributes {
    Map<String, String> of(int night);
  }

  private Nights() {}

  public static SeriesKey key() {
    return new SeriesKey(
        "quickstart",
        Map.of("topics", "1"),
        "kafka",
        Map.of("replication", "3"),
        Map.of("worker cpu.model", "Example CPU"));
  }

  public static List<NewRun> of(
      int nights, long seed, Level level, Level noise, Attributes attributes) {
    Random random = new Random(seed);
    List<NewRun> runs = new ArrayList<>();
    for (int i = 0; i < nights; i++) {
      double latency = 10_000 * level.of(i) * Math.exp(0.02 * noise.of(i) * random.nextGaussian());
      runs.add(run("night-" + i, i, latency, attributes.of(i)));
    }
    return runs;
  }

  public static NewRun run(
      String id, int night, double latencyMicros, Map<String, String> attributes) {
    HistoryRun run =
        new HistoryRun(
            id,
            FIRST.plus(Duration.ofDays(night)),
            "VALID",
            "results/" + id,
            attributes,
            Map.of("endToEnd.p99", latencyMicros, "publishRate", 1000 + night % 3 * 0.01),
            Map.of());
    return new NewRun(key(), run, Map.of());
  }
}
