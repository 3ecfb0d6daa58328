package io.tidemark.simulation.kernel;

import java.util.ArrayList;
import java.util.List;

/** A process of the simulation: a group of threads that stops as one. */
public final class Node {
  private final String name;
  private final List<Freeze> freezes = new ArrayList<>();
  private boolean frozen;
  private long frozenAtNanos;
  private boolean killed;

  /** A time in which it did not run, in virtual nanoseconds. */
  public record Freeze(long beginNanos, long endNanos) {}

  public Node(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** Its threads do not run, and time goes on: as after SIGSTOP. */
  public void freeze(long nowNanos) {
    if (!frozen) {
      frozen = true;
      frozenAtNanos = nowNanos;
    }
  }

  public void thaw(long nowNanos) {
    if (frozen) {
      frozen = false;
      freezes.add(new Freeze(frozenAtNanos, nowNanos));
    }
  }

  /** Those that are over. */
  public List<Freeze> freezes() {
    return freezes;
  }

  /** Its threads never run again: as after SIGKILL. */
  public void kill() {
    killed = true;
  }

  public boolean isKilled() {
    return killed;
  }

  boolean runs() {
    return !frozen && !killed;
  }
}
