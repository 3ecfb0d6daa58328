package io.tidemark.worker.engine;

import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.WorkerEvent;
import java.util.List;
import java.util.Map;

/**
 * The engine's part of a snapshot.
 *
 * @param startEpochNanos the cut before, or the engine's beginning
 * @param endEpochNanos this cut
 * @param counters by when things happened
 * @param slices by phase of the intended send time and by phase in which things happened
 * @param audit what the delivery audit saw
 * @param load where the load stands
 * @param threads how the load threads spent the time since the cut before
 * @param events errors and incidents, oldest first
 * @param traced sends and receptions of traced messages
 * @param byPriority slices of the messages of each priority; empty in runs without priorities
 */
public record EngineCut(
    long startEpochNanos,
    long endEpochNanos,
    Counters counters,
    List<PhaseSlice> slices,
    AuditDelta audit,
    LoadState load,
    LoadThreads threads,
    List<WorkerEvent> events,
    MessageSpans traced,
    Map<Integer, List<PhaseSlice>> byPriority) {
  public EngineCut {
    slices = List.copyOf(slices);
    events = List.copyOf(events);
  }
}
