package io.tidemark.model.result;

/**
 * Which run it is.
 *
 * @param runId unique
 * @param workloadName the workload's {@code name}
 * @param workloadFileBase file name without {@code .yaml}; result files are named after it
 * @param driverName the driver file's {@code name}
 * @param iteration from 1
 * @param iterations how many are planned
 * @param startedEpochMillis when it began; result files are named after it
 */
public record RunIdentity(
    String runId,
    String workloadName,
    String workloadFileBase,
    String driverName,
    int iteration,
    int iterations,
    long startedEpochMillis) {}
