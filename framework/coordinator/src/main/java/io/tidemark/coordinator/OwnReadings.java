package io.tidemark.coordinator;

import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;

/** Telemetry that the coordinator's process reads itself: of local brokers, and of its machine. */
@FunctionalInterface
public interface OwnReadings {
  /** Reads nothing. */
  OwnReadings NONE = epochNanos -> List.of();

  /**
   * The readings of this moment, within milliseconds. Called by the run's thread when it takes
   * samples, so that one reading is at each border of a phase.
   *
   * @param epochNanos the time that they get
   */
  List<TelemetrySample> read(long epochNanos);
}
