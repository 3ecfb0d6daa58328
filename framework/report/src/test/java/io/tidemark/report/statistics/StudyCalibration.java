package io.tidemark.report.statistics;

import io.tidemark.report.statistics.ComparisonCalibration.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How often the answer of a study is wrong, by simulation of its blocks with a known difference,
 * beside Welch's tests, which ignore the blocks. {@code main} prints the table of
 * build/benchmarks/compare.
 */
final class StudyCalibration {
  /**
   * What the runs of a study are like.
   *
   * @param drift of the machine over the study, as a share
   */
  record Machine(String name, Distribution distribution, double drift) {
    static final Machine STEADY = new Machine("log-normal", Distribution.LOG_NORMAL, 0);
    static final Machine DRIFTING = new Machine("drift of 20 %", Distribution.LOG_NORMAL, 0.2);
    static final List<Machine> ALL =
        List.of(
            new Machine("normal", Distribution.NORMAL, 0),
            STEADY,
            new Machine("outliers", Distribution.OUTLIERS, 0),
            DRIFTING);

    /** Values of each system, by block; the second system has the factor. */
    double[][] study(Random random, int systems, int runs, double factor) {
      double[][] values = new double[systems][];
      for (int i = 0; i < systems; i++) {
        values[i] = distribution.sample(random, runs, i == 1 ? factor : 1);
      }
      List<Integer> order = new ArrayList<>(IntStream.range(0, systems).boxed().toList());
      for (int block = 0; block < runs; block++) {
        Collections.shuffle(order, random);
        for (int place = 0; place < systems; place++) {
          double done = (block * systems + place) / (runs * systems - 1.0);
          values[order.get(place)][block] *= 1 + drift * done;
        }
      }
      return values;
    }
  }

  /**
   * Shares of simulated studies.
   *
   * @param alarms any system was shown to differ although none did
   * @param coverage the interval of one system contained its true difference of 10 %
   * @param power this difference was shown
   */
  record Result(double alarms, double coverage, double power) {}

  /** What a method says about the systems after the first one. */
  interface Method {
    /** With changes and what is shown of each. */
    List<Shown> of(double[][] values);
  }

  /** Whether a system is shown to differ, and its change. */
  record Shown(Change change, boolean differs) {
    private boolean covers(double factor) {
      return change.lowest(0.95) <= factor - 1 && change.highest(0.95) >= factor - 1;
    }
  }

  private static final double LEVEL = 0.05;
  private static final double EFFECT = 1.1;

  /** Number of the metrics of a run: rates and percentiles. */
  private static final int METRICS = 8;

  private StudyCalibration() {}

  /** Tests as a study does. */
  static List<Shown> blocks(double[][] values) {
    Changes changes = changes(values, LEVEL);
    return IntStream.range(0, values.length - 1)
        .mapToObj(i -> new Shown(changes.changes().get(i), changes.adjusted().get(i) < LEVEL))
        .toList();
  }

  /** Dunnett's integrals take long, and only make a probability larger. */
  static Changes changes(double[][] values, double level) {
    BlockModel model = BlockModel.of(values).filter(BlockModel::hasEqualVariances).orElse(null);
    if (model == null) {
      return Changes.of(values[0], Arrays.asList(values).subList(1, values.length));
    }
    int[] others = IntStream.range(1, values.length).toArray();
    List<Change> alone = Arrays.stream(others).mapToObj(i -> model.change(0, i)).toList();
    boolean perhaps = alone.stream().anyMatch(each -> each.probability() < level);
    double[] adjusted = new double[others.length];
    if (perhaps) {
      adjusted = model.adjusted(0, others);
    } else {
      Arrays.fill(adjusted, 1);
    }
    return new Changes(alone, Arrays.stream(adjusted).boxed().toList(), 1, true);
  }

  /** Each system alone, at the level of the strictest test of Holm's method for some metrics. */
  static Method welch(int metrics) {
    return values ->
        IntStream.range(1, values.length)
            .mapToObj(i -> Change.of(values[0], values[i]))
            .map(change -> new Shown(change, change.probability() < LEVEL / metrics))
            .toList();
  }

  static Result simulate(
      Method method, Machine machine, int systems, int runs, int studies, long seed) {
    Random random = new Random(seed);
    int alarms = 0;
    int covered = 0;
    int shown = 0;
    for (int i = 0; i < studies; i++) {
      List<Shown> equal = method.of(machine.study(random, systems, runs, 1));
      alarms += equal.stream().anyMatch(Shown::differs) ? 1 : 0;
      Shown other = method.of(machine.study(random, systems, runs, EFFECT)).get(0);
      covered += other.covers(EFFECT) ? 1 : 0;
      shown += other.differs() && other.change().logRatio() > 0 ? 1 : 0;
    }
    double all = studies;
    return new Result(alarms / all, covered / all, shown / all);
  }

  /** Number of studies. */
  public static void main(String[] args) {
    int studies = Integer.parseInt(args[0]);
    System.out.println(
        "| runs of 5 % spread | systems | runs of each | false alarms | coverage | power"
            + " | before: false alarms | coverage | power | power with 8 metrics |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|");
    for (Machine machine : Machine.ALL) {
      for (int systems = 2; systems <= 5; systems++) {
        for (int runs : List.of(3, 5, 10, 15)) {
          Result now = simulate(StudyCalibration::blocks, machine, systems, runs, studies, 1);
          Result before = simulate(welch(1), machine, systems, runs, studies, 1);
          Result all = simulate(welch(METRICS), machine, systems, runs, studies, 1);
          System.out.printf(
              Locale.ROOT,
              "| %s | %d | %d | %.1f %% | %.1f %% | %.0f %% | %.1f %% | %.1f %% | %.0f %% | %.0f %%"
                  + " |%n",
              machine.name(),
              systems,
              runs,
              100 * now.alarms,
              100 * now.coverage,
              100 * now.power,
              100 * before.alarms,
              100 * before.coverage,
              100 * before.power,
              100 * all.power);
        }
      }
    }
  }
}
