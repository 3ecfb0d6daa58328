package io.tidemark.coordinator.search;

/** What a search does after its trials so far. */
public sealed interface NextStep {

  /**
   * Another trial.
   *
   * @param full whether it has the length that decides
   */
  record Try(double ratePerSecond, boolean full) implements NextStep {}

  /**
   * The search is over.
   *
   * @param converged whether the bounds are close enough and confirmed
   * @param reason why they are not; empty if they are
   */
  record End(boolean converged, String reason) implements NextStep {}
}
