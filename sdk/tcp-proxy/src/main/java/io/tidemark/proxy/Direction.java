package io.tidemark.proxy;

/** One of the two directions of a connection. */
public enum Direction {
  /** From the client to the target. */
  TO_TARGET,
  /** From the target to the client. */
  TO_CLIENT
}
