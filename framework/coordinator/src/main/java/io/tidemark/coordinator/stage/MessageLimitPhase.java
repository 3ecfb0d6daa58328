package io.tidemark.coordinator.stage;

/**
 * Until every message of the limit was due, every producer has sent its share, and all sends have
 * ended or timed out. It is as long as its messages were due: n messages at a rate r take n / r
 * seconds; a closed loop takes until the last answer.
 */
record MessageLimitPhase() implements PhaseKind {
  @Override
  public boolean reached(StageProgress progress) {
    // A lost acknowledgement must not block the end of the run.
    return progress.sentAll() && (progress.inFlight() == 0 || progress.silent());
  }

  @Override
  public boolean endsLoad() {
    return true;
  }
}
