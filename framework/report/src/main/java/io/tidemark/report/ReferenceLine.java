package io.tidemark.report;

import java.util.Optional;

/**
 * A value that these runs did not measure: a limit of an environment, or a published figure.
 *
 * @param metric a key of {@link ComparedMetric}, {@code publishThroughput}, {@code
 *     consumeThroughput}, or the name of a telemetry metric
 * @param value in 1/s, bytes/s or microseconds
 * @param name what it is: a limit's name, or the figure's study
 * @param hardware on which it was measured; empty if that is the environment itself
 * @param source who measured it, or with which tool
 * @param environment to which it applies; empty for all
 * @param workload to which it applies; empty for all
 */
public record ReferenceLine(
    String metric,
    double value,
    String name,
    String hardware,
    String source,
    Optional<String> environment,
    Optional<String> workload) {}
