package io.tidemark.cli;

import io.tidemark.model.workload.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.List;

/**
 * Everything that a command shall run, checked.
 *
 * @param runs in their order
 * @param catalog where drivers come from
 */
record Suite(List<PlannedRun> runs, DriverCatalog catalog) {

  /**
   * One run to be.
   *
   * @param iteration from 1
   * @param iterations how many of them there are
   */
  record PlannedRun(Workload workload, DriverFile driver, int iteration, int iterations) {

    /** For headlines; results are named after the file. */
    String title() {
      String file =
          workload.name().equals(workload.fileBase()) ? "" : " (" + workload.fileBase() + ")";
      String title = workload.name() + file + " on " + driver.name();
      return iterations == 1
          ? title
          : title + " (iteration " + iteration + " of " + iterations + ")";
    }
  }

  Suite {
    runs = List.copyOf(runs);
  }
}
