package io.tidemark.verdict;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whether the broker still has messages that all subscriptions have received: their consumers did
 * not acknowledge them to the broker, which is other work for it than that of a real application.
 */
final class LeftoverRule {
  private static final int SHOWN = 3;

  private final RuleInput facts;
  private final Findings findings;

  LeftoverRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void judge() {
    LeftAtBroker left = facts.inputs().leftAtBroker();
    left.contradictions()
        .forEach(
            line ->
                findings.remarkDamage(
                    FindingCode.TELEMETRY_CONTRADICTS,
                    "telemetry contradicts the run: " + line + "; check the driver's telemetry"));
    if (!everythingReceived()) {
      return;
    }
    List<String> parts = new ArrayList<>();
    long perhaps = perhapsStored();
    if (LeftAtBroker.sum(left.queues()) > perhaps) {
      parts.add("in queues " + text(left.queues()));
    }
    // Offsets count more than messages, such as the end of a transaction in a partition.
    if (LeftAtBroker.sum(left.lags()) > perhaps + partitions()) {
      parts.add("for subscriptions " + text(left.lags()));
    }
    if (!parts.isEmpty()) {
      findings.warns(
          FindingCode.MESSAGES_LEFT,
          ("messages were left at the broker after all had been received: %s; the driver did not"
                  + " acknowledge them to the broker, or not all")
              .formatted(String.join("; ", parts)));
    }
    acknowledged(left);
  }

  private void acknowledged(LeftAtBroker left) {
    // What comes again after a lost connection was not acknowledged the first time.
    long received =
        facts.inputs().probes().deliveredWith(facts.total())
            - facts.delivery().duplicated().orElse(0L);
    if (left.acknowledged() != null
        && left.acknowledged() < received - facts.inputs().probes().sent()) {
      findings.warns(
          FindingCode.DELIVERIES_UNACKNOWLEDGED,
          "consumers received %s messages and acknowledged %s of them, by the broker's count"
              .formatted(Text.count(received), Text.count(left.acknowledged())));
    }
  }

  /** After a clean drain, of topics that no one else uses. */
  private boolean everythingReceived() {
    boolean subscribed =
        !facts.delivery().subscriptions().isEmpty()
            || facts.workload().pattern() == Pattern.REQUEST_REPLY;
    return subscribed
        && facts.completed()
        && facts.ownTopics()
        && facts.workload().pattern() != Pattern.FAILOVER
        && facts.inputs().lostWorkers().isEmpty()
        && facts.inputs().drained()
        && !facts.inputs().messagesMissing()
        && facts.delivery().lost().orElse(0L) == 0;
  }

  /** What has failed, or was given up, may have reached the broker for each subscription. */
  private long perhapsStored() {
    Counters total = facts.total();
    long sends = total.get(Counter.FAILED) + facts.delivery().unacknowledged();
    long replies = total.get(Counter.TIMED_OUT) + total.get(Counter.REPLIES_FAILED);
    return sends * Math.max(1, facts.workload().destinations().subscriptionsPerTopic())
        + replies
        + facts.requestReply().map(each -> each.unanswered()).orElse(0L);
  }

  private long partitions() {
    return (long) facts.workload().destinations().topics()
        * facts.workload().destinations().partitionsPerTopic()
        * Math.max(1, facts.workload().destinations().subscriptionsPerTopic());
  }

  private static String text(Map<String, Long> left) {
    String names =
        left.entrySet().stream()
            .limit(SHOWN)
            .map(each -> each.getKey() + " " + Text.count(each.getValue()))
            .collect(Collectors.joining(", "));
    return "%s (%s%s)"
        .formatted(
            Text.count(LeftAtBroker.sum(left)),
            names,
            left.size() > SHOWN ? ", and " + (left.size() - SHOWN) + " more" : "");
  }
}
