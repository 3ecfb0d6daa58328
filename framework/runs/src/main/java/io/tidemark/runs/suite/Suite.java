package io.tidemark.runs.suite;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.WatchedRun;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.List;

/**
 * Everything that a command shall run, checked.
 *
 * @param runs in their order
 * @param catalog where drivers come from
 */
public record Suite(List<PlannedRun> runs, DriverCatalog catalog) {

  /**
   * One run to be.
   *
   * @param title for headlines; results are named after the files
   */
  public record PlannedRun(Workload workload, DriverFile driver, RunTitle title) {

    /**
     * @param iteration from 1
     * @param iterations how many of them there are
     */
    public PlannedRun(Workload workload, DriverFile driver, int iteration, int iterations) {
      this(workload, driver, new RunTitle(name(workload), driver.name(), iteration, iterations));
    }

    private static String name(Workload workload) {
      return workload.name().equals(workload.fileBase())
          ? workload.name()
          : workload.name() + " (" + workload.fileBase() + ")";
    }

    PlannedRun profiled() {
      return new PlannedRun(workload.profiled(), driver, title);
    }

    public WatchedRun watched() {
      return new WatchedRun(title, workload);
    }
  }

  public Suite {
    runs = List.copyOf(runs);
  }

  /** All runs are profiled; those whose workload says how, as it says. */
  public Suite profiled() {
    return new Suite(runs.stream().map(PlannedRun::profiled).toList(), catalog);
  }
}
