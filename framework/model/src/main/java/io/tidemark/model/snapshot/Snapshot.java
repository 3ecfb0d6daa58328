package io.tidemark.model.snapshot;

import java.util.List;
import java.util.Map;

/**
 * Events of one worker between two times.
 *
 * @param runId which run
 * @param sequence from 1; the same one again is the same snapshot
 * @param startEpochNanos the end of the snapshot before, in the worker's clock
 * @param endEpochNanos the moment of the cut
 * @param counters by when things happened, all phases
 * @param slices by intended send time and by when things happened, one for each pair of phases that
 *     got samples
 * @param audit data of the delivery audit
 * @param load state of the load
 * @param host resource use of the machine
 * @param events of the timeline, oldest first
 * @param telemetry of the broker
 * @param traced sends and receptions of traced messages
 * @param byPriority slices of the messages of each priority; empty in runs without priorities
 */
public record Snapshot(
    String runId,
    long sequence,
    long startEpochNanos,
    long endEpochNanos,
    Counters counters,
    List<PhaseSlice> slices,
    AuditDelta audit,
    LoadState load,
    HostSample host,
    List<WorkerEvent> events,
    List<TelemetrySample> telemetry,
    MessageSpans traced,
    Map<Integer, List<PhaseSlice>> byPriority) {

  public Snapshot {
    byPriority = Map.copyOf(byPriority);
    slices = List.copyOf(slices);
    events = List.copyOf(events);
    telemetry = List.copyOf(telemetry);
    if (endEpochNanos < startEpochNanos) {
      throw new IllegalArgumentException("a snapshot cannot end before it starts");
    }
  }
}
