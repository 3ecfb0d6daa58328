package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.FigureUse.Damage;
import io.tidemark.verdict.Found.Reach;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the broker's counts equal those of the run, including the probes before the load. Failed
 * or unanswered sends may have reached the broker.
 */
final class BrokerCountRule {
  private static final long UNLIMITED = Long.MAX_VALUE / 2;

  /** What the broker counted, with the probes before the load, after a wait for its statistics. */
  record Counted(
      Optional<Long> published,
      Optional<Long> delivered,
      Optional<Long> acknowledged,
      long probes,
      long waitedNanos) {
    private static final String CIRCUMSTANCES =
        "[, {#probes|probe|probes} before the load included]"
            + "; the run waited {waitedNanos} for its statistics";

    @Override
    public String toString() {
      return Stream.of(
              published.map(number -> Text.count(number) + " published"),
              delivered.map(number -> Text.count(number) + " delivered"),
              acknowledged.map(number -> Text.count(number) + " acknowledged"))
          .flatMap(Optional::stream)
          .collect(Collectors.joining(", ", "the broker counted ", " messages"));
    }
  }

  @Found.Type(
      as = INVALIDATES,
      value =
          "The broker's count of published or delivered messages differs from that of the run. By"
              + " more than `brokerCountShare` after its statistics had settled.",
      next = "check for another application on the queues",
      damages = Reach.COUNTS,
      limits = Threshold.BROKER_COUNT_SHARE)
  @Found.Says(
      value = "{brief}" + Counted.CIRCUMSTANCES,
      brief =
          "the broker counted {brokerMessages} {what} {brokerMessages|message|messages}, this "
              + "run {runMessages}: {percent} apart, at most {limitPercent} allowed")
  record BrokerCountsDiffer(
      String what,
      long brokerMessages,
      long runMessages,
      double percent,
      double limitPercent,
      @JsonUnwrapped Counted counted)
      implements Found {}

  @Found.Type(
      value = "The broker's own counts are equal to those of the run, within the limit.",
      limits = Threshold.BROKER_COUNT_SHARE)
  @Found.Says("{counted}, equal to the run's counts" + Counted.CIRCUMSTANCES)
  record BrokerCounts(@JsonUnwrapped Counted counted) implements Found {}

  @Found.Type(
      "The broker's own counts, or a part of them, cannot be compared. The drain did not"
          + " complete, a node was down, a connection or worker was lost, clients were closed"
          + " during the load, the topics existed before, or the broker did not answer.")
  interface BrokerCountsNotCompared extends Found {}

  @Found.Says("{counted}; not compared: {why}")
  record NotCompared(@JsonUnwrapped Counted counted, String why)
      implements BrokerCountsNotCompared {}

  /** Messages that the broker delivered and this run did not receive may be lost or late. */
  @Found.Says(
      value =
          "{counted}{publishedEqual|; published count equal to that of the run|}; delivered not"
              + " compared: the drain did not complete, so messages that the broker delivered and"
              + " this run did not receive ({#more|message|messages} more than the run) may be"
              + " lost or late"
              + Counted.CIRCUMSTANCES,
      brief = "{counted}; delivered not compared: the drain did not complete")
  record DeliveredNotCompared(
      @JsonUnwrapped Counted counted, @JsonIgnore boolean publishedEqual, long more)
      implements BrokerCountsNotCompared {}

  @Found.Says("the broker's telemetry is not available: {why}")
  record NoTelemetry(String why) implements BrokerCountsNotCompared {}

  private final RuleInput facts;
  private final Findings findings;
  private final VerdictInputs.BrokerCounts broker;
  private final ProbeCounts probes;
  private final Counted counted;

  private BrokerCountRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
    this.broker = facts.inputs().brokerCounts();
    this.probes = facts.inputs().probes();
    this.counted =
        new Counted(
            Optional.ofNullable(broker.published()),
            Optional.ofNullable(broker.delivered()),
            Optional.ofNullable(broker.acknowledged()),
            probes.sent(),
            broker.waitedNanos());
  }

  static void judge(RuleInput facts, Findings findings) {
    boolean apart =
        facts.workload().pattern() == Pattern.REQUEST_REPLY // Replies are counted there too.
            || facts.workload().pattern() == Pattern.FAILOVER; // Each broker has counted a part.
    if (!apart && facts.completed()) {
      new BrokerCountRule(facts, findings).judge();
    }
  }

  private void judge() {
    if (broker.published() == null && broker.delivered() == null) {
      silent();
      return;
    }
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      findings.remark(new NotCompared(counted, obstacle.get()));
      return;
    }
    Counters ours = facts.total();
    long published = probes.publishedWith(ours);
    long perhaps =
        ours.get(Counter.FAILED)
            + facts.run().delivery().unacknowledged()
            + Math.max(0, probes.sent() - probes.acknowledged());
    long delivered = probes.deliveredWith(ours);
    // Outstanding messages at the end of the wait are not a difference; they may be lost.
    boolean allReceived = facts.inputs().drained() || !facts.inputs().messagesMissing();
    boolean same =
        check("published", broker.published(), published, perhaps)
            & check("delivered", broker.delivered(), delivered, allReceived ? 0 : UNLIMITED);
    if (same && !allReceived && broker.delivered() != null) {
      findings.remark(
          new DeliveredNotCompared(
              counted, broker.published() != null, Math.max(0, broker.delivered() - delivered)));
    } else if (same) {
      findings.remark(new BrokerCounts(counted));
    }
  }

  /** Drivers may have no counts, and requests for them may fail. */
  private void silent() {
    if (!broker.heard()) {
      facts.events("TELEMETRY").stream()
          .filter(event -> event.subject().equals("broker"))
          .findFirst()
          .ifPresent(event -> findings.remark(new NoTelemetry(event.detail())));
    }
  }

  private Optional<String> obstacle() {
    if (!facts.ownTopics()) {
      return Optional.of("the topics existed before and have earlier counts");
    }
    if (!facts.inputs().lostWorkers().isEmpty()) {
      return Optional.of("a worker was lost with its counts");
    }
    if (broker.nodeDown()) {
      return Optional.of("a node of the broker was down, so its counts are missing");
    }
    if (facts.workload().clientsChange()) {
      return Optional.of("clients were closed during the load, and the broker repeats deliveries");
    }
    return facts.events("CONNECTION_LOST").isEmpty()
        ? Optional.empty()
        : Optional.of("a connection was lost, so the broker's counts for it are missing");
  }

  private boolean check(String what, @Nullable Long count, long ours, long mayBeMore) {
    if (count == null) {
      return true;
    }
    long apart = count < ours ? ours - count : Math.max(0, count - ours - mayBeMore);
    double percent = 100.0 * apart / Math.max(1, ours);
    double limit = facts.limit(Threshold.BROKER_COUNT_SHARE);
    if (percent <= limit) {
      return true;
    }
    if (count < ours && !broker.settled()) {
      findings.remark(
          new NotCompared(
              counted,
              "its statistics had not settled yet; the run waited %s for its statistics"
                  .formatted(Text.nanos(broker.waitedNanos()))));
      return false;
    }
    Found found = new BrokerCountsDiffer(what, count, ours, percent, limit, counted);
    findings.invalidates(
        found, Damage.unknown(found).and(FigureGroup.RATES, FigureError.ofPercent(percent)));
    return false;
  }
}
