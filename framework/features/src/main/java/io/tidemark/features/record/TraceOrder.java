package io.tidemark.features.record;

import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Puts messages in order of time, which come from several partitions: each waits until a number of
 * others have come, so that an earlier one is unlikely. One that comes later still gets the time of
 * the last one written. Not thread-safe.
 */
public final class TraceOrder implements AutoCloseable {
  private record Numbered(TraceMessage message, long number) {}

  private final TraceWriter writer;
  private final int window;
  private final PriorityQueue<Numbered> waiting =
      new PriorityQueue<>(
          Comparator.<Numbered>comparingLong(each -> each.message().offsetNanos())
              .thenComparingLong(Numbered::number));
  private long numbers;
  private long firstNanos = Long.MIN_VALUE;
  private long lastNanos;
  private long late;

  /**
   * @param window messages that wait
   */
  public TraceOrder(TraceWriter writer, int window) {
    this.writer = writer;
    this.window = window;
  }

  /** Adds a message whose time is of any beginning; the first in order becomes 0. */
  public void add(TraceMessage message) throws IOException {
    waiting.add(new Numbered(message, numbers++));
    if (waiting.size() > window) {
      write(waiting.remove().message());
    }
  }

  private void write(TraceMessage message) throws IOException {
    if (firstNanos == Long.MIN_VALUE) {
      firstNanos = message.offsetNanos();
    }
    long offset = message.offsetNanos() - firstNanos;
    if (message.offsetNanos() > firstNanos && (offset < 0 || offset > TraceWriter.MOST_NANOS)) {
      throw new IOException("a time is more than 146 years after the first one");
    }
    if (offset < lastNanos) {
      late++;
    }
    lastNanos = Math.max(lastNanos, offset);
    writer.add(message.at(lastNanos));
  }

  /** Messages that came too late for their place. */
  public long late() {
    return late;
  }

  /** Messages so far, with those that wait. */
  public long messages() {
    return numbers;
  }

  /** Writes what waits, and closes the writer. */
  @Override
  public void close() throws IOException {
    try (writer) {
      while (!waiting.isEmpty()) {
        write(waiting.remove().message());
      }
    }
  }
}
