package io.tidemark.worker.engine.receive;

import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.ProcessingVariation;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Processing times of messages, drawn from a seed: the times of the first, second, ... message of a
 * worker are the same in each run. Which message gets which depends on the order in which they
 * arrive. Thread-safe.
 */
final class ProcessingDraw {
  private final long seed;
  private final AtomicLong messages = new AtomicLong();

  ProcessingDraw(long seed) {
    this.seed = seed;
  }

  /** How long a message takes, in nanoseconds. */
  double nanos(double typicalNanos, ProcessingVariation variation) {
    if (variation.isNone()) {
      return typicalNanos;
    }
    SeededRandom random = SeededRandom.of(seed, messages.getAndIncrement());
    if (variation.slowOneIn() > 0 && random.nextInt(variation.slowOneIn()) == 0) {
      return variation.slowNanos();
    }
    return switch (variation.law()) {
      case FIXED -> typicalNanos;
      case EXPONENTIAL -> typicalNanos * random.nextExponential();
      case LOG_NORMAL -> typicalNanos * Math.exp(variation.sigma() * random.nextNormal());
    };
  }
}
