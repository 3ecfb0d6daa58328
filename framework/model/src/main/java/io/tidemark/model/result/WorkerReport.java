package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.result.json.Micros;
import io.tidemark.model.worker.WorkerInfo;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A worker's part in a run.
 *
 * @param producers how many producers it had
 * @param consumers how many consumers it had
 * @param clockOffsetNanos its clock minus the coordinator's, at the start of the measured phase
 * @param clockErrorBoundNanos the offset is off by no more than this; 0 on one clock
 * @param clockDriftRatio nanoseconds per nanosecond
 * @param bootId identifies the running kernel; empty when unknown
 * @param lost whether it stopped answering during the run
 * @param environment facts about its machine
 */
public record WorkerReport(
    String name,
    String version,
    int producers,
    int consumers,
    @JsonProperty("clockOffsetMicros") @Micros long clockOffsetNanos,
    @JsonProperty("clockErrorBoundMicros") @Micros long clockErrorBoundNanos,
    @JsonProperty("clockDriftMicrosPerSecond")
        @JsonSerialize(converter = DriftToFile.class)
        @JsonDeserialize(converter = DriftFromFile.class)
        double clockDriftRatio,
    String bootId,
    boolean lost,
    Map<String, String> environment) {
  public static final Part<List<WorkerReport>> PART =
      new Part<List<WorkerReport>>("workers", Written.ALWAYS, null, Part.all()) {};

  /** Microseconds per second. */
  static final class DriftToFile extends StdConverter<Double, Double> {
    @Override
    public Double convert(Double ratio) {
      return ratio * 1e6;
    }
  }

  /** Microseconds per second. */
  static final class DriftFromFile extends StdConverter<Double, Double> {
    @Override
    public Double convert(Double microsPerSecond) {
      return microsPerSecond / 1e6;
    }
  }

  /** The report of a worker with its own information. */
  public WorkerReport(
      WorkerInfo info,
      int producers,
      int consumers,
      long clockOffsetNanos,
      long clockErrorBoundNanos,
      double clockDriftRatio,
      boolean lost) {
    this(
        info.name(),
        info.version(),
        producers,
        consumers,
        clockOffsetNanos,
        clockErrorBoundNanos,
        clockDriftRatio,
        info.clock().bootId(),
        lost,
        info.environment());
  }

  public WorkerReport {
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }
}
