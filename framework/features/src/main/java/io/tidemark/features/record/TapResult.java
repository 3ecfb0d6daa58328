package io.tidemark.features.record;

import io.tidemark.model.recorded.TraceTime;

/**
 * What was recorded.
 *
 * @param late messages that came too late for their place in the order of time
 * @param failures of the tap
 */
public record TapResult(
    long messages, TraceTime time, long late, long failures, String lastFailure) {}
