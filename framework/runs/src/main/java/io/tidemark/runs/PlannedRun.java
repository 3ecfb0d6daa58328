package io.tidemark.runs;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.runs.StudyRun;
import io.tidemark.report.text.RunTitle;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is planned: one run, with its files read and checked. {@code LoggedRun} or {@code
 * ClusterRun} carries it out; what became of it is a {@link io.tidemark.report.suite.RunOutcome}.
 *
 * @param title for headlines; results are named after the files
 * @param place in a study, as its first state there; empty outside a study
 * @param variables of the matrix of a study, for set-up commands
 * @param cluster whose workers carry it out; empty: workers that the command reaches
 */
public record PlannedRun(
    RunTitle title,
    Workload workload,
    DriverFile driver,
    Optional<StudyRun> place,
    Map<String, String> variables,
    Optional<ClusterPlace> cluster) {

  /**
   * What a run in a Kubernetes cluster needs.
   *
   * @param options of bin/benchmark-k8s: where the workers are
   * @param driver text of the driver file; the cluster fills in its placeholders
   * @param workload text of the workload file
   */
  public record ClusterPlace(List<String> options, String driver, String workload) {
    public ClusterPlace {
      options = List.copyOf(options);
    }
  }

  public PlannedRun {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /** A run outside a study. */
  public PlannedRun(RunTitle title, Workload workload, DriverFile driver) {
    this(title, workload, driver, Optional.empty(), Map.of(), Optional.empty());
  }

  /**
   * A run outside a study, named after its files.
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

  /** The same run in a Kubernetes cluster. */
  public PlannedRun in(ClusterPlace where) {
    return new PlannedRun(title, workload, driver, place, variables, Optional.of(where));
  }

  /** Another run with the same files. */
  public PlannedRun at(StudyRun otherPlace, RunTitle otherTitle) {
    return new PlannedRun(
        otherTitle, workload, driver, Optional.of(otherPlace), variables, cluster);
  }
}
