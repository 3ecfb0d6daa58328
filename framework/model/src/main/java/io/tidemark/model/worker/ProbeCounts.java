package io.tidemark.model.worker;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;

/**
 * Counts of probes of a run. A producer repeats its probe until the run is ready, so there may be
 * more probes than producers.
 *
 * @param sent passed to the driver, with any outcome
 * @param acknowledged by the broker
 * @param received by consumers, once for each subscription
 */
public record ProbeCounts(long sent, long acknowledged, long received) {
  /** No probe. */
  public static final ProbeCounts NONE = new ProbeCounts(0, 0, 0);

  /** What a broker counts as published: the acknowledged messages of a run, and these probes. */
  public long publishedWith(Counters run) {
    return run.get(Counter.ACKNOWLEDGED) + acknowledged;
  }

  /** The delivered count of a broker, with these probes. */
  public long deliveredWith(Counters run) {
    return run.handedToConsumers() + received;
  }

  /** Both together: of two workers. */
  public ProbeCounts plus(ProbeCounts other) {
    return new ProbeCounts(
        sent + other.sent, acknowledged + other.acknowledged, received + other.received);
  }
}
