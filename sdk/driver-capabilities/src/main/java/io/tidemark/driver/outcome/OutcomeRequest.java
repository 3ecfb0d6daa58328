package io.tidemark.driver.outcome;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What consumers of a run do with messages.
 *
 * @param outcomes all that occur
 * @param delay of {@link Outcome#DELAY}
 * @param giveUpAfter the broker is to give a message up when it has been delivered this often
 *     without being accepted; empty: as the broker is configured
 * @param deadLetters whether rejected messages, and those that are given up, go to a dead-letter
 *     destination of each subscription, which the driver makes; otherwise the broker drops them
 */
public record OutcomeRequest(
    Set<Outcome> outcomes, Duration delay, OptionalInt giveUpAfter, boolean deadLetters) {
  public OutcomeRequest {
    outcomes = Set.copyOf(outcomes);
  }
}
