package io.tidemark.simulation.kernel;

import java.util.List;

/**
 * What one seed came to.
 *
 * @param hash of all events and of the order of all threads
 * @param plan what was simulated, in a few lines
 * @param parts of the plan that can be made smaller
 * @param outcome how the run ended, one line
 * @param problems what should not be so; empty if all is well
 * @param virtualNanos how long it lasted in virtual time
 * @param lines the events, if they were to be kept
 */
public record SeedReport(
    long seed,
    String hash,
    List<String> plan,
    List<Reduction.Part> parts,
    String outcome,
    List<String> problems,
    long events,
    long switches,
    long virtualNanos,
    List<String> lines) {

  public boolean failed() {
    return !problems.isEmpty();
  }
}
