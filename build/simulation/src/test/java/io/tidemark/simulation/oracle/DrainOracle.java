package io.tidemark.simulation.oracle;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import io.tidemark.simulation.world.SentMessage;
import java.util.Optional;
import java.util.stream.LongStream;

/** Whether a run that completed has waited for what was outstanding when its load was over. */
final class DrainOracle {
  /** Between the moment of a snapshot and the end of the phase. */
  private static final long SOON_NANOS = 20_000_000;

  private final Workload workload;
  private final RunResult result;
  private final Ledger ledger;

  DrainOracle(Workload workload, RunResult result, Ledger ledger) {
    this.workload = workload;
    this.result = result;
    this.ledger = ledger;
  }

  /** What is wrong; empty if it has waited. */
  Optional<String> problem() {
    Optional<PhaseResult> drain =
        result.phases().stream()
            .filter(each -> each.name().equals(PhaseNames.DRAIN) && !each.measured())
            .findFirst();
    long inFlight = Math.min(ledger.unanswered(true), ledger.unanswered(false));
    if (drain.isEmpty() || inFlight <= 0) {
      return Optional.empty();
    }
    long timeout = workload.consumers().drainTimeout().toNanos();
    long end = ledger.nanos(drain.get().startEpochNanos() + drain.get().lengthNanos());
    long silent = end - lastNanos(end);
    boolean waited =
        drain.get().lengthNanos() >= timeout - SOON_NANOS || silent >= timeout / 2 - SOON_NANOS;
    return waited
        ? Optional.empty()
        : Optional.of(
            "the drain ended with "
                + inFlight
                + " sends in flight, after "
                + drain.get().lengthNanos() / 1_000_000
                + " ms, "
                + silent / 1_000_000
                + " ms after the last message");
  }

  /** The last answer or arrival before. */
  private long lastNanos(long beforeNanos) {
    return ledger.messages().stream()
        .flatMapToLong(
            message ->
                LongStream.concat(
                    LongStream.of(message.acknowledgedNanos(), message.failedNanos()),
                    message.arrivals().values().stream()
                        .flatMap(each -> each.stream())
                        .mapToLong(SentMessage.Arrival::nanos)))
        .filter(nanos -> nanos <= beforeNanos)
        .max()
        .orElse(0);
  }
}
