package io.tidemark.runs.suite;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.runs.fault.FaultCheck;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverLoadException;

/** Whether a workload and the driver of a file go together; before anything is started. */
public final class RunChecks {
  private final DriverCatalog catalog;
  private final Problems problems;
  private final MeasuredCheck measured;

  public RunChecks(DriverCatalog catalog, Problems problems) {
    this.catalog = catalog;
    this.problems = problems;
    this.measured = new MeasuredCheck(catalog, problems);
  }

  public void check(Workload workload, DriverFile driver) {
    new FaultCheck(catalog, problems).check(workload, driver);
    headers(workload, driver);
    outcomes(workload, driver);
    connections(workload, driver);
    new ClassDrivers(catalog, problems).check(workload, driver);
    measured.check(workload, driver);
  }

  /** Whether the driver can have the headers and priorities of the workload. */
  private void headers(Workload workload, DriverFile driver) {
    if (!workload.classes().isEmpty()) {
      workload.classes().forEach(each -> headers(each.workload(), driver));
      return;
    }
    MessageSpec messages = workload.messages();
    if (!messages.needHeaders() && messages.options().priorities().isEmpty()) {
      return;
    }
    if (messages.trace().isPresent() && !driver.exportsTraces()) {
      report(
          workload,
          "with "
              + driver.path()
              + ": trace needs telemetry.otlp in the driver file, where spans are exported to");
    }
    try {
      catalog
          .headerProblem(driver.driverClass(), driver.configuration(), messages.options())
          .ifPresent(problem -> report(workload, "with " + driver.path() + ": " + problem));
    } catch (DriverLoadException e) {
      // Reported with the driver file.
    }
  }

  /** Whether consumers of the driver can do with messages what the workload asks for. */
  private void outcomes(Workload workload, DriverFile driver) {
    workload.classes().forEach(each -> outcomes(each.workload(), driver));
    try {
      for (OutcomeKeys wanted : workload.consumers().outcomes().stream().toList()) {
        catalog
            .outcomeProblem(driver.driverClass(), driver.configuration(), wanted)
            .ifPresent(problem -> report(workload, "with " + driver.path() + ": " + problem));
      }
    } catch (DriverLoadException e) {
      // Reported with the driver file.
    }
  }

  /** Whether clients of the driver have a connection each, if the workload closes them. */
  private void connections(Workload workload, DriverFile driver) {
    workload.classes().forEach(each -> connections(each.workload(), driver));
    if (workload.limits().connectionPer().isEmpty() || !workload.classes().isEmpty()) {
      return;
    }
    try {
      catalog
          .connectionProblem(
              driver.driverClass(), driver.configuration(), workload.requestReply().isPresent())
          .ifPresent(problem -> report(workload, "with " + driver.path() + ": " + problem));
    } catch (DriverLoadException e) {
      // Reported with the driver file.
    }
  }

  private void report(Workload workload, String text) {
    Problems own = problems.ofOneFile();
    SourceFile file = new SourceFile("workload " + workload.fileBase(), "");
    own.error(new SourceLocation(file, 0, 0), "", text);
    problems.add(own);
  }
}
