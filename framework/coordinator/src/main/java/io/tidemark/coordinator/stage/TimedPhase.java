package io.tidemark.coordinator.stage;

/**
 * The schedule goes on.
 *
 * @param isRestOfTest OMB's test duration includes building and draining the backlog
 */
record TimedPhase(boolean isRestOfTest) implements TimeOnlyPhase {}
