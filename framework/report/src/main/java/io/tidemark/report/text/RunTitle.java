package io.tidemark.report.text;

import java.util.Locale;

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
        : String.format(Locale.ROOT, "%s (iteration %d of %d)", system, iteration, iterations);
  }
}
