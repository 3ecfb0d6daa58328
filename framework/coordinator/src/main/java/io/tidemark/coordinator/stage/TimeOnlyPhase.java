package io.tidemark.coordinator.stage;

/** A phase that only its length ends. */
public interface TimeOnlyPhase extends PhaseKind {
  @Override
  default boolean reached(StageProgress progress) {
    return false;
  }

  @Override
  default boolean polls() {
    return false;
  }

  @Override
  default boolean endsByTime() {
    return true;
  }
}
