package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a verdict is a function of: a {@link RunResult}, live or read from its directory, which give
 * equal verdicts; or one trial of a search.
 */
public interface JudgedRun {
  /** In order. */
  List<PhaseResult> phases();

  /** In order of time; read once. */
  List<Sample> samples();

  /** What became of the messages. */
  DeliveryReport delivery();

  /** How requests were answered; empty in runs of other patterns. */
  Optional<RequestReplyReport> requestReply();

  /** The search for the rate; empty in runs with a rate of their own. */
  Optional<SearchReport> search();

  /** Faults that were injected, in order of time. */
  List<FaultReport> faults();

  /** The failover to a second site; empty in runs without one. */
  Optional<FailoverReport> failover();

  /** What happened, in order of time. */
  List<RunEvent> events();

  /** Of each traffic class by its name, in order; empty for a run without classes. */
  default Map<String, Verdict> classVerdicts() {
    return Map.of();
  }

  /** Counts of the whole run, all phases. */
  Counters counts();

  /** What is in no figure. */
  VerdictInputs verdictInputs();
}
