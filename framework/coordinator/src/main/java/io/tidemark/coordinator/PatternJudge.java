package io.tidemark.coordinator;

import io.tidemark.coordinator.LoadRun.Ran;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.util.Optional;

/** What backlog, fill and drain came to. */
final class PatternJudge {
  private final RunFacts facts;
  private final Workload workload;
  private final Findings findings;

  PatternJudge(RunFacts facts, Findings findings) {
    this.facts = facts;
    this.workload = facts.workload();
    this.findings = findings;
  }

  void judge() {
    for (Ran ran : facts.stages()) {
      String length = Text.nanos(ran.lengthNanos());
      switch (ran.stage().name()) {
        case PhaseNames.BACKLOG_BUILD -> {
          if (!ran.conditionMet()) {
            findings.invalidates(
                "backlog-not-built",
                "after %s the backlog was %s of %s messages"
                    .formatted(
                        length,
                        Text.count(ran.endBacklog()),
                        Text.count(Script.backlogMessages(workload))));
          } else {
            findings.remark("backlog", "backlog built in " + length);
          }
        }
        case PhaseNames.BACKLOG_DRAIN -> {
          if (ran.conditionMet()) {
            findings.remark(
                "backlog",
                "a backlog of " + Text.count(facts.peakBacklog()) + " drained in " + length);
          } else {
            findings.remark(
                "backlog-not-drained",
                "after %s %s of %s messages of the backlog were left"
                    .formatted(
                        length, Text.count(ran.endBacklog()), Text.count(facts.peakBacklog())));
          }
        }
        default -> {}
      }
    }
    if (workload.pattern() == Pattern.FILL_THEN_DRAIN) {
      fillAndDrain();
    }
    drainEnd();
  }

  private void fillAndDrain() {
    for (PhaseResult phase : facts.measuredPhases()) {
      Throughput byTime = phase.byTime();
      boolean fill = phase.name().equals(PhaseNames.FILL);
      findings.remark(
          "fill-then-drain",
          fill
              ? "fill: %s in %s, peak backlog %s"
                  .formatted(
                      Text.rate(byTime.rates().acknowledgedPerSecond()),
                      Text.nanos(byTime.sendingNanos()),
                      Text.count(facts.peakBacklog()))
              : "drain: %s in %s from the first arrival to the last, %s of waiting not counted"
                  .formatted(
                      Text.rate(byTime.rates().receivedPerSecond()),
                      Text.nanos(byTime.receivingNanos()),
                      Text.nanos(byTime.sendingNanos() - byTime.receivingNanos())));
    }
  }

  private void drainEnd() {
    Optional<Ran> drain = stage(PhaseNames.DRAIN);
    if (drain.isEmpty() || facts.drained()) {
      return;
    }
    if (facts.missing()) {
      findings.remark(
          "drain-incomplete",
          "when the run gave up waiting, messages were still outstanding; what is counted as lost"
              + " may only have been late");
    } else if (drain.get().endBacklog() > 0) {
      findings.remark(
          "drain-incomplete",
          "%s messages were still outstanding when the run gave up waiting; they arrived %s"
              .formatted(Text.count(drain.get().endBacklog()), afterDrain()));
    }
  }

  private String afterDrain() {
    return stage(PhaseNames.BROKER_COUNTS)
        .map(
            ran ->
                "in the %s in which it waited for the broker's counts"
                    .formatted(Text.nanos(ran.lengthNanos())))
        .orElse("just afterwards");
  }

  private Optional<Ran> stage(String name) {
    return facts.stages().stream().filter(ran -> ran.stage().name().equals(name)).findFirst();
  }
}
