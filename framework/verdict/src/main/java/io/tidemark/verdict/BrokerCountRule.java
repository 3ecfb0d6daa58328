package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.BrokerCounts;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
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

  private final RuleInput facts;
  private final Findings findings;

  BrokerCountRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void judge() {
    BrokerCounts broker = facts.inputs().brokerCounts();
    boolean reported = broker.published() != null || broker.delivered() != null;
    boolean apart =
        facts.workload().pattern() == Pattern.REQUEST_REPLY // Replies are counted there too.
            || facts.workload().pattern() == Pattern.FAILOVER; // Each broker has counted a part.
    if (apart || !facts.completed()) {
      return;
    }
    if (!reported) {
      silent();
      return;
    }
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      findings.remark(
          FindingCode.BROKER_COUNTS_NOT_COMPARED,
          reported(broker) + "; not compared: " + obstacle.get());
      return;
    }
    Counters ours = facts.total();
    ProbeCounts probes = facts.inputs().probes();
    long published = probes.publishedWith(ours);
    long perhaps =
        ours.get(Counter.FAILED)
            + facts.delivery().unacknowledged()
            + Math.max(0, probes.sent() - probes.acknowledged());
    long delivered = probes.deliveredWith(ours);
    // Outstanding messages at the end of the wait are not a difference; they may be lost.
    boolean allReceived = facts.inputs().drained() || !facts.inputs().messagesMissing();
    boolean same =
        check("published", broker.published(), published, perhaps)
            & check("delivered", broker.delivered(), delivered, allReceived ? 0 : UNLIMITED);
    if (same && !allReceived && broker.delivered() != null) {
      findings.remark(
          FindingCode.BROKER_COUNTS_NOT_COMPARED,
          reported(broker)
              + (broker.published() != null ? "; published count equal to that of the run" : "")
              + "; delivered not compared: the drain did not complete, so messages that"
              + " the broker delivered and this run did not receive ("
              + Text.count(Math.max(0, broker.delivered() - delivered))
              + " messages more than the run) may be lost or late"
              + probes()
              + waited());
    } else if (same) {
      findings.remark(
          FindingCode.BROKER_COUNTS,
          reported(broker) + ", equal to the run's counts" + probes() + waited());
    }
  }

  /** Drivers may have no counts, and requests for them may fail. */
  private void silent() {
    if (facts.inputs().brokerCounts().heard()) {
      return;
    }
    facts.events().stream()
        .filter(event -> event.kind().equals("TELEMETRY") && event.subject().equals("broker"))
        .findFirst()
        .ifPresent(
            event ->
                findings.remark(
                    FindingCode.BROKER_COUNTS_NOT_COMPARED,
                    "the broker's telemetry is not available: " + event.detail()));
  }

  private String probes() {
    long sent = facts.inputs().probes().sent();
    return sent == 0
        ? ""
        : ", %s probe%s before the load included".formatted(Text.count(sent), sent == 1 ? "" : "s");
  }

  private String waited() {
    return "; the run waited %s for its statistics"
        .formatted(Text.nanos(facts.inputs().brokerCounts().waitedNanos()));
  }

  private Optional<String> obstacle() {
    if (!facts.ownTopics()) {
      return Optional.of("the topics existed before and have earlier counts");
    }
    if (!facts.inputs().lostWorkers().isEmpty()) {
      return Optional.of("a worker was lost with its counts");
    }
    if (facts.inputs().brokerCounts().nodeDown()) {
      return Optional.of("a node of the broker was down, so its counts are missing");
    }
    if (facts.workload().clientsChange()) {
      return Optional.of("clients were closed during the load, and the broker repeats deliveries");
    }
    boolean reconnected =
        facts.events().stream().anyMatch(event -> event.kind().equals("CONNECTION_LOST"));
    return reconnected
        ? Optional.of("a connection was lost, so the broker's counts for it are missing")
        : Optional.empty();
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
    if (count < ours && !facts.inputs().brokerCounts().settled()) {
      findings.remark(
          FindingCode.BROKER_COUNTS_NOT_COMPARED,
          reported(facts.inputs().brokerCounts())
              + "; not compared: its statistics had not settled yet"
              + waited());
      return false;
    }
    findings.invalidates(
        FindingCode.BROKER_COUNTS_DIFFER,
        "the broker counted %s %s messages, this run %s: %s apart, at most %s allowed%s%s"
            .formatted(
                Text.count(count),
                what,
                Text.count(ours),
                Text.percent(percent),
                Text.percent(limit),
                probes(),
                waited()),
        Damage.unknown(FindingCode.BROKER_COUNTS_DIFFER.damages())
            .and(FigureGroup.RATES, FigureError.ofPercent(percent)));
    return false;
  }

  private static String reported(BrokerCounts broker) {
    return Stream.of(
            part(broker.published(), " published"),
            part(broker.delivered(), " delivered"),
            part(broker.acknowledged(), " acknowledged"))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", ", "the broker counted ", " messages"));
  }

  private static Optional<String> part(@Nullable Long count, String what) {
    return Optional.ofNullable(count).map(number -> Text.count(number) + what);
  }
}
