package io.tidemark.coordinator.stage;

/**
 * Until every producer has sent its share of the message limit, and all sends have ended or timed
 * out.
 */
record MessageLimitPhase() implements PhaseKind {
  @Override
  public boolean reached(StageGoal goal) {
    // A lost acknowledgement must not block the end of the run.
    return goal.producersFinished() && (goal.inFlight() == 0 || goal.silent());
  }

  @Override
  public boolean endsLoad() {
    return true;
  }
}
