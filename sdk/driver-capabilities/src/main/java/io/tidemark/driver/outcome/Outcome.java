package io.tidemark.driver.outcome;

/** What a consumer does with a message that it has received. */
public enum Outcome {
  /** The message is processed: the broker removes it. */
  ACCEPT,

  /** The broker delivers the message again, to this or another consumer. */
  RELEASE,

  /** The broker never delivers it again: it is a dead letter, or dropped. */
  REJECT,

  /** No answer: the lock of the message ends, and the broker delivers it again. */
  ABANDON,

  /** The broker delivers the message again after a time. */
  DELAY
}
