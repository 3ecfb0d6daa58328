package io.tidemark.coordinator.stage;

/**
 * Until every producer has sent its share of the message limit, and all sends have ended or timed
 * out.
 */
record MessageLimitPhase() implements PhaseKind {
  @Override
  public boolean reached(StageProgress progress) {
    // A lost acknowledgement must not block the end of the run.
    return progress.producersFinished() && (progress.inFlight() == 0 || progress.silent());
  }

  @Override
  public boolean endsLoad() {
    return true;
  }
}
