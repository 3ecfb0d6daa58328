package io.tidemark.model.cost;

/**
 * A time before the load, with all clients connected.
 *
 * @param startEpochNanos in the coordinator's clock
 * @param clientCpuCores processor time of all workers; NaN if a worker does not know its own
 */
public record IdleTime(long startEpochNanos, long lengthNanos, double clientCpuCores) {}
