package io.tidemark.coordinator;

import io.tidemark.model.result.Sample.Rates;
import io.tidemark.model.worker.Counters;

/** Counters of n workers over the same time, each with its own true length. */
final class CounterAccumulator {
  private final Counters[] counters;
  private final long[] lengthNanos;

  CounterAccumulator(int workers) {
    counters = new Counters[workers];
    lengthNanos = new long[workers];
    reset();
  }

  void add(int worker, Counters more, long nanos) {
    counters[worker] = counters[worker].plus(more);
    lengthNanos[worker] += nanos;
  }

  void add(CounterAccumulator other) {
    for (int i = 0; i < counters.length; i++) {
      add(i, other.counters[i], other.lengthNanos[i]);
    }
  }

  Counters total() {
    Counters total = Counters.ZERO;
    for (Counters each : counters) {
      total = total.plus(each);
    }
    return total;
  }

  /** Mean over the workers that were heard; 0 when none was. */
  long meanLengthNanos() {
    long sum = 0;
    int heard = 0;
    for (long nanos : lengthNanos) {
      sum += nanos;
      heard += nanos > 0 ? 1 : 0;
    }
    return heard == 0 ? 0 : sum / heard;
  }

  /** Each worker's count by its own length, summed. */
  Rates rates() {
    double[] sums = new double[7];
    for (int i = 0; i < counters.length; i++) {
      if (lengthNanos[i] > 0) {
        double perSecond = 1e9 / lengthNanos[i];
        Counters c = counters[i];
        sums[0] += c.sent() * perSecond;
        sums[1] += c.acknowledged() * perSecond;
        sums[2] += c.acknowledgedBytes() * perSecond;
        sums[3] += c.failed() * perSecond;
        sums[4] += c.received() * perSecond;
        sums[5] += c.receivedBytes() * perSecond;
        sums[6] += c.roundTrips().answered() * perSecond;
      }
    }
    return new Rates(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6]);
  }

  void reset() {
    for (int i = 0; i < counters.length; i++) {
      counters[i] = Counters.ZERO;
      lengthNanos[i] = 0;
    }
  }
}
