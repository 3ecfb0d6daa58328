package io.tidemark.runs;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.text.RunTitle;

/**
 * What is planned: one run, with its files read and checked. {@code LoggedExecution} carries it
 * out; what became of it is a {@link io.tidemark.report.suite.RunOutcome}.
 *
 * @param title for headlines; results are named after the files
 */
public record PlannedRun(RunTitle title, Workload workload, DriverFile driver) {

  /**
   * A run named after its files.
   *
   * @param iteration from 1
   * @param iterations how many of them there are
   */
  public PlannedRun(Workload workload, DriverFile driver, int iteration, int iterations) {
    this(new RunTitle(name(workload), driver.name(), iteration, iterations), workload, driver);
  }

  private static String name(Workload workload) {
    return workload.name().equals(workload.fileBase())
        ? workload.name()
        : workload.name() + " (" + workload.fileBase() + ")";
  }
}
