package io.tidemark.model.workload;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.WrittenRecord;
import java.util.Optional;

/**
 * The key {@code producerRate}.
 *
 * @param perSecond messages over all producers; 0 for a search, infinite for {@code max}
 */
public record ProducerRate(double perSecond) implements WrittenRecord.Written {
  public static final String WORD_OF_MAX = "max";

  /** The rate that the window of each producer allows. */
  public static final ProducerRate MAX = new ProducerRate(Double.POSITIVE_INFINITY);

  /** OMB's 0: find the highest sustainable rate. */
  public static final ProducerRate SEARCHED = new ProducerRate(0);

  /** OMB's files use an unreachable rate for "as fast as possible". */
  public static final double UNREACHABLE = 10_000_000;

  /** Reads the value of a workload file. */
  static Optional<ProducerRate> parse(String text) {
    return text.equals(WORD_OF_MAX)
        ? Optional.of(MAX)
        : Type.RATE
            .number(text)
            .map(rate -> rate >= UNREACHABLE ? MAX : new ProducerRate(Math.max(0, rate)));
  }

  /** Whether messages do not wait for the broker. */
  public boolean isOpenLoop() {
    return perSecond > 0 && !isMax();
  }

  public boolean isMax() {
    return Double.isInfinite(perSecond);
  }

  public boolean isSearched() {
    return perSecond == 0;
  }

  @Override
  public Object written() {
    if (isMax()) {
      return WORD_OF_MAX;
    }
    return isSearched() ? (Object) 0 : perSecond;
  }
}
