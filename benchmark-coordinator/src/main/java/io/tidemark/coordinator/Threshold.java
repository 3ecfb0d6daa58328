package io.tidemark.coordinator;

import io.tidemark.model.workload.Workload;
import java.util.Objects;

/** Limits of the verdict: names as in a workload's {@code thresholds}; times in nanoseconds. */
enum Threshold {
  ACHIEVED_RATE("achievedRate", 99),
  SCHEDULE_DELAY_P99("scheduleDelayP99", 10e6),
  GC_PAUSE_SHARE("gcPauseShare", 1),
  GC_PAUSE_MAX("gcPauseMax", 200e6),
  CPU_STEAL("cpuSteal", 5),
  CPU_THROTTLED("cpuThrottled", 1),
  TICKER_LAG("tickerLag", 100e6),
  CLOCK_ERROR_SHARE("clockErrorShare", 10),
  NEGATIVE_SHARE("negativeShare", 0.1),
  OVERFLOW_COUNT("overflowCount", 0),
  FOREIGN_COUNT("foreignCount", 0),
  LOST_WORKERS("lostWorkers", 0);

  private final String key;
  private final double defaultValue;

  Threshold(String key, double defaultValue) {
    this.key = key;
    this.defaultValue = defaultValue;
  }

  double in(Workload workload) {
    return Objects.requireNonNullElse(workload.thresholds().get(key), defaultValue);
  }
}
