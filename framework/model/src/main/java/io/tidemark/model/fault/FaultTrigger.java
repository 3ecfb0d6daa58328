package io.tidemark.model.fault;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.WrittenRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** When a fault is injected. */
public sealed interface FaultTrigger {

  /**
   * At a time.
   *
   * @param phase from whose start the time counts; empty: from the start of the measured time
   * @param after how long after that
   */
  record At(Optional<String> phase, Duration after) implements FaultTrigger {}

  /**
   * Once a number of messages is above or below a limit, in the measured time.
   *
   * @param text as in the workload file
   */
  record When(Quantity quantity, boolean above, double limit, String text)
      implements FaultTrigger, WrittenRecord.Written {
    private static final Pattern CONDITION = Pattern.compile("(\\w+)\\s*([<>])\\s*(\\S+)");

    /** Reads a line such as {@code backlog > 100000}; empty for another text. */
    static Optional<When> parse(String text) {
      Matcher matcher = CONDITION.matcher(text.strip());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      boolean above = matcher.group(2).equals(">");
      return Stream.of(Quantity.values())
          .filter(quantity -> quantity.key().equals(matcher.group(1)))
          .findFirst()
          .flatMap(
              quantity ->
                  Type.RATE
                      .number(matcher.group(3))
                      .filter(limit -> limit >= 0)
                      .map(limit -> new When(quantity, above, limit, text)));
    }

    @Override
    public Object written() {
      return text;
    }

    /** Whether it holds. */
    public boolean holds(long messages) {
      return above ? messages > limit : messages < limit;
    }
  }

  /** What a condition is about. */
  enum Quantity {
    /** Acknowledged and not yet received, over all subscriptions. */
    BACKLOG("backlog"),
    /** Sent and not yet answered, over all producers. */
    IN_FLIGHT("inFlight");

    private final String key;

    Quantity(String key) {
      this.key = key;
    }

    /** Its name in workload files. */
    public String key() {
      return key;
    }
  }
}
