package io.tidemark.features.history.trend;

import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.Nights;
import io.tidemark.features.history.change.ChangePoints;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.change.ChangePoints.Noise;
import io.tidemark.features.history.change.Levels.ChangeRule;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * How often the series of {@link NightlyRunsTest} are reported exactly so: the table of
 * build/benchmarks/history.
 */
public final class NightsSimulation {
  /** A change is at its place if it is found within this many nights of it. */
  private static final int NEAR = 2;

  private NightsSimulation() {}

  /** What is reported of one series. */
  private record Report(boolean changes, boolean noise, int more) {}

  /** The arguments are the first and the last seed. */
  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    long last = Long.parseLong(arguments[1]);
    System.out.println(
        "| noisy week | seeds | exactly so | a change missed | week missed | more |");
    System.out.println("|---|---|---:|---:|---:|---:|");
    for (double noise : new double[] {3, 5, 8}) {
      List<Report> all =
          LongStream.rangeClosed(first, last).mapToObj(seed -> report(seed, noise)).toList();
      System.out.println(
          String.format(
              Locale.ROOT,
              "| %.0f times the noise | %d to %d | %d of %d | %d | %d | %d |",
              noise,
              first,
              last,
              all.stream().filter(r -> r.changes() && r.noise() && r.more() == 0).count(),
              all.size(),
              all.stream().filter(r -> !r.changes()).count(),
              all.stream().filter(r -> !r.noise()).count(),
              all.stream().filter(r -> r.more() > 0).count()));
    }
  }

  private static Report report(long seed, double noise) {
    List<NewRun> runs =
        Nights.of(
            60,
            seed,
            NightlyRunsTest::level,
            night -> NightlyRunsTest.isNoisy(night) ? noise : 1,
            NightlyRunsTest::versions);
    HistorySeries series = new HistorySeries(Nights.key(), runs.stream().map(NewRun::run).toList());
    ChangePoints points = Trend.of(series, "endToEnd.p99", ChangeRule.USUAL).points();
    List<LevelChange> changes = points.changes();
    long up = changes.stream().filter(c -> isAt(c, 20) && c.change() > 0).count();
    long down = changes.stream().filter(c -> isAt(c, 42) && c.change() < 0).count();
    long weeks = points.noise().stream().filter(NightsSimulation::isTheWeek).count();
    int expected = (int) (Math.min(1, up) + Math.min(1, down) + Math.min(1, weeks));
    return new Report(
        up > 0 && down > 0, weeks > 0, changes.size() + points.noise().size() - expected);
  }

  private static boolean isAt(LevelChange change, int night) {
    return Math.abs(change.index() - night) <= NEAR;
  }

  private static boolean isTheWeek(Noise noise) {
    return noise.from() < 35 && noise.to() > 28;
  }
}
