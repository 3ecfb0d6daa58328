package io.tidemark.simulation;

import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.SeedReport;
import java.util.List;

/**
 * Makes the plan of a failing seed smaller as long as it fails in the same way: leaves parts out,
 * and halves sizes.
 */
final class Shrinker {
  private static final int MOST_ROUNDS = 3;
  private static final int MOST_HALVES = 12;
  private static final int KIND_LENGTH = 24;
  private static final double SMALLEST_SHARE = 0.1;

  private final Simulation simulation;
  private final long seed;
  private final String kind;
  private Reduction reduction;
  private SeedReport report;

  /** Simulates a seed. */
  interface Simulation {
    SeedReport run(long seed, Reduction reduction) throws Exception;
  }

  /** What is left of a failing seed. */
  record Shrunk(Reduction reduction, SeedReport report) {}

  private Shrinker(Simulation simulation, Reduction reduction, SeedReport failed) {
    this.simulation = simulation;
    this.seed = failed.seed();
    this.kind = kind(failed.problems().get(0));
    this.reduction = reduction;
    this.report = failed;
  }

  /**
   * @param reduction with which the seed failed
   */
  static Shrunk shrink(Simulation simulation, Reduction reduction, SeedReport failed)
      throws Exception {
    Shrinker shrinker = new Shrinker(simulation, reduction, failed);
    for (int round = 0; round < MOST_ROUNDS && shrinker.shrinks(); round++) {}
    return new Shrunk(shrinker.reduction, shrinker.report);
  }

  /** The beginning of a problem, without its numbers. */
  private static String kind(String problem) {
    String text = problem.replaceAll("[0-9]+", "");
    return text.substring(0, Math.min(KIND_LENGTH, text.length()));
  }

  private boolean shrinks() throws Exception {
    Reduction before = reduction;
    List<String> names = report.parts().stream().map(Reduction.Part::name).toList();
    for (String name : names) {
      shrink(name);
    }
    return !reduction.equals(before);
  }

  /** The part as it is now; what has been left out may have left out others with it. */
  private Reduction.Part part(String name) {
    return report.parts().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(new Reduction.Part(name, 0, 0, true));
  }

  private void shrink(String name) throws Exception {
    Reduction.Part part = part(name);
    if (part.size() <= part.least() || fails(name, part.least())) {
      return;
    }
    double passes = part.least();
    double smallest = part.whole() ? 1 : SMALLEST_SHARE * part.size();
    for (int i = 0; i < MOST_HALVES && part(name).size() - passes > smallest; i++) {
      double size = (passes + part(name).size()) / 2;
      double half = part.whole() ? Math.floor(size) : size;
      if (!fails(name, half)) {
        passes = half;
      }
    }
  }

  private boolean fails(String name, double size) throws Exception {
    Reduction smaller = reduction.and(name, size);
    SeedReport tried = simulation.run(seed, smaller);
    boolean same = tried.problems().stream().anyMatch(each -> kind(each).equals(kind));
    if (same) {
      reduction = smaller;
      report = tried;
    }
    return same;
  }
}
