package io.tidemark.simulation.kernel;

/** Unwinds a thread whose simulation has ended. */
public final class SimulationOver extends Error {
  private static final long serialVersionUID = 1;

  SimulationOver() {
    super("the simulation is over", null, false, false);
  }
}
