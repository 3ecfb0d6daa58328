package io.tidemark.simulation.kernel;

/** A process of the simulation: a group of threads that stops as one. */
public final class Node {
  private final String name;
  private boolean frozen;
  private boolean killed;

  public Node(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** Its threads do not run, and time goes on: as after SIGSTOP. */
  public void freeze() {
    frozen = true;
  }

  public void thaw() {
    frozen = false;
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
