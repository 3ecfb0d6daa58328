package io.tidemark.features.record;

import io.tidemark.model.recorded.TraceTime;
import java.time.Duration;
import java.util.Optional;

/**
 * What to record.
 *
 * @param length after which it ends
 * @param mostMessages after which it ends earlier
 * @param time that of publication if there is one, or that of reception
 * @param classHeader the header whose value is the class of a message
 */
public record TapRequest(
    String topic,
    Duration length,
    long mostMessages,
    TraceTime time,
    Optional<String> classHeader) {}
