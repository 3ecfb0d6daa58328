package io.tidemark.coordinator;

/**
 * Ends by time.
 *
 * @param isRestOfTest OMB's test duration includes building and draining the backlog
 */
record TimedPhase(boolean isRestOfTest) implements PhaseKind {
  @Override
  public boolean reached(StageGoal goal) {
    return false;
  }

  @Override
  public boolean polls() {
    return false;
  }

  @Override
  public boolean endsByTime() {
    return true;
  }
}
