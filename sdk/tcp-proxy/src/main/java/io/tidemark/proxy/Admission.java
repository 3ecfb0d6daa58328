package io.tidemark.proxy;

/** What happens to new connections. */
public enum Admission {
  /** They are connected to the target. */
  ACCEPT,
  /** They are refused: no socket listens. */
  REFUSE,
  /**
   * They get no answer, as if packets were dropped: a connect call ends with the client's timeout,
   * or succeeds after new connections are accepted again.
   */
  DROP
}
