package io.tidemark.report.text;

/**
 * The name of a run among the runs of a command.
 *
 * @param system on which it runs: the driver's name, or what a study compares
 * @param iteration from 1
 * @param iterations how many of them there are
 */
public record RunTitle(String workload, String system, int iteration, int iterations) {
  /** For headlines. */
  public String text() {
    return workload + " on " + name();
  }

  /** Without the workload. */
  public String name() {
    return iterations == 1
        ? system
        : "%s (iteration %d of %d)".formatted(system, iteration, iterations);
  }
}
