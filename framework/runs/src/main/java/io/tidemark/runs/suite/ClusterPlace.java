package io.tidemark.runs.suite;

import java.util.List;

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
