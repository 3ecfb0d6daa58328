package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Limits beyond which a run's figures are not to be believed. A workload changes them under {@code
 * thresholds}; shares are percent, times nanoseconds.
 */
public final class VerdictThresholds {

  /** How a threshold is written and counted. */
  public enum Unit {
    /** Written with or without %, kept in percent. */
    PERCENT,
    /** Written as a time span, kept in nanoseconds. */
    NANOSECONDS,
    /** A number of events. */
    COUNT
  }

  /** Every threshold. */
  public enum Threshold {
    ACHIEVED_RATE(
        "achievedRate",
        Unit.PERCENT,
        99,
        "Open loop: at least this share of the intended rate must be sent, acknowledged and"
            + " received."),
    SCHEDULE_DELAY_P99(
        "scheduleDelayP99",
        Unit.NANOSECONDS,
        10e6,
        "Open loop: the 99th percentile of the schedule delay must not be longer."),
    FAILED_SHARE(
        "failedShare",
        Unit.PERCENT,
        10,
        "Closed loop: not more of a measured phase's sends may fail or stay unanswered."),
    GC_PAUSE_SHARE(
        "gcPauseShare",
        Unit.PERCENT,
        1,
        "Pauses of a worker's garbage collector must not take more of the measured time."
            + " Closed loop: only pauses longer than the sends in flight keep the broker busy."),
    GC_PAUSE_MAX(
        "gcPauseMax",
        Unit.NANOSECONDS,
        200e6,
        "No pause of a worker's garbage collector may be longer."),
    CPU_STEAL(
        "cpuSteal",
        Unit.PERCENT,
        5,
        "The hypervisor must not take more of a worker's processors in the mean."),
    CPU_THROTTLED(
        "cpuThrottled",
        Unit.PERCENT,
        1,
        "A worker's container must not be throttled for more of the measured time."),
    TICKER_LAG(
        "tickerLag",
        Unit.NANOSECONDS,
        100e6,
        "A worker's own clock tick, the witness of stalls of the whole process, must never come"
            + " later."),
    CLOCK_ERROR_SHARE(
        "clockErrorShare",
        Unit.PERCENT,
        10,
        "The error bound of the clock offset between two workers must not be more of the"
            + " end-to-end median."),
    NEGATIVE_SHARE(
        "negativeShare",
        Unit.PERCENT,
        0.1,
        "Not more of the end-to-end samples may be negative after clock correction."),
    OVERFLOW_COUNT("overflowCount", Unit.COUNT, 0, "Samples beyond a histogram's range, at most."),
    FOREIGN_COUNT(
        "foreignCount",
        Unit.COUNT,
        0,
        "Messages of somebody else in topics of the run's own, at most."),
    BROKER_COUNT_SHARE(
        "brokerCountShare",
        Unit.PERCENT,
        0.1,
        "The broker's own counts of published and of delivered messages, where it tells them, must"
            + " not differ from ours by more once its statistics have settled."),
    LOST_WORKERS("lostWorkers", Unit.COUNT, 0, "Workers lost during the run, at most.");

    private final String key;
    private final Unit unit;
    private final double defaultValue;
    private final String meaning;

    Threshold(String key, Unit unit, double defaultValue, String meaning) {
      this.key = key;
      this.unit = unit;
      this.defaultValue = defaultValue;
      this.meaning = meaning;
    }

    /** Its name in workload files and in {@link Workload#thresholds()}. */
    public String key() {
      return key;
    }

    public Unit unit() {
      return unit;
    }

    /** In its unit; times in nanoseconds. */
    public double defaultValue() {
      return defaultValue;
    }

    public String meaning() {
      return meaning;
    }

    /** What {@code thresholds} says, or the default. */
    public double in(Map<String, Double> thresholds) {
      return Objects.requireNonNullElse(thresholds.get(key), defaultValue);
    }

    /** A value as one would write it in a workload. */
    public String text(double value) {
      if (unit == Unit.NANOSECONDS) {
        return Quantities.text(Duration.ofNanos((long) value));
      }
      return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** Declares it for workload files. */
    WorkloadKey<Double> yamlKey() {
      Form form =
          switch (unit) {
            case NANOSECONDS -> Form.DURATION;
            case PERCENT -> Form.PERCENT;
            case COUNT -> Form.INTEGER;
          };
      KeyRule rule = KeyRule.of("thresholds." + key, meaning + percent(), form);
      WorkloadKey<Double> yaml =
          new WorkloadKey<Double>(rule, form::value, this::text).atLeast(0).byDefault(defaultValue);
      return unit == Unit.PERCENT ? yaml.atMost(100) : yaml;
    }

    private String percent() {
      return unit == Unit.PERCENT ? " In percent." : "";
    }
  }

  private VerdictThresholds() {}

  /** In the order of the reference page. */
  public static List<Threshold> all() {
    return Arrays.asList(Threshold.values());
  }
}
