package io.tidemark.runs.suite;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.headers.RunHeaders;

/** Whether the driver of a file can have the headers of a workload; before anything is started. */
public record HeaderCheck(DriverCatalog catalog, Problems problems) {

  public void check(Workload workload, DriverFile driver) {
    if (!workload.classes().isEmpty()) {
      workload.classes().forEach(each -> check(each.workload(), driver));
      return;
    }
    MessageSpec messages = workload.messages();
    if (!messages.needHeaders()) {
      return;
    }
    if (messages.trace().isPresent() && driver.otlp().isEmpty()) {
      report(
          workload,
          "with "
              + driver.path()
              + ": trace needs telemetry.otlp in the driver file, where spans are exported to");
    }
    try {
      catalog
          .headerProblem(
              driver.driverClass(),
              driver.configuration(),
              new RunHeaders(
                  messages.headers(),
                  messages.cloudEvents(),
                  messages.envelope(),
                  messages.trace().isPresent()))
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
