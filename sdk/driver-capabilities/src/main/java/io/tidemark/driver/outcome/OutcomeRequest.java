package io.tidemark.driver.outcome;

import java.time.Duration;
import java.util.Optional;
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
 * @param deadLetterDestination an existing destination for the dead letters of the only
 *     subscription, by the broker's name, which the driver neither makes nor deletes; empty: the
 *     driver makes one
 */
public record OutcomeRequest(
    Set<Outcome> outcomes,
    Duration delay,
    OptionalInt giveUpAfter,
    boolean deadLetters,
    Optional<String> deadLetterDestination) {
  public OutcomeRequest {
    outcomes = Set.copyOf(outcomes);
  }
}
