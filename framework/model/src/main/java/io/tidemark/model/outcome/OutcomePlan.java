package io.tidemark.model.outcome;

import io.tidemark.base.Hash64;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;

/**
 * What consumers do with each message: known before the run, on workers and coordinator alike.
 *
 * @param seed of the run
 */
public record OutcomePlan(OutcomeKeys keys, long seed) {
  /** What a consumer does with a message that was refused that often before. */
  public Outcome outcome(int producer, long sequence, int refusals) {
    Outcome first = first(producer, sequence);
    return first == Outcome.REJECT || refusals < keys.times() ? first : Outcome.ACCEPT;
  }

  /** How often consumers are expected to refuse a message. */
  public int refusals(int producer, long sequence) {
    return switch (first(producer, sequence)) {
      case ACCEPT -> 0;
      case REJECT -> 1;
      case RELEASE, ABANDON, DELAY ->
          keys.giveUpAfter().map(limit -> Math.min(limit, keys.times())).orElse(keys.times());
    };
  }

  /** Whether a message ends as a dead letter, or is dropped. */
  public boolean endsRefused(int producer, long sequence) {
    return switch (first(producer, sequence)) {
      case ACCEPT -> false;
      case REJECT -> true;
      case RELEASE, ABANDON, DELAY -> keys.givesUp();
    };
  }

  /** Why a message is to be a dead letter, if it is one. */
  public DeadLetterReason deadLetterReason(int producer, long sequence) {
    return first(producer, sequence) == Outcome.REJECT
        ? DeadLetterReason.REJECTED
        : DeadLetterReason.GIVEN_UP;
  }

  /** At the first delivery. */
  private Outcome first(int producer, long sequence) {
    double drawn = Hash64.uniform(seed, producer, sequence) - keys.rejected();
    if (drawn < 0) {
      return Outcome.REJECT;
    }
    drawn -= keys.released();
    if (drawn < 0) {
      return Outcome.RELEASE;
    }
    drawn -= keys.abandoned();
    if (drawn < 0) {
      return Outcome.ABANDON;
    }
    return drawn < keys.delayed() ? Outcome.DELAY : Outcome.ACCEPT;
  }
}
