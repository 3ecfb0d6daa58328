package io.tidemark.model.snapshot;

import java.util.Map;

/**
 * Something that happened on a worker, for the timeline.
 *
 * @param epochNanos when, in the worker's clock
 * @param kind for example {@code BLOCKED}, {@code CONNECTION_LOST}, {@code CONSUMER_ERROR}, {@code
 *     SEND_ERROR}
 * @param subject which connection, producer or consumer
 * @param detail the reason, one line
 * @param numbers what the detail says, for programs, with units in the names
 */
public record WorkerEvent(
    long epochNanos, String kind, String subject, String detail, Map<String, Double> numbers) {
  /** The share of the CPU that other processes used. */
  public static final String CPU_PERCENT = "cpuPercent";

  /** How many times it happened, if the event stands for several. */
  public static final String TIMES = "times";

  public WorkerEvent {
    numbers = Map.copyOf(numbers);
  }

  public WorkerEvent(long epochNanos, String kind, String subject, String detail) {
    this(epochNanos, kind, subject, detail, Map.of());
  }
}
