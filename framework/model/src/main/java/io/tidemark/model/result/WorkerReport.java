package io.tidemark.model.result;

import io.tidemark.model.worker.WorkerInfo;

/**
 * A worker's part in a run.
 *
 * @param info about the worker
 * @param producers how many producers it had
 * @param consumers how many consumers it had
 * @param clockOffsetNanos its clock minus the coordinator's, at the start of the measured phase
 * @param clockErrorBoundNanos the offset is off by no more than this; 0 on one clock
 * @param clockDriftRatio nanoseconds per nanosecond
 * @param lost whether it stopped answering during the run
 */
public record WorkerReport(
    WorkerInfo info,
    int producers,
    int consumers,
    long clockOffsetNanos,
    long clockErrorBoundNanos,
    double clockDriftRatio,
    boolean lost) {}
