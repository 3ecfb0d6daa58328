package io.tidemark.worker.calibration;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.DeliveryMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The engine's share of the baseline, measured alternately: {@code EngineShare <threads> <rounds>
 * <milliseconds of each measurement>}. Prints for each round the time of a message of the baseline,
 * without audit and with it, in nanoseconds of each thread, and at last the medians and shares.
 */
final class EngineShare {
  private static final int BYTES = 100;
  private static final DeliveryMode[] DELIVERIES = {DeliveryMode.OFF, DeliveryMode.FULL};

  public static void main(String[] args) {
    int threads = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Duration each = Duration.ofMillis(Long.parseLong(args[2]));
    Calibration calibration = new Calibration(SystemClock.get(), BYTES, each, Optional.empty());
    double[][] nanos = new double[1 + DELIVERIES.length][rounds];
    measure(calibration, threads, each.multipliedBy(3), nanos, 0); // To warm up.
    for (int round = 0; round < rounds; round++) {
      measure(calibration, threads, each, nanos, round);
      System.out.printf(
          Locale.ROOT,
          "round %d: baseline %.1f ns, off %.1f ns, full %.1f ns%n",
          round + 1,
          nanos[0][round],
          nanos[1][round],
          nanos[2][round]);
    }
    double[] medians = Arrays.stream(nanos).mapToDouble(EngineShare::median).toArray();
    System.out.printf(
        Locale.ROOT,
        "median: baseline %.1f ns, off %.1f ns (%.1f %%), full %.1f ns (%.1f %%)%n",
        medians[0],
        medians[1],
        100 * medians[0] / medians[1],
        medians[2],
        100 * medians[0] / medians[2]);
  }

  private static void measure(
      Calibration calibration, int threads, Duration each, double[][] nanos, int round) {
    nanos[0][round] =
        threads * 1e9 / Baseline.messagesPerSecond(SystemClock.get(), BYTES, threads, each);
    for (int i = 0; i < DELIVERIES.length; i++) {
      nanos[1 + i][round] = threads * 1e9 / calibration.closedLoop(threads, DELIVERIES[i], each);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private EngineShare() {}
}
