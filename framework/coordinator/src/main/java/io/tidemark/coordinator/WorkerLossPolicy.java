package io.tidemark.coordinator;

/**
 * Reaction of a run to a lost worker. Its results are not valid either way, unless the workload's
 * threshold {@code lostWorkers} says otherwise.
 */
public enum WorkerLossPolicy {
  /** The load stops, results so far are kept, the run is aborted; before the load the run fails. */
  END,
  /** The other workers continue; before the load they prepare again and take over its share. */
  CONTINUE
}
