package io.tidemark.features.history.change;

import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.change.Levels.ChangeRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How often change points are right, on simulated series: the tables of build/benchmarks/history.
 * Each series grows run by run and is searched after each, as a nightly job does it.
 */
public final class ChangeSimulation {
  private static final double NOISE = 0.03;
  private static final int NEAR = 3;
  private static final int BEFORE = 40;
  private static final int AFTER = 60;

  private ChangeSimulation() {}

  /** The arguments: the number of series of each row, a seed, and a level of significance. */
  public static void main(String[] arguments) {
    int series = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    double level =
        arguments.length > 2 ? Double.parseDouble(arguments[2]) : ChangeRule.USUAL.level();
    ChangeRule rule = new ChangeRule(50, level, 0.01, 3);
    System.out.println(
        "| series of 200 runs without a change | false alarms per series | series with one |");
    System.out.println("|---|---:|---:|");
    for (Kind kind : Kind.values()) {
      quiet(rule, series, seed, kind);
    }
    System.out.println();
    System.out.println(
        "| change after "
            + BEFORE
            + " runs | found in 60 runs | delay, median | 90 % | size found, median | 95 % interval"
            + " right |");
    System.out.println("|---|---:|---:|---:|---:|---:|");
    for (double change : new double[] {0.02, 0.05, 0.10, -0.05}) {
      shifted(rule, series, seed + 1, change);
    }
  }

  private enum Kind {
    NORMAL("normal, 3 %"),
    OUTLIERS("5 % of the runs 30 % slower"),
    SKEWED("skewed (exponential), 3 %"),
    WEEK("one week with 5 times the noise");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    double value(Random random, int i) {
      double noise = NOISE * random.nextGaussian();
      return switch (this) {
        case NORMAL -> noise;
        case OUTLIERS -> noise + (random.nextDouble() < 0.05 ? Math.log(1.3) : 0);
        case SKEWED -> NOISE * (-Math.log(1 - random.nextDouble()) - 1);
        case WEEK -> i >= 100 && i < 107 ? 5 * noise : noise;
      };
    }
  }

  private static double[] series(Random random, Kind kind, int length) {
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = 100 * Math.exp(kind.value(random, i));
    }
    return values;
  }

  private static void quiet(ChangeRule rule, int series, long seed, Kind kind) {
    Random random = new Random(seed);
    int alarms = 0;
    int alarmed = 0;
    for (int i = 0; i < series; i++) {
      double[] values = series(random, kind, 200);
      List<Integer> seen = new ArrayList<>();
      for (int n = 8; n <= values.length; n++) {
        for (LevelChange each : ChangePoints.of(Arrays.copyOf(values, n), rule).changes()) {
          if (seen.stream().noneMatch(other -> Math.abs(other - each.index()) <= NEAR)) {
            seen.add(each.index());
          }
        }
      }
      alarms += seen.size();
      alarmed += seen.isEmpty() ? 0 : 1;
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %.2f | %.0f %% |",
            kind.text,
            alarms / (double) series,
            100.0 * alarmed / series));
  }

  private static void shifted(ChangeRule rule, int series, long seed, double change) {
    Random random = new Random(seed);
    List<Integer> delays = new ArrayList<>();
    List<Double> sizes = new ArrayList<>();
    int right = 0;
    for (int i = 0; i < series; i++) {
      double[] values = series(random, Kind.NORMAL, BEFORE + AFTER);
      for (int k = BEFORE; k < values.length; k++) {
        values[k] *= 1 + change;
      }
      for (int n = BEFORE + 1; n <= values.length; n++) {
        var found =
            ChangePoints.of(Arrays.copyOf(values, n), rule).changes().stream()
                .filter(each -> Math.abs(each.index() - BEFORE) <= 5)
                .filter(each -> Math.signum(each.change()) == Math.signum(change))
                .findFirst();
        if (found.isPresent()) {
          delays.add(n - BEFORE);
          sizes.add(found.get().change());
          right += found.get().lowest() <= change && change <= found.get().highest() ? 1 : 0;
          break;
        }
      }
    }
    delays.sort(null);
    sizes.sort(null);
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %+.0f %% | %.0f %% | %s | %s | %+.1f %% | %.0f %% |",
            100 * change,
            100.0 * delays.size() / series,
            delays.isEmpty() ? "" : delays.get(delays.size() / 2) + " runs",
            delays.isEmpty() ? "" : delays.get((int) (delays.size() * 0.9)) + " runs",
            sizes.isEmpty() ? 0 : 100 * sizes.get(sizes.size() / 2),
            100.0 * right / Math.max(1, delays.size())));
  }
}
