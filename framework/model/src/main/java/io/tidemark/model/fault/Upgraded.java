package io.tidemark.model.fault;

import io.tidemark.model.fault.FaultInjector.Undo;

/**
 * An upgrade is done, and stays: brokers do not return to an earlier version.
 *
 * @param changed what it has changed, for people
 */
public record Upgraded(String changed) implements Undo {
  @Override
  public void undo() {
    // Nothing is left to undo.
  }
}
