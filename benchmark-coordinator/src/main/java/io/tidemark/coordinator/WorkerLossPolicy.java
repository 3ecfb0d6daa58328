package io.tidemark.coordinator;

/** What happens to a run when a worker stops answering. Its results are never valid either way. */
public enum WorkerLossPolicy {
  /** The load stops, what there is is kept, the run is aborted. */
  END,
  /** The other workers go on; the run is invalid. */
  CONTINUE
}
