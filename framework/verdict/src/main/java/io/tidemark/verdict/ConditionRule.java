package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.FAILS;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.WorkerEvent;

/** Under which conditions a run was measured. */
public final class ConditionRule {
  private static final long FEW_OF_SENT = 10_000;

  @Found.Type(
      as = FAILS,
      value =
          "Clients that join or are opened again during the load could not be opened. They are"
              + " tried again every second.",
      next = "see CLIENT_ERROR in the events")
  @Found.Says(
      value = "{brief}[; the last time: {last}]",
      brief = "opening clients during the load failed {failed} of {#tried|time|times}")
  record ClientsNotOpened(long failed, long tried, String last) implements Found {}

  @Found.Type(
      "Topics of other runs are at the broker: they were killed, or are under way."
          + " `bin/benchmark clean -d D.yaml` lists all, and removes those that are not in use (a"
          + " Kafka broker counts the consumers of a killed process for up to 1 min).")
  @Found.Says("{text}")
  record EarlierTopics(String text) implements Found {}

  @Found.Type(
      "Neither driver nor driver file says when the broker has a message. Publish latencies may"
          + " end before that: see the settings of the client, or let the driver state it"
          + " ([`acknowledgement`](capabilities.md)).")
  @Found.Says("{text}")
  public record ConfirmationUnknown(String text) implements Found {}

  @Found.Type(
      "Processes that do not belong to the run used 10 % or more of a worker's cores. The"
          + " message has the share from the preparation to the end of the load, and the names of"
          + " those with the most CPU (Linux). Child processes of the worker, Tidemark's"
          + " processes and brokers belong to the run. The answer of a study names the runs.")
  @Found.Says(
      value = "on the machine of worker {worker} {brief}",
      brief = "other processes used {used}")
  public record OtherProcesses(String worker, double cpuPercent, String used) implements Found {}

  @Found.Type(
      "`warmupDuration: auto`: rates or latencies still changed when the longest warm-up was"
          + " over. A longer `warmupLimit`, or a load that the system can sustain.")
  record WarmUpNotSteady(long limitNanos, String why) implements Found {
    @Override
    public String sentence() {
      return "the warm-up ended at its limit of " + Text.duration(limitNanos / 1e9) + ": " + why;
    }
  }

  @Found.Type("Load generator and broker shared one machine.")
  @Found.Says("generator and broker shared one machine")
  public record CoLocated() implements Found {}

  @Found.Type("Load threads did not return from a send when the load was stopped.")
  @Found.Says("{#threads|load thread|load threads} did not return from a send at the end")
  record StuckThreads(long threads) implements Found {}

  @Found.Type("Messages were due and not sent when the load stopped. No percentile contains them.")
  @Found.Says(
      "{#messages|message was|messages were} due and never sent when the load stopped[, "
          + "{dueBefore} of them due before the measured phases]; no percentile contains them")
  record DebtAtEnd(long messages, long dueBefore) implements Found {}

  private final RuleInput facts;
  private final Findings findings;

  private ConditionRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  static void judge(RuleInput facts, Findings findings) {
    new ConditionRule(facts, findings).judge();
  }

  private void judge() {
    long failed = facts.total().get(Counter.CLIENTS_FAILED);
    if (failed > 0) {
      findings.fails(
          new ClientsNotOpened(
              failed,
              failed + facts.total().get(Counter.CLIENTS_OPENED),
              facts.events(RunEvent.CLIENT_ERROR).stream()
                  .reduce((earlier, later) -> later)
                  .map(RunEvent::text)
                  .orElse("")));
    }
    facts.events(RunEvent.EARLIER_TOPICS).stream()
        .limit(1)
        .forEach(event -> findings.remark(new EarlierTopics(event.detail())));
    facts.events(RunEvent.CONFIRMATION_UNKNOWN).stream()
        .limit(1)
        .forEach(event -> findings.remark(new ConfirmationUnknown(event.detail())));
    for (RunEvent event : facts.events(RunEvent.OTHER_PROCESSES)) {
      double percent = event.numbers().getOrDefault(WorkerEvent.CPU_PERCENT, 0.0);
      findings.remark(new OtherProcesses(event.source(), percent, event.detail()));
    }
    long limit = facts.workload().time().warmup().toNanos();
    for (RunEvent event : facts.events(RunEvent.NOT_STEADY)) {
      findings.remark(new WarmUpNotSteady(limit, event.detail()));
    }
    if (facts.inputs().coLocated()) {
      findings.remark(new CoLocated());
    }
    if (facts.inputs().stuckThreads() > 0) {
      findings.remark(new StuckThreads(facts.inputs().stuckThreads()));
    }
    // Each producer may be between two messages at the stop; a few more do not change percentiles.
    if (facts.neverSent().messages()
        > facts.inputs().producers() + facts.total().get(Counter.SENT) / FEW_OF_SENT) {
      findings.remark(new DebtAtEnd(facts.neverSent().messages(), dueBefore()));
    }
  }

  /** Messages of the warm-up may be among those that were never sent; 0 for a few. */
  private long dueBefore() {
    double measured =
        facts.measuredPhases().stream()
            .flatMap(
                phase ->
                    facts.intended(phase).stream()
                        .map(all -> all.messages() - phase.counters().get(Counter.SENT)))
            .reduce(0.0, Double::sum);
    long before = facts.neverSent().messages() - Math.max(0, Math.round(measured));
    boolean many = before > facts.inputs().producers() + facts.neverSent().messages() / 100;
    return many ? before : 0;
  }
}
