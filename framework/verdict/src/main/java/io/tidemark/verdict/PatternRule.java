package io.tidemark.verdict;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.util.Optional;

/** Findings on backlog, fill and drain. */
final class PatternRule {
  private final RuleInput facts;
  private final Workload workload;
  private final Findings findings;

  PatternRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.workload = facts.workload();
    this.findings = findings;
  }

  void judge() {
    for (PhaseEnd end : facts.inputs().phaseEnds()) {
      String length = Text.nanos(end.lengthNanos());
      switch (end.phase()) {
        case PhaseNames.BACKLOG_BUILD -> {
          if (!end.conditionMet()) {
            findings.invalidates(
                FindingCode.BACKLOG_NOT_BUILT,
                "after %s the backlog was %s of %s messages"
                    .formatted(
                        length,
                        Text.count(end.backlogMessages()),
                        Text.count(workload.backlogMessages())));
          } else {
            findings.remark(FindingCode.BACKLOG, "backlog built in " + length);
          }
        }
        case PhaseNames.BACKLOG_DRAIN -> {
          if (end.conditionMet()) {
            findings.remark(
                FindingCode.BACKLOG,
                "a backlog of "
                    + Text.count(facts.inputs().peakBacklogMessages())
                    + " drained in "
                    + length);
          } else {
            findings.remark(
                FindingCode.BACKLOG_NOT_DRAINED,
                "after %s %s of %s messages of the backlog were left"
                    .formatted(
                        length,
                        Text.count(end.backlogMessages()),
                        Text.count(facts.inputs().peakBacklogMessages())));
          }
        }
        default -> {}
      }
    }
    if (workload.pattern() == Pattern.FILL_THEN_DRAIN) {
      fillAndDrain();
    }
    facts.failover().ifPresent(this::failover);
    drainEnd();
  }

  private void failover(FailoverReport failover) {
    findings.remark(
        FindingCode.FAILOVER,
        "%s; of %s confirmed messages, %s at the standby"
                .formatted(
                    failover.failure(),
                    Text.count(failover.confirmed()),
                    failover
                        .missing()
                        .map(missing -> Text.count(missing) + " are missing")
                        .orElse("it is not known how many are missing"))
            + failover
                .firstMessageNanos()
                .map(
                    nanos ->
                        "; the first message was read there %s after the failure"
                            .formatted(Text.nanos(nanos)))
                .orElse("; no message was read there"));
  }

  private void fillAndDrain() {
    for (PhaseResult phase : facts.measuredPhases()) {
      Throughput byTime = phase.byTime();
      boolean fill = phase.name().equals(PhaseNames.FILL);
      findings.remark(
          FindingCode.FILL_THEN_DRAIN,
          fill
              ? "fill: %s in %s, peak backlog %s"
                  .formatted(
                      Text.rate(byTime.perSecond(Counter.ACKNOWLEDGED)),
                      Text.nanos(byTime.sendingNanos()),
                      Text.count(facts.inputs().peakBacklogMessages()))
              : "drain: %s in %s from the first arrival to the last, %s of waiting not counted"
                  .formatted(
                      Text.rate(byTime.perSecond(Counter.RECEIVED)),
                      Text.nanos(byTime.receivingNanos()),
                      Text.nanos(byTime.sendingNanos() - byTime.receivingNanos())));
    }
  }

  private void drainEnd() {
    Optional<PhaseEnd> drain = facts.ended(PhaseNames.DRAIN);
    if (drain.isEmpty() || facts.inputs().drained()) {
      return;
    }
    if (facts.inputs().messagesMissing()) {
      findings.remark(
          FindingCode.DRAIN_INCOMPLETE,
          "messages were outstanding when the run stopped waiting; messages counted"
              + " as lost may only have been late");
    } else if (drain.get().backlogMessages() > 0) {
      findings.remark(
          FindingCode.DRAIN_INCOMPLETE,
          "%s messages were outstanding when the run stopped waiting; they arrived %s"
              .formatted(Text.count(drain.get().backlogMessages()), afterDrain()));
    }
  }

  private String afterDrain() {
    return facts
        .ended(PhaseNames.BROKER_COUNTS)
        .map(
            end ->
                "in the %s in which it waited for the broker's counts"
                    .formatted(Text.nanos(end.lengthNanos())))
        .orElse("just afterwards");
  }
}
