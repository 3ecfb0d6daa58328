package io.tidemark.model.workload;

import io.tidemark.model.grammar.WrittenRecord;
import java.util.Map;

/**
 * A condition that the run must meet.
 *
 * @param key what is measured: {@code publishLatency.p99}, {@code publishRate}, {@code lost}, ...
 * @param comparison how it is compared
 * @param limit with what, in {@code unit}
 * @param unit what the limit counts
 * @param condition as written in the workload, for messages
 */
public record Objective(
    String key, Comparison comparison, double limit, Unit unit, String condition)
    implements WrittenRecord.Written {

  /** A line of a workload file. */
  @Override
  public Map<String, Object> written() {
    return Map.of(key, condition);
  }

  /** How. */
  public enum Comparison {
    AT_MOST("<="),
    LESS("<"),
    AT_LEAST(">="),
    MORE(">"),
    EQUAL("==");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }

    /** Whether {@code actual sign limit} holds. */
    public boolean holds(double actual, double limit) {
      return switch (this) {
        case AT_MOST -> actual <= limit;
        case LESS -> actual < limit;
        case AT_LEAST -> actual >= limit;
        case MORE -> actual > limit;
        case EQUAL -> actual == limit;
      };
    }
  }

  /** What a limit counts. */
  public enum Unit {
    NANOSECONDS("a time span"),
    PER_SECOND("`50k/s`"),
    BYTES_PER_SECOND("`100MB/s`"),
    /** Percent of the intended rate, or of the messages sent. */
    PERCENT("`%`"),
    COUNT("a number");

    private final String form;

    Unit(String form) {
      this.form = form;
    }

    /** How a limit is written, for reference pages. */
    public String form() {
      return form;
    }
  }
}
