package io.tidemark.report.statistics;

import io.tidemark.report.statistics.StudyCalibration.Machine;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How often a study with {@code until: decided} is wrong, and how many blocks it has, by
 * simulation. A block is added until each system is shown to differ from the baseline, or to be
 * equal.
 */
final class SequentialCalibration {
  private static final double LEVEL = 0.05;

  /** The smallest difference that matters. */
  private static final double AT_LEAST = 0.1;

  private static final double EFFECT = 1.1;

  private final Looks looks;
  private final double[] levels;

  SequentialCalibration(Looks looks) {
    this.looks = looks;
    this.levels =
        IntStream.rangeClosed(0, looks.most()).mapToDouble(n -> looks.level(LEVEL, n)).toArray();
  }

  /** What a study has shown at its end. */
  private record End(int blocks, boolean[] differs, boolean[] equal, Change first, double level) {
    boolean covers(double factor) {
      return first.lowest(1 - level) <= factor - 1 && first.highest(1 - level) >= factor - 1;
    }
  }

  private End run(double[][] all) {
    End end = null;
    for (int blocks = looks.least(); blocks <= looks.most(); blocks++) {
      end = look(all, blocks);
      boolean decided = true;
      for (int i = 0; i < end.differs.length; i++) {
        decided &= end.differs[i] || end.equal[i];
      }
      if (decided) {
        return end;
      }
    }
    return end;
  }

  private End look(double[][] all, int blocks) {
    double[][] values =
        Arrays.stream(all).map(each -> Arrays.copyOf(each, blocks)).toArray(double[][]::new);
    double level = levels[blocks];
    Changes changes = StudyCalibration.changes(values, level);
    int others = changes.changes().size();
    boolean[] differs = new boolean[others];
    boolean[] equal = new boolean[others];
    for (int i = 0; i < others; i++) {
      Change change = changes.changes().get(i);
      equal[i] = change.lowest(1 - level) > -AT_LEAST && change.highest(1 - level) < AT_LEAST;
      differs[i] = !equal[i] && changes.adjusted().get(i) < level;
    }
    return new End(blocks, differs, equal, changes.changes().get(0), level);
  }

  /**
   * Shares of simulated studies.
   *
   * @param alarms any of equal systems was shown to differ
   * @param blocksOfEqual mean number of blocks of equal systems
   * @param decidedEqual all of them were shown to be equal
   * @param coverage the interval of a system with a true difference contained it
   * @param power the difference was shown
   * @param blocks mean number of blocks with it
   */
  record Result(
      double alarms,
      double blocksOfEqual,
      double decidedEqual,
      double coverage,
      double power,
      double blocks) {}

  Result simulate(Machine machine, int systems, int studies, long seed) {
    Random random = new Random(seed);
    double[] sums = new double[6];
    for (int i = 0; i < studies; i++) {
      End equal = run(machine.study(random, systems, looks.most(), 1));
      boolean alarm = false;
      boolean all = true;
      for (int k = 0; k < equal.differs.length; k++) {
        alarm |= equal.differs[k];
        all &= equal.equal[k];
      }
      End other = run(machine.study(random, systems, looks.most(), EFFECT));
      sums[0] += alarm ? 1 : 0;
      sums[1] += equal.blocks;
      sums[2] += all ? 1 : 0;
      sums[3] += other.covers(EFFECT) ? 1 : 0;
      sums[4] += other.differs[0] && other.first.logRatio() > 0 ? 1 : 0;
      sums[5] += other.blocks;
    }
    double n = studies;
    return new Result(sums[0] / n, sums[1] / n, sums[2] / n, sums[3] / n, sums[4] / n, sums[5] / n);
  }

  /** Number of studies. */
  public static void main(String[] args) {
    int studies = Integer.parseInt(args[0]);
    System.out.println(
        "| runs of 5 % spread | systems | false alarms | equal systems: shown equal | blocks"
            + " | 10 % higher: shown | coverage | blocks | shown with 3 blocks | 5 | 9 |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    for (Machine machine : Machine.ALL) {
      for (int systems = 2; systems <= 5; systems++) {
        Result result =
            new SequentialCalibration(new Looks(3, 15)).simulate(machine, systems, studies, 1);
        System.out.printf(
            Locale.ROOT,
            "| %s | %d | %.1f %% | %.0f %% | %.1f | %.0f %% | %.1f %% | %.1f | %s |%n",
            machine.name(),
            systems,
            100 * result.alarms,
            100 * result.decidedEqual,
            result.blocksOfEqual,
            100 * result.power,
            100 * result.coverage,
            result.blocks,
            fixed(machine, systems, studies));
      }
    }
  }

  private static String fixed(Machine machine, int systems, int studies) {
    return IntStream.of(3, 5, 9)
        .mapToObj(
            n ->
                StudyCalibration.simulate(
                    StudyCalibration::blocks, machine, systems, n, studies, 1))
        .map(result -> String.format(Locale.ROOT, "%.0f %%", 100 * result.power()))
        .collect(Collectors.joining(" | "));
  }
}
