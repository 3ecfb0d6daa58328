package io.tidemark.features.history.bisect;

import io.tidemark.features.history.bisect.Bisection.BisectRule;
import io.tidemark.features.history.bisect.Bisection.Observation;
import io.tidemark.features.history.bisect.Bisection.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * How often a bisection is right, and how many runs it needs: the tables of
 * build/benchmarks/history. Each try has its own seed.
 */
public final class BisectSimulation {
  private static final int MOST_RUNS = 1_000;

  private BisectSimulation() {}

  /**
   * @param candidates how many
   * @param change at one of them, as a share; 0 for none
   * @param noise standard deviation of single runs
   * @param outliers share of runs that are 30 % slower
   * @param skipped share of candidates that cannot be tested
   */
  record Scenario(int candidates, double change, double noise, double outliers, double skipped) {
    Scenario(int candidates, double change) {
      this(candidates, change, 0.03, 0, 0);
    }
  }

  /**
   * @param first the first candidate of the new level
   */
  record Try(Scenario scenario, int first, List<Observation> made, Bisection end) {
    boolean right() {
      return scenario.change == 0
          ? end.state() == State.SAME
          : end.state() == State.FOUND && end.found().contains(first);
    }

    boolean covered() {
      double logarithm = Math.log1p(scenario.change);
      return end.change()
          .filter(c -> Math.log1p(c.lowest(0.95)) <= logarithm)
          .filter(c -> Math.log1p(c.highest(0.95)) >= logarithm)
          .isPresent();
    }
  }

  static Try run(Scenario scenario, BisectRule rule, long seed) {
    Random random = new Random(seed);
    int first = 1 + random.nextInt(scenario.candidates - 1);
    Set<Integer> broken = new TreeSet<>();
    for (int i = 1; i < scenario.candidates - 1; i++) {
      if (random.nextDouble() < scenario.skipped) {
        broken.add(i);
      }
    }
    Set<Integer> skipped = new TreeSet<>();
    List<Observation> made = new ArrayList<>();
    Bisection now = Bisection.of(scenario.candidates, made, skipped, rule);
    while (now.isOpen() && made.size() < MOST_RUNS) {
      int next = now.next();
      if (broken.contains(next)) {
        skipped.add(next);
      } else {
        double value = (next < first ? 1 : 1 + scenario.change) * noise(scenario, random);
        made.add(new Observation(next, 100 * value));
      }
      now = Bisection.of(scenario.candidates, made, skipped, rule);
    }
    return new Try(scenario, first, made, now);
  }

  private static double noise(Scenario scenario, Random random) {
    double outlier = random.nextDouble() < scenario.outliers ? 1.3 : 1;
    return outlier * Math.exp(scenario.noise * random.nextGaussian());
  }

  /** The arguments: the number of tries of each row, and the first seed. */
  public static void main(String[] arguments) {
    int tries = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    System.out.println(
        "| candidates | change | noise | | right | wrong | ends not shown to differ | runs, mean |"
            + " 90 % | 95 % interval right |");
    System.out.println("|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|");
    for (Scenario each :
        List.of(
            new Scenario(64, 0.08),
            new Scenario(64, -0.08),
            new Scenario(64, 0.05),
            new Scenario(64, 0.03),
            new Scenario(64, 0.20),
            new Scenario(4, 0.08),
            new Scenario(1000, 0.08),
            new Scenario(64, 0.08, 0.03, 0.05, 0),
            new Scenario(64, 0.08, 0.03, 0, 0.2),
            new Scenario(64, 0))) {
      print(each, tries, seed);
    }
  }

  private static void print(Scenario scenario, int tries, long seed) {
    int right = 0;
    int same = 0;
    int covered = 0;
    int[] runs = new int[tries];
    for (int i = 0; i < tries; i++) {
      Try one = run(scenario, BisectRule.USUAL, seed + i);
      right += one.right() ? 1 : 0;
      same += one.end().state() == State.SAME ? 1 : 0;
      covered += one.right() && one.covered() ? 1 : 0;
      runs[i] = one.made().size();
    }
    Arrays.sort(runs);
    int wrong = tries - (scenario.change == 0 ? same : right + same);
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %d | %s | %.0f %% | %s | %.1f %% | %.1f %% | %.1f %% | %.1f | %d | %s |",
            scenario.candidates,
            scenario.change == 0
                ? "none"
                : String.format(Locale.ROOT, "%+.0f %%", 100 * scenario.change),
            100 * scenario.noise,
            scenario.outliers > 0
                ? "5 % of the runs 30 % slower"
                : scenario.skipped > 0 ? "20 % cannot be tested" : "",
            100.0 * right / tries,
            100.0 * wrong / tries,
            100.0 * same / tries,
            Arrays.stream(runs).average().orElse(0),
            runs[(int) (0.9 * tries)],
            scenario.change == 0 || right == 0
                ? ""
                : String.format(Locale.ROOT, "%.0f %%", 100.0 * covered / right)));
  }
}
