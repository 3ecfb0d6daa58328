package io.tidemark.report.figures;

import io.tidemark.model.result.WorkerReport;
import java.util.Map;
import java.util.TreeMap;

/**
 * A worker as stored.
 *
 * @param clockOffsetMicros its clock minus the coordinator's, at the start of the measured phase
 * @param clockErrorBoundMicros the offset is off by no more than this; 0 on one clock
 * @param clockDriftMicrosPerSecond how fast the offset grows
 * @param bootId identifies the running kernel; empty when unknown
 * @param lost whether it stopped answering
 */
public record StoredWorker(
    String name,
    String version,
    int producers,
    int consumers,
    double clockOffsetMicros,
    double clockErrorBoundMicros,
    double clockDriftMicrosPerSecond,
    String bootId,
    boolean lost,
    Map<String, String> environment) {
  static StoredWorker of(WorkerReport worker) {
    return new StoredWorker(
        worker.info().name(),
        worker.info().version(),
        worker.producers(),
        worker.consumers(),
        LatencyMicros.micros(worker.clockOffsetNanos()),
        LatencyMicros.micros(worker.clockErrorBoundNanos()),
        worker.clockDriftRatio() * 1e6,
        worker.info().clock().bootId(),
        worker.lost(),
        new TreeMap<>(worker.info().environment()));
  }
}
