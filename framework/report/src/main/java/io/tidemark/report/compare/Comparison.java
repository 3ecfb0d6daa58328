package io.tidemark.report.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.statistics.Change;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One workload on several systems, each compared with a baseline. The datum is one value of each
 * run. docs/how-to/compare.md explains the method.
 *
 * @param situation what tells it from the other comparisons of one answer: the values of its keys
 *     if all are of one workload
 * @param baseline label of the side that the others are compared with
 * @param others the other sides
 * @param effect the difference of interest, as a share
 * @param equalWithin changes that are shown to be smaller are none
 */
public record Comparison(
    String workload,
    @JsonIgnore String situation,
    String baseline,
    List<Side> others,
    double effect,
    double equalWithin) {
  /** The level of significance, after the correction for several tests. */
  public static final double LEVEL = 0.05;

  /** Changes below it are not worth a decision: nor are they beyond the precision of a clock. */
  public static final double NEGLIGIBLE = 0.01;

  /** The increase of interest, if nothing else is asked for. */
  public static final double USUAL_EFFECT = 0.05;

  /** What a comparison shows. */
  public enum Outcome {
    HIGHER,
    LOWER,
    /** The interval is within {@link #equalWithin} on both sides of 0. */
    EQUAL,
    NOT_SHOWN,
    /** Not a metric that the question of the study is about: it is not tested. */
    EXPLORATORY,
    /** One run on a side: there are no statistics. */
    SINGLE_RUN
  }

  /**
   * A side that is compared with the baseline.
   *
   * @param obstacles conditions that differ, so that figures may not be compared
   * @param varied what a study varies on purpose; empty outside a study
   * @param differences settings and versions that differ: what is compared; empty in a study
   */
  public record Side(
      String label,
      List<String> obstacles,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> varied,
      List<String> differences,
      List<Metric> metrics) {}

  /**
   * The change of one metric. Rates in 1/s, latencies in microseconds, changes and limits as shares
   * (0.041 is 4.1 %).
   *
   * @param baseline geometric mean of the runs
   * @param value geometric mean of the runs
   * @param evidence null with a single run on a side
   */
  public record Metric(
      MetricReference metric,
      int baselineRuns,
      int runs,
      double baseline,
      double value,
      double change,
      Outcome outcome,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Evidence evidence) {}

  /**
   * What the runs prove.
   *
   * @param lowest of the 95 % interval of the change
   * @param highest of the 95 % interval of the change
   * @param probability of such a change where there is none, for this metric alone
   * @param adjusted the same, corrected for all tests
   * @param detectable the least increase that as many runs show in four of five cases
   * @param runsNeeded on each side, to show the effect that was asked for; null for too many
   * @param basis how it was calculated
   */
  public record Evidence(
      double lowest,
      double highest,
      double probability,
      double adjusted,
      double detectable,
      @Nullable Integer runsNeeded,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Basis basis) {
    /** Creates evidence without its basis. */
    public Evidence(
        double lowest,
        double highest,
        double probability,
        double adjusted,
        double detectable,
        @Nullable Integer runsNeeded) {
      this(lowest, highest, probability, adjusted, detectable, runsNeeded, null);
    }

    /**
     * @param adjusted probability, corrected for all tests
     * @param effect the difference of interest
     */
    static Evidence of(Change change, double adjusted, double effect, Basis basis) {
      double level = basis.level();
      return new Evidence(
          change.lowest(1 - basis.intervalLevel()),
          change.highest(1 - basis.intervalLevel()),
          change.probability(),
          adjusted,
          change.detectable(level),
          change.runsToShow(effect, level).stream().boxed().findFirst().orElse(null),
          basis);
    }

    Outcome outcome(double change, double equalWithin) {
      if (lowest > -equalWithin && highest < equalWithin) {
        return Outcome.EQUAL;
      }
      if (adjusted >= LEVEL) {
        return Outcome.NOT_SHOWN;
      }
      return change > 0 ? Outcome.HIGHER : Outcome.LOWER;
    }
  }

  /** The test and its correction for several tests. */
  public enum Method {
    /** The model of blocks, with one variance of all systems, and Dunnett's correction. */
    BLOCKS_DUNNETT("blocks, Dunnett"),
    /** The model of blocks, with Holm's correction: for the steps along an axis. */
    BLOCKS_HOLM("blocks, Holm"),
    /** Welch's t-test for each system alone, with Holm's correction. */
    WELCH_HOLM("Welch, Holm");

    private final String text;

    Method(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * How the evidence was calculated.
   *
   * @param degreesOfFreedom of the standard error
   * @param standardError of the logarithm of the ratio
   * @param level of a single test that is as strict as the strictest one of the correction
   * @param intervalLevel chance that the interval does not contain the change: 5 %, less where the
   *     study ends as soon as it is decided
   */
  public record Basis(
      Method method,
      double degreesOfFreedom,
      double standardError,
      double level,
      double intervalLevel) {
    static Basis of(Method method, Change change, double level, double intervalLevel) {
      return new Basis(
          method, change.degreesOfFreedom(), change.standardError(), level, intervalLevel);
    }

    /** {@code blocks, Dunnett; 4 degrees of freedom}, and whether several looks are corrected. */
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s; %.1f degrees of freedom", method, degreesOfFreedom)
              .replace(".0 degrees", " degrees")
          + (intervalLevel < LEVEL ? "; corrected for the looks after each block" : "");
    }
  }

  /** The values of a metric on both sides. */
  record Pair(MetricReference metric, double[] before, double[] after) {
    static Pair of(MetricReference metric, List<ReportedRun> before, List<ReportedRun> after) {
      return new Pair(metric, values(before, metric), values(after, metric));
    }

    private static double[] values(List<ReportedRun> runs, MetricReference metric) {
      return runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
    }

    boolean isMeasured() {
      return before.length > 0 && after.length > 0;
    }

    boolean isTested() {
      return before.length > 1 && after.length > 1;
    }

    Metric changed(@Nullable Evidence evidence, double equalWithin) {
      double change = MetricReference.mean(after) / MetricReference.mean(before) - 1;
      return with(
          change,
          evidence == null ? Outcome.SINGLE_RUN : evidence.outcome(change, equalWithin),
          evidence);
    }

    Metric with(double change, Outcome outcome, @Nullable Evidence evidence) {
      return new Metric(
          metric,
          before.length,
          after.length,
          MetricReference.mean(before),
          MetricReference.mean(after),
          change,
          outcome,
          evidence);
    }
  }

  /** What prevents a comparison, of all sides. */
  public List<String> obstacles() {
    return others.stream()
        .flatMap(side -> side.obstacles().stream().map(what -> side.label() + ": " + what))
        .toList();
  }

  /** All comparisons as JSON, for programs. */
  public static String json(List<Comparison> comparisons) {
    try {
      return ReportFormats.PRETTY.writeValueAsString(comparisons);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a comparison is texts and numbers", e);
    }
  }
}
