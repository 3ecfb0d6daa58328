package io.tidemark.worker.telemetry;

import io.tidemark.base.Clock;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.CommittedOffset;
import io.tidemark.driver.topics.OffsetSource;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads committed offsets together with the metrics of the broker. Thread-safe. */
public final class CommittedOffsets implements TelemetrySource {
  /** Between two snapshots. */
  private static final int MOST_READINGS = 10_000;

  private final OffsetSource source;
  private final Clock clock;
  private List<Committed> readings = new ArrayList<>();

  public CommittedOffsets(OffsetSource source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** No metric: the audit gets the readings. */
  @Override
  public List<TelemetryReading> readTelemetry() throws IOException, InterruptedException {
    List<CommittedOffset> read = source.committedOffsets();
    // Afterwards: a reading must not be older than it seems.
    keep(read, clock.epochNanos());
    return List.of();
  }

  private synchronized void keep(List<CommittedOffset> read, long epochNanos) {
    for (CommittedOffset each : read) {
      if (readings.size() < MOST_READINGS) {
        readings.add(
            new Committed(
                each.topic(),
                each.subscription(),
                each.partition(),
                each.nextOffset(),
                each.endOffset(),
                epochNanos));
      }
    }
  }

  /** All since the call before. */
  public synchronized List<Committed> take() {
    List<Committed> taken = readings;
    readings = new ArrayList<>();
    return taken;
  }
}
