package io.tidemark.coordinator;

import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the broker counted what we counted, the probes before the load included. Sends that
 * failed here or were never answered may have arrived there.
 */
final class CountJudge {
  private static final long UNLIMITED = Long.MAX_VALUE / 2;

  private final RunFacts facts;
  private final Workload workload;
  private final Findings findings;

  CountJudge(RunFacts facts, Findings findings) {
    this.facts = facts;
    this.workload = facts.workload();
    this.findings = findings;
  }

  void judge() {
    BrokerCounts.Totals broker = facts.brokerCounts();
    boolean told = broker.published().isPresent() || broker.delivered().isPresent();
    boolean asks = workload.pattern() == Pattern.REQUEST_REPLY; // Replies are counted there too.
    if (asks || facts.ending() != RunEnd.Ending.COMPLETED) {
      return;
    }
    if (!told) {
      silent();
      return;
    }
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      findings.remark(
          "broker-counts-not-compared", told(broker) + "; not compared: " + obstacle.get());
      return;
    }
    Counters ours = facts.total();
    ProbeCounts probes = facts.probes();
    long published = BrokerCounts.publishedBy(ours, probes);
    long perhaps =
        ours.failed()
            + facts.delivery().unacknowledged()
            + Math.max(0, probes.sent() - probes.acknowledged());
    long delivered = BrokerCounts.deliveredTo(ours, probes);
    // What is still on its way when a run gives up waiting is no difference, and may be lost.
    boolean allReceived = facts.drained() || !facts.missing();
    boolean same =
        check("published", broker.published(), published, perhaps)
            & check("delivered", broker.delivered(), delivered, allReceived ? 0 : UNLIMITED);
    if (same && !allReceived && broker.delivered().isPresent()) {
      findings.remark(
          "broker-counts-not-compared",
          told(broker)
              + (broker.published().isPresent() ? "; published in accord with ours" : "")
              + "; delivered not compared: the drain did not complete, so what the broker delivered"
              + " and this run did not receive ("
              + Text.count(Math.max(0, broker.delivered().get() - delivered))
              + " messages more than ours) may be lost or late"
              + probes()
              + waited());
    } else if (same) {
      findings.remark(
          "broker-counts", told(broker) + ", in accord with ours" + probes() + waited());
    }
  }

  /** Not every driver asks its broker or for counts; one that asks may get no answer at all. */
  private void silent() {
    if (facts.brokerCounts().heard()) {
      return;
    }
    facts.events().stream()
        .filter(event -> event.kind().equals("TELEMETRY") && event.subject().equals("broker"))
        .findFirst()
        .ifPresent(
            event ->
                findings.remark(
                    "broker-counts-not-compared",
                    "the broker told nothing of itself: " + event.detail()));
  }

  private String probes() {
    long sent = facts.probes().sent();
    return sent == 0
        ? ""
        : ", %s probe%s before the load among them"
            .formatted(Text.count(sent), sent == 1 ? "" : "s");
  }

  private String waited() {
    return "; the run waited %s for its statistics"
        .formatted(Text.nanos(facts.brokerCounts().waited().toNanos()));
  }

  private Optional<String> obstacle() {
    if (!workload.topicNames().isEmpty() || workload.pattern() == Pattern.CONSUME_ONLY) {
      return Optional.of("the topics existed before, with counts of their own");
    }
    if (!facts.lostWorkers().isEmpty()) {
      return Optional.of("a worker was lost with what it had counted");
    }
    if (facts.brokerCounts().nodeDown()) {
      return Optional.of("a node of the broker was down, and its counts with it");
    }
    boolean reconnected =
        facts.events().stream().anyMatch(event -> event.kind().equals("CONNECTION_LOST"));
    return reconnected
        ? Optional.of("a connection was lost, and what the broker had counted for it")
        : Optional.empty();
  }

  private boolean check(String what, Optional<Long> broker, long ours, long mayBeMore) {
    if (broker.isEmpty()) {
      return true;
    }
    long count = broker.get();
    long apart = count < ours ? ours - count : Math.max(0, count - ours - mayBeMore);
    double percent = 100.0 * apart / Math.max(1, ours);
    double limit = Threshold.BROKER_COUNT_SHARE.in(workload);
    if (percent <= limit) {
      return true;
    }
    if (count < ours && !facts.brokerCounts().settled()) {
      findings.remark(
          "broker-counts-not-compared",
          told(facts.brokerCounts())
              + "; not compared: its statistics had not settled yet"
              + waited());
      return false;
    }
    findings.invalidates(
        "broker-counts-differ",
        "the broker counted %s %s messages, this run %s: %s apart, at most %s allowed%s%s"
            .formatted(
                Text.count(count),
                what,
                Text.count(ours),
                Text.percent(percent),
                Text.percent(limit),
                probes(),
                waited()));
    return false;
  }

  private static String told(BrokerCounts.Totals broker) {
    List<String> counts = new ArrayList<>();
    broker.published().ifPresent(n -> counts.add(Text.count(n) + " published"));
    broker.delivered().ifPresent(n -> counts.add(Text.count(n) + " delivered"));
    broker.acknowledged().ifPresent(n -> counts.add(Text.count(n) + " acknowledged"));
    return "the broker counted " + String.join(", ", counts) + " messages";
  }
}
