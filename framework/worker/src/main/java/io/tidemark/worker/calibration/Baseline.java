package io.tidemark.worker.calibration;

import io.tidemark.base.Clock;
import io.tidemark.model.snapshot.LatencyHistogram;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;

/**
 * The minimal cost of measuring a message: the clock readings, payload allocations and histogram
 * records of the engine for one message from schedule to callback. One thread.
 */
public final class Baseline {
  private static final int BATCH = 1_000;
  private static final VarHandle ESCAPED = MethodHandles.arrayElementVarHandle(byte[][].class);
  private static final int MARGIN = 32;

  private final Clock clock;
  private final byte[] body;
  private final Histogram scheduleDelay = LatencyHistogram.create();
  private final Histogram publishLatency = LatencyHistogram.create();
  private final Histogram publishResponse = LatencyHistogram.create();
  private final Histogram endToEnd = LatencyHistogram.create();
  private final Histogram endToEndFromSend = LatencyHistogram.create();
  private final byte[][] escaped = new byte[2 * MARGIN][];

  public Baseline(Clock clock, int payloadBytes) {
    this.clock = clock;
    this.body = new byte[payloadBytes];
  }

  /** One message's worth. */
  public byte[] message() {
    byte[] payload = body.clone();
    long sent = clock.epochNanos();
    long received = clock.epochNanos();
    endToEnd.recordValue(received - sent);
    endToEndFromSend.recordValue(received - sent);
    long acknowledged = clock.epochNanos();
    scheduleDelay.recordValue(0);
    publishLatency.recordValue(acknowledged - sent);
    publishResponse.recordValue(acknowledged - sent);
    return payload;
  }

  /** How many of them a second. */
  double messagesPerSecond(Duration duration) {
    long start = clock.nanoTime();
    long messages = 0;
    long now = start;
    while (now - start < duration.toNanos()) {
      for (int i = 0; i < BATCH; i++) {
        ESCAPED.setOpaque(escaped, MARGIN, message());
      }
      messages += BATCH;
      now = clock.nanoTime();
    }
    return messages * 1e9 / (now - start);
  }

  /** Rate of a number of parallel threads, each with a separate baseline. */
  static double messagesPerSecond(Clock clock, int payloadBytes, int threads, Duration duration) {
    Callable<Double> one = () -> new Baseline(clock, payloadBytes).messagesPerSecond(duration);
    return Together.run(threads, one).stream().mapToDouble(Double::doubleValue).sum();
  }
}
