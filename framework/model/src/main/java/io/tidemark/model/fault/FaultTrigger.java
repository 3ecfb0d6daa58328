package io.tidemark.model.fault;

import java.time.Duration;
import java.util.Optional;

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
  record When(Quantity quantity, boolean above, double limit, String text) implements FaultTrigger {
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
