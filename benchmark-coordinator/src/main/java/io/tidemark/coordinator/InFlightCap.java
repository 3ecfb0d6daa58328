package io.tidemark.coordinator;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.worker.Measure;
import java.util.Optional;

/** Whether sends without an answer, up to the cap on them, held an open loop back. */
final class InFlightCap {
  // Producers rarely fill their caps at the same moment; half of all is the mark of a broker that
  // holds the load back.
  private static final double SHARE = 0.5;

  /** So few are in flight now and then without anything being slow. */
  private static final int FEW = 10;

  private final RunFacts facts;
  private final long cap;

  InFlightCap(RunFacts facts) {
    this.facts = facts;
    this.cap = (long) facts.maxInFlightPerProducer() * facts.producers();
  }

  /** What shows that it did; empty when it did not. */
  Optional<String> heldBack(PhaseResult phase) {
    long most = facts.samples().mostInFlight(phase.name());
    boolean reached = most >= cap * SHARE;
    return reached && (facts.maxInFlightPerProducer() >= FEW || explains(phase))
        ? Optional.of(
            "%s messages were in flight, the cap is %s (%s for each producer)"
                .formatted(
                    Text.count(most), Text.count(cap), Text.count(facts.maxInFlightPerProducer())))
        : Optional.empty();
  }

  /** Whether flights filled a small cap most of the time, or one lasted long. */
  private boolean explains(PhaseResult phase) {
    boolean asks = facts.requestReply().isPresent();
    long ended = asks ? phase.counters().roundTrips().answered() : phase.counters().acknowledged();
    Optional<LatencySummary> flights =
        phase.latency(asks ? Measure.ROUND_TRIP : Measure.PUBLISH_LATENCY);
    if (ended < phase.counters().sent() || flights.isEmpty()) {
      return true; // How long the others lasted is not known.
    }
    double meanInFlight = flights.get().count() * flights.get().meanNanos() / phase.lengthNanos();
    long delay = phase.latency(Measure.SCHEDULE_DELAY).map(LatencySummary::maxNanos).orElse(0L);
    return meanInFlight >= cap * SHARE || flights.get().maxNanos() >= delay * SHARE;
  }
}
