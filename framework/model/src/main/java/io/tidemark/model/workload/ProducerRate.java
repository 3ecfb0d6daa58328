package io.tidemark.model.workload;

import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.WrittenRecord;
import java.util.Optional;

/** What {@code producerRate} asks for. */
public sealed interface ProducerRate extends WrittenRecord.Written {
  String MAX = "max";

  /** OMB's files use an unreachable rate for "as fast as possible". */
  double UNREACHABLE = 10_000_000;

  /** A schedule that does not wait for the broker. */
  record OpenLoop(double ratePerSecond) implements ProducerRate {
    public OpenLoop {
      if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
        throw new IllegalArgumentException("ratePerSecond must be above 0: " + ratePerSecond);
      }
    }

    @Override
    public Object written() {
      return ratePerSecond;
    }
  }

  /** The rate that the window of each producer allows: {@code max}. */
  record ClosedLoop() implements ProducerRate {
    @Override
    public Object written() {
      return MAX;
    }
  }

  /** OMB's 0: find the highest sustainable rate, then measure at it. */
  record Search(SearchSpec spec) implements ProducerRate {
    public Search() {
      this(SearchSpec.DEFAULT);
    }

    @Override
    public Object written() {
      return 0;
    }
  }

  /** From a workload file. */
  static Optional<ProducerRate> parse(String text) {
    return text.equals(MAX)
        ? Optional.of(new ClosedLoop())
        : Type.RATE.number(text).map(ProducerRate::of);
  }

  private static ProducerRate of(double rate) {
    if (rate >= UNREACHABLE) {
      return new ClosedLoop();
    }
    return rate > 0 ? new OpenLoop(rate) : new Search();
  }
}
