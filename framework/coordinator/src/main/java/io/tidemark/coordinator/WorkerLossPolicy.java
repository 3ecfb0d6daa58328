package io.tidemark.coordinator;

/**
 * What happens to a run when a worker stops answering. Its results are not valid either way, unless
 * the workload's threshold {@code lostWorkers} says otherwise.
 */
public enum WorkerLossPolicy {
  /** The load stops, what there is is kept, the run is aborted; before the load nothing runs. */
  END,
  /** The other workers go on; before the load they prepare anew and share all there is to do. */
  CONTINUE
}
