package io.tidemark.model.result;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Parts;
import io.tidemark.model.snapshot.Counters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a verdict is a function of: a {@link RunResult}, live or read from its directory, which give
 * equal verdicts; or one trial of a search. What every run may have is a method here; all else is
 * read by its {@link Part}.
 */
public interface JudgedRun {
  /** In order. */
  List<PhaseResult> phases();

  /** All that was found. */
  Parts parts();

  /** What was found of one kind. */
  default <T> T part(Part<T> part) {
    return parts().get(part);
  }

  /** In order of time; read once. */
  default List<Sample> samples() {
    return part(Sample.PART);
  }

  /** What became of the messages. */
  default DeliveryReport delivery() {
    return part(DeliveryReport.PART);
  }

  /** How requests were answered; empty in runs of other patterns. */
  default Optional<RequestReplyReport> requestReply() {
    return part(RequestReplyReport.PART);
  }

  /** The search for the rate; empty in runs with a rate of their own. */
  default Optional<SearchReport> search() {
    return part(SearchReport.PART);
  }

  /** Faults that were injected, in order of time. */
  default List<FaultReport> faults() {
    return part(FaultReport.PART);
  }

  /** The failover to a second site; empty in runs without one. */
  default Optional<FailoverReport> failover() {
    return part(FailoverReport.PART);
  }

  /** What happened, in order of time. */
  default List<RunEvent> events() {
    return part(RunEvent.PART);
  }

  /**
   * Returns the verdict of each traffic class by its name, in order; empty for a run without
   * classes.
   */
  default Map<String, Verdict> classVerdicts() {
    return Map.of();
  }

  /** Counts of the whole run, all phases. */
  default Counters counts() {
    return part(RunCounts.PART).counters();
  }

  /** What is in no figure. */
  default VerdictInputs verdictInputs() {
    return part(VerdictInputs.PART);
  }
}
