package io.tidemark.report.compare;

import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.statistics.Looks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a study with {@code until: decided} knows after a block: of each system and each metric of
 * its question. A system without a usable figure that decides is not waited for.
 */
public record StudyDecision(List<Part> parts) {
  /**
   * A metric of one system.
   *
   * @param likelyBlocks after which it is decided if the estimates so far are right; the most if
   *     that is not known
   */
  public record Part(
      String workload, String system, String baseline, Metric metric, int likelyBlocks) {
    public boolean isDecided() {
      return StudyDecision.isDecided(metric.outcome());
    }

    /** {@code two: endToEnd.p99 +12.3 % (95 %: +3.1 to +22.0 %), decided: higher}. */
    @Override
    public String toString() {
      Evidence evidence = metric.evidence();
      return String.format(
          Locale.ROOT,
          "%s: %s %s%s, %s",
          system,
          metric.metric().key(),
          DifferencesSection.change(metric.change()),
          evidence == null ? "" : " (95 %: " + DifferencesSection.range(evidence) + ")",
          outcome());
    }

    private String outcome() {
      return switch (metric.outcome()) {
        case HIGHER -> "decided: higher";
        case LOWER -> "decided: lower";
        case EQUAL -> "decided: equal";
        case NOT_SHOWN, SINGLE_RUN, EXPLORATORY -> "not decided";
      };
    }
  }

  public StudyDecision {
    parts = List.copyOf(parts);
  }

  /** Returns the decision of a study whose number of blocks depends on it. */
  public static StudyDecision of(ReportedRuns runs) {
    StudyBlocks planned = runs.study().orElseThrow().blocks();
    if (planned == null) {
      throw new IllegalArgumentException("the study has a fixed number of blocks");
    }
    int blocks = runs.study().orElseThrow().lastBlock();
    Forecast forecast = Forecast.of(new Looks(planned.least(), planned.most()), blocks);
    List<Part> parts = new ArrayList<>();
    for (Comparison comparison : StudyComparison.ofEnvironments(runs)) {
      for (Comparison.Side side : comparison.others()) {
        for (Metric metric : side.metrics()) {
          if (metric.outcome() != Outcome.EXPLORATORY) {
            parts.add(
                new Part(
                    comparison.workload(),
                    side.label(),
                    comparison.baseline(),
                    metric,
                    forecast.of(metric, comparison.equalWithin())));
          }
        }
      }
    }
    return new StudyDecision(parts);
  }

  private static boolean isDecided(Outcome outcome) {
    return switch (outcome) {
      case HIGHER, LOWER, EQUAL -> true;
      case NOT_SHOWN, SINGLE_RUN, EXPLORATORY -> false;
    };
  }

  /** Whether no further block is needed. */
  public boolean isDecided() {
    return parts.stream().allMatch(Part::isDecided);
  }

  /** Number of blocks after which all parts are decided, if the estimates so far are right. */
  public int likelyBlocks() {
    return parts.stream().mapToInt(Part::likelyBlocks).max().orElse(0);
  }

  /** Forecasts the blocks that are needed. */
  private record Forecast(Looks looks, int blocks, double[] levels) {
    static Forecast of(Looks looks, int blocks) {
      return new Forecast(looks, blocks, looks.levels(Comparison.LEVEL));
    }

    int of(Metric metric, double atLeast) {
      if (isDecided(metric.outcome())) {
        return blocks;
      }
      Evidence evidence = metric.evidence();
      Basis basis = evidence == null ? null : evidence.basis();
      if (basis == null || blocks < 2) {
        return looks.most();
      }
      double size = Math.abs(Math.log1p(metric.change()));
      for (int more = Math.max(blocks + 1, looks.least()); more < looks.most(); more++) {
        double error = basis.standardError() * Math.sqrt((double) blocks / more);
        double degrees = basis.degreesOfFreedom() * (more - 1) / (blocks - 1);
        double stricter = level(more) / level(blocks);
        if (size > limit(Math.min(0.5, basis.level() * stricter), degrees) * error
            || size + limit(level(more), degrees) * error < Math.log1p(atLeast)) {
          return more;
        }
      }
      return looks.most();
    }

    private double level(int number) {
      int look = Math.min(Math.max(number, looks.least()), looks.most()) - looks.least();
      return levels[look];
    }

    private static double limit(double level, double degrees) {
      return TDistribution.of(degrees).inverseSurvivalProbability(level / 2);
    }
  }
}
