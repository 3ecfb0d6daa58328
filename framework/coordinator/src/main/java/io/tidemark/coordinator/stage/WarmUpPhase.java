package io.tidemark.coordinator.stage;

import io.tidemark.model.result.Sample;
import java.util.Optional;

/** The schedule goes on until rates and latencies are steady, or to the end of its length. */
final class WarmUpPhase implements TimeOnlyPhase {
  private final Steadiness steadiness = new Steadiness();

  @Override
  public boolean enough(Sample sample) {
    steadiness.add(sample);
    return steadiness.isSteady();
  }

  @Override
  public boolean hasLimitOnly() {
    return true;
  }

  @Override
  public Optional<String> stillWanted() {
    return Optional.of(steadiness.why());
  }
}
