package io.tidemark.model.worker;

/**
 * Probes of a run, each by its number: a producer repeats its probe until all is ready, so there
 * may be many more than producers.
 *
 * @param sent handed over to the driver, whatever became of them
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

  /** What a broker counts as delivered, likewise. */
  public long deliveredWith(Counters run) {
    return run.handedToConsumers() + received;
  }

  /** Both together: of two workers. */
  public ProbeCounts plus(ProbeCounts other) {
    return new ProbeCounts(
        sent + other.sent, acknowledged + other.acknowledged, received + other.received);
  }
}
