package io.tidemark.http.throughput;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Counts the bytes that arrive on one connection, without the time in which TCP finds its rate. */
final class ByteMeter {
  /** Not counted. */
  static final Duration SETTLING = Duration.ofMillis(250);

  private final LongSupplier nanoTime;
  private long firstNanoTime;
  private long countedSinceNanoTime;
  private long lastNanoTime;
  private long allBytes;
  private long countedBytes;

  ByteMeter(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Bytes have just arrived. */
  void add(int bytes) {
    lastNanoTime = nanoTime.getAsLong();
    if (allBytes == 0) {
      firstNanoTime = lastNanoTime;
    }
    allBytes += bytes;
    if (elapsedNanos() < SETTLING.toNanos()) {
      countedSinceNanoTime = lastNanoTime;
    } else {
      countedBytes += bytes;
    }
  }

  /** All, also those not counted. */
  long allBytes() {
    return allBytes;
  }

  /** Returns the time from the first to the last byte. */
  long elapsedNanos() {
    return lastNanoTime - firstNanoTime;
  }

  /** 0 if nothing arrived after the time that is not counted. */
  double bytesPerSecond() {
    return countedBytes == 0 ? 0 : countedBytes * 1e9 / (lastNanoTime - countedSinceNanoTime);
  }
}
