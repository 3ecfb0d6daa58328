package io.tidemark.cli;

import io.tidemark.cli.live.WatchedRun;
import io.tidemark.model.workload.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.RunTitle;
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
      return watched().title().text();
    }

    WatchedRun watched() {
      String file =
          workload.name().equals(workload.fileBase()) ? "" : " (" + workload.fileBase() + ")";
      return new WatchedRun(
          new RunTitle(workload.name() + file, driver.name(), iteration, iterations), workload);
    }
  }

  Suite {
    runs = List.copyOf(runs);
  }
}
