package io.tidemark.features.study;

import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.PlannedRun;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A planned run of a study, and how it is carried out there.
 *
 * @param place in the study, as its first state
 * @param variables of the matrix, for set-up commands
 * @param cluster whose workers carry it out; empty: workers that the command reaches
 */
public record PlacedRun(
    PlannedRun run,
    StudyEntry place,
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

  public PlacedRun {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /** The same run in a Kubernetes cluster. */
  PlacedRun in(ClusterPlace where) {
    return new PlacedRun(run, place, variables, Optional.of(where));
  }

  /** Another run with the same files. */
  PlacedRun at(StudyEntry otherPlace, RunTitle title) {
    PlannedRun other = new PlannedRun(title, run.workload(), run.driver());
    return new PlacedRun(other, otherPlace, variables, cluster);
  }
}
