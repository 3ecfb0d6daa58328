package io.tidemark.features.record;

import io.tidemark.base.Clock;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a tap sees, into a trace. Thread-safe. */
final class TraceSink implements MessageTap.Callback, AutoCloseable {
  /** Some 20 MB at most; a second at 100,000 messages per second. */
  private static final int ORDER_WINDOW = 100_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final OutputStream out;
  private final String source;
  private final Clock clock;
  private final TapRequest request;
  private final KeyHash hash = KeyHash.random();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private @Nullable TraceOrder order;
  private TraceTime time;
  private long messages;
  private long failures;
  private String lastFailure = "";
  private boolean closed;

  TraceSink(OutputStream out, String source, Clock clock, TapRequest request) {
    this.out = out;
    this.source = source;
    this.clock = clock;
    this.request = request;
    this.time = request.time();
  }

  @Override
  public synchronized void message(TappedMessage message) {
    long now = clock.epochNanos();
    if (closed || messages == request.mostMessages()) {
      return;
    }
    try {
      if (order == null) {
        // A topic whose messages have no time of publication has none for all of them.
        time = message.publishedMillis() > 0 ? request.time() : TraceTime.RECEIVED;
        order = open(timeOf(message, now));
      }
      order.add(traced(message, timeOf(message, now)));
    } catch (IOException e) {
      over.completeExceptionally(e);
    }
    if (++messages == request.mostMessages()) {
      over.complete(null);
    }
  }

  private long timeOf(TappedMessage message, long now) {
    return time == TraceTime.PUBLISHED ? message.publishedMillis() * NANOS_PER_MILLI : now;
  }

  private TraceOrder open(long start) throws IOException {
    return new TraceOrder(new TraceWriter(out, new TraceHeader(source, time, start)), ORDER_WINDOW);
  }

  private TraceMessage traced(TappedMessage message, long at) {
    int headerBytes =
        message.headers().entrySet().stream()
            .mapToInt(
                header ->
                    header.getKey().getBytes(StandardCharsets.UTF_8).length
                        + header.getValue().length)
            .sum();
    String group =
        request
            .classHeader()
            .flatMap(name -> Optional.ofNullable(message.headers().get(name)))
            .map(value -> new String(value, StandardCharsets.UTF_8))
            .orElse("");
    return new TraceMessage(
        at,
        message.bodyBytes(),
        message.partition(),
        message.key().map(hash::of).orElse(0L),
        message.headers().size(),
        headerBytes,
        group);
  }

  @Override
  public synchronized void failed(Throwable cause) {
    failures++;
    lastFailure = FailureReason.of(cause);
  }

  /** Completes when there are enough messages, or they cannot be written. */
  CompletableFuture<Void> over() {
    return over;
  }

  synchronized long messages() {
    return messages;
  }

  synchronized TapResult recorded() {
    long late = order == null ? 0 : order.late();
    return new TapResult(messages, time, late, failures, lastFailure);
  }

  /** Writes what waits. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      if (order == null) {
        time = TraceTime.RECEIVED;
        order = open(0);
      }
      order.close();
    }
  }
}
