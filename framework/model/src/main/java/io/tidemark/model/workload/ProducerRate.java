package io.tidemark.model.workload;

/** What {@code producerRate} asks for. */
public sealed interface ProducerRate {

  /** A schedule that does not wait for the broker. */
  record OpenLoop(double ratePerSecond) implements ProducerRate {
    public OpenLoop {
      if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
        throw new IllegalArgumentException("ratePerSecond must be above 0: " + ratePerSecond);
      }
    }
  }

  /** As fast as the window of each producer allows: {@code max}. */
  record ClosedLoop() implements ProducerRate {}

  /** OMB's 0: find the highest sustainable rate, then measure at it. */
  record Search(SearchSpec spec) implements ProducerRate {
    public Search() {
      this(SearchSpec.DEFAULT);
    }
  }
}
