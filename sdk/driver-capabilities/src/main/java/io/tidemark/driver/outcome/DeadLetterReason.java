package io.tidemark.driver.outcome;

/** Why a message is a dead letter, as its broker says. */
public enum DeadLetterReason {
  /** A consumer rejected it. */
  REJECTED,

  /** It was delivered too often without being accepted. */
  GIVEN_UP,

  /** Its time to live ended. */
  EXPIRED,

  /** Its queue was full. */
  OVERFLOW,

  /** Another one. */
  OTHER
}
