package io.tidemark.model.load;

import io.tidemark.driver.settings.Key;
import java.time.Duration;
import java.util.Optional;

/**
 * The keys of {@code bursts}: a random process with two states, whose rates keep the mean that the
 * workload asks for.
 */
public record BurstKeys(
    @Key(
            value = "Mean length of a burst. Lengths are exponentially distributed.",
            range = "1ms..",
            required = true)
        Duration on,
    @Key(value = "Mean length between two bursts.", range = "1ms..", required = true) Duration off,
    @Key(
            value =
                "Rate in a burst, as a multiple of that between bursts. If absent, nothing is sent"
                    + " between bursts.",
            range = "1..1000000")
        Optional<Double> ratio) {
  /** A run with more bursts would be long in requests to workers. */
  public static final int MOST_BURSTS = 10_000;

  /** The share of time in bursts, in a long time. */
  public double share() {
    return (double) on.toNanos() / (on.toNanos() + (double) off.toNanos());
  }

  /** The rate in a burst over the mean rate. */
  public double onFactor() {
    return ratio.map(times -> times / (times * share() + 1 - share())).orElse(1 / share());
  }

  /** The rate between bursts over the mean rate. */
  public double offFactor() {
    return ratio.map(times -> 1 / (times * share() + 1 - share())).orElse(0.0);
  }

  /** How many bursts are expected in a time. */
  public double expected(Duration length) {
    return (double) length.toNanos() / (on.toNanos() + (double) off.toNanos());
  }
}
