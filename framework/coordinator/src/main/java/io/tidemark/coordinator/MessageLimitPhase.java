package io.tidemark.coordinator;

/** Until every producer has sent its share of the message limit, and all is settled or given up. */
record MessageLimitPhase() implements PhaseKind {
  @Override
  public boolean reached(StageGoal goal) {
    // An acknowledgement that is lost must not keep the run from its end.
    return goal.producersFinished() && (goal.inFlight() == 0 || goal.silent());
  }

  @Override
  public boolean endsLoad() {
    return true;
  }
}
