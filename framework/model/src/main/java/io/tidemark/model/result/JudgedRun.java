package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counters;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a result that the verdict is a function of. A live run and the same run read from
 * its directory give equal verdicts: times of phases and events are whole microseconds here, as in
 * {@code result.json}.
 *
 * @param phases in order
 * @param samples in order of time; read once
 * @param delivery what became of the messages
 * @param requestReply how requests were answered; empty in runs of other patterns
 * @param search the search for the rate; empty in runs with a rate of their own
 * @param faults that were injected, in order of time
 * @param failover to a second site; empty in runs without one
 * @param events what happened, in order of time
 * @param counts of the whole run, all phases
 * @param inputs what is in no figure
 */
public record JudgedRun(
    List<PhaseResult> phases,
    List<Sample> samples,
    DeliveryReport delivery,
    Optional<RequestReplyReport> requestReply,
    Optional<SearchReport> search,
    List<FaultReport> faults,
    Optional<FailoverReport> failover,
    List<RunEvent> events,
    Counters counts,
    VerdictInputs inputs) {
  public JudgedRun {
    phases = phases.stream().map(phase -> phase.from(micros(phase.startEpochNanos()))).toList();
    events = events.stream().map(event -> event.at(micros(event.epochNanos()))).toList();
    faults = List.copyOf(faults);
    samples = Series.keep(samples);
  }

  private static long micros(long nanos) {
    return nanos / 1_000 * 1_000;
  }
}
