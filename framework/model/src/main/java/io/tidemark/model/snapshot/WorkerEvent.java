package io.tidemark.model.snapshot;

/**
 * Something that happened on a worker, for the timeline.
 *
 * @param epochNanos when, in the worker's clock
 * @param kind for example {@code BLOCKED}, {@code CONNECTION_LOST}, {@code CONSUMER_ERROR}, {@code
 *     SEND_ERROR}
 * @param subject which connection, producer or consumer
 * @param detail the reason, one line
 */
public record WorkerEvent(long epochNanos, String kind, String subject, String detail) {}
