package io.tidemark.runs.suite;

import io.tidemark.runs.PlannedRun;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.List;

/**
 * Everything that a command shall run, checked.
 *
 * @param runs in their order
 * @param catalog where drivers come from
 */
public record Suite(List<PlannedRun> runs, DriverCatalog catalog) {

  public Suite {
    runs = List.copyOf(runs);
  }
}
