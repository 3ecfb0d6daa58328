package io.tidemark.model.workload;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Limits beyond which a run is invalid. A workload changes them under {@code thresholds}; shares
 * are percent, times nanoseconds.
 */
public final class VerdictThresholds {

  /** Every threshold. */
  public enum Threshold {
    ACHIEVED_RATE(
        "achievedRate",
        Type.PERCENT,
        99,
        "Open loop: at least this share of the intended rate must be sent, acknowledged and"
            + " received."),
    CONSUMED_RATE(
        "consumedRate",
        Type.PERCENT,
        100,
        "Open loop: the share that must be received, if it is below achievedRate. 0: consumers are"
            + " slower on purpose, and backlogs may grow."),
    SCHEDULE_DELAY_P99(
        "scheduleDelayP99",
        Type.DURATION,
        10e6,
        "Open loop: maximum of the 99th percentile of the schedule delay."),
    FAILED_SHARE(
        "failedShare",
        Type.PERCENT,
        10,
        "Closed loop: maximum share of a measured phase's sends that fail or stay"
            + " unanswered."),
    GC_PAUSE_SHARE(
        "gcPauseShare",
        Type.PERCENT,
        1,
        "Maximum share of the measured time in collector pauses of a worker."
            + " Closed loop: only pauses longer than the sends in flight keep the broker"
            + " busy."),
    GC_PAUSE_MAX(
        "gcPauseMax", Type.DURATION, 200e6, "Longest allowed collector pause of a worker."),
    CPU_STEAL(
        "cpuSteal",
        Type.PERCENT,
        5,
        "Maximum mean share of a worker's CPUs taken by the hypervisor."),
    CPU_THROTTLED(
        "cpuThrottled",
        Type.PERCENT,
        1,
        "Maximum share of the measured time in which a worker's container is throttled."),
    TICKER_LAG(
        "tickerLag",
        Type.DURATION,
        100e6,
        "Maximum delay of a worker's ticker, which detects stalls of the whole process."),
    CLOCK_ERROR_SHARE(
        "clockErrorShare",
        Type.PERCENT,
        10,
        "Maximum error bound of the clock offset between two workers, as a share"
            + " of the end-to-end median."),
    NEGATIVE_SHARE(
        "negativeShare",
        Type.PERCENT,
        0.1,
        "Maximum share of end-to-end samples that are negative after clock correction."),
    OVERFLOW_COUNT(
        "overflowCount", Type.INTEGER, 0, "Maximum number of samples beyond a histogram's range."),
    FOREIGN_COUNT(
        "foreignCount",
        Type.INTEGER,
        0,
        "Maximum number of foreign messages in topics created by the run."),
    BROKER_COUNT_SHARE(
        "brokerCountShare",
        Type.PERCENT,
        0.1,
        "Maximum difference between the broker's counts of published or delivered"
            + " messages, if available, and those of the run, after its statistics have"
            + " settled."),
    LOST_WORKERS("lostWorkers", Type.INTEGER, 0, "Maximum number of workers lost during the run.");

    private final String key;
    private final Type type;
    private final double defaultValue;
    private final String meaning;

    Threshold(String key, Type type, double defaultValue, String meaning) {
      this.key = key;
      this.type = type;
      this.defaultValue = defaultValue;
      this.meaning = meaning;
    }

    /** Its name in workload files and in {@link Workload#thresholds()}. */
    public String key() {
      return key;
    }

    public boolean isTime() {
      return type == Type.DURATION;
    }

    /** In its unit; times in nanoseconds. */
    public double defaultValue() {
      return defaultValue;
    }

    /** What {@code thresholds} says, or the default. */
    public double in(Map<String, Double> thresholds) {
      return Objects.requireNonNullElse(thresholds.get(key), defaultValue);
    }

    /** A value as one would write it in a workload. */
    public String text(double value) {
      if (isTime()) {
        return Quantities.text(Duration.ofNanos((long) value));
      }
      return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** A text of a workload file in its unit; empty if it is not allowed. */
    public Optional<Double> value(String text) {
      return Optional.of(text)
          .filter(each -> key("").parse(each).isPresent())
          .flatMap(type::number);
    }

    /** Its declaration in workload files. */
    private Setting key(String prefix) {
      boolean share = type == Type.PERCENT;
      return new Setting(
          prefix + key,
          List.of(type),
          List.of(),
          false,
          Optional.of(text(defaultValue)),
          Optional.of("0"),
          share ? Optional.of("100") : Optional.empty(),
          false,
          meaning + (share ? " In percent." : ""),
          List.of(),
          Optional.empty(),
          Optional.empty());
    }
  }

  private VerdictThresholds() {}

  /** The keys of all thresholds. */
  static List<Setting> keys(String prefix) {
    return all().stream().map(threshold -> threshold.key(prefix)).toList();
  }

  /** In the order of the reference page. */
  public static List<Threshold> all() {
    return Arrays.asList(Threshold.values());
  }
}
