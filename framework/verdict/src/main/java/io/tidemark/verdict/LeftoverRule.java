package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.WARNS;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Pattern;
import io.tidemark.verdict.Found.Reach;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether the broker still has messages that all subscriptions have received: their consumers did
 * not acknowledge them to the broker, which is other work for it than that of a real application.
 */
record LeftoverRule(RuleInput facts, Findings findings) {
  private static final int SHOWN = 3;

  @Found.Type(
      value =
          "Readings of the broker contradict the counts of the run. They are negative, or a queue"
              + " had more messages than were sent, or consumers acknowledged more than they"
              + " received.",
      damages = Reach.TELEMETRY)
  @Found.Says("telemetry contradicts the run: {reading}; check the driver's telemetry")
  record TelemetryContradicts(String reading) implements Found {}

  @Found.Type(
      as = WARNS,
      value =
          "Messages were left at the broker after all subscriptions had received all. Read when all"
              + " clients are closed, if the driver reports `queueMessages` or"
              + " `subscriptionLagMessages` without delay: it did not acknowledge them to the broker."
              + " Sends that failed are subtracted.",
      next = "let the driver acknowledge each message to the broker")
  @Found.Says(
      value =
          "messages were left at the broker after all had been received: {where}; the driver "
              + "did not acknowledge them to the broker, or not all",
      brief =
          "messages were left at the broker after all had been received: {inQueues} in queues, "
              + "{forSubscriptions} for subscriptions")
  record MessagesLeft(long inQueues, long forSubscriptions, @JsonIgnore String where)
      implements Found {}

  @Found.Type(
      as = WARNS,
      value =
          "Consumers acknowledged fewer messages than they received, by the broker's count. Read at"
              + " the same time, if the driver reports `runAcknowledgedMessages` without delay.",
      next = "let the driver acknowledge each message to the broker")
  @Found.Says(
      "consumers received {#received|message|messages} and acknowledged {acknowledged} of "
          + "them, by the broker's count")
  record DeliveriesUnacknowledged(long received, long acknowledged) implements Found {}

  static void judge(RuleInput facts, Findings findings) {
    LeftAtBroker left = facts.inputs().leftAtBroker();
    left.contradictions().forEach(each -> findings.remarkDamage(new TelemetryContradicts(each)));
    LeftoverRule rule = new LeftoverRule(facts, findings);
    if (rule.everythingReceived()) {
      rule.left(left);
      rule.acknowledged(left);
    }
  }

  private void left(LeftAtBroker left) {
    long perhaps = perhapsStored();
    long queues = LeftAtBroker.sum(left.queues());
    long lags = LeftAtBroker.sum(left.lags());
    boolean inQueues = queues > perhaps;
    // Offsets count more than messages, such as the end of a transaction in a partition.
    boolean waiting = lags > perhaps + partitions();
    if (inQueues || waiting) {
      String where =
          Stream.of(
                  inQueues ? "in queues " + text(left.queues()) : "",
                  waiting ? "for subscriptions " + text(left.lags()) : "")
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining("; "));
      findings.warns(new MessagesLeft(inQueues ? queues : 0, waiting ? lags : 0, where));
    }
  }

  private void acknowledged(LeftAtBroker left) {
    // What comes again after a lost connection was not acknowledged the first time.
    long received =
        facts.inputs().probes().deliveredWith(facts.total())
            - facts.run().delivery().duplicated().orElse(0L);
    if (left.acknowledged() != null
        && left.acknowledged() < received - facts.inputs().probes().sent()) {
      findings.warns(new DeliveriesUnacknowledged(received, left.acknowledged()));
    }
  }

  /** After a clean drain, of topics that no one else uses. */
  private boolean everythingReceived() {
    boolean subscribed =
        !facts.run().delivery().subscriptions().isEmpty()
            || facts.workload().pattern() == Pattern.REQUEST_REPLY;
    return subscribed
        && facts.completed()
        && facts.ownTopics()
        && facts.workload().pattern() != Pattern.FAILOVER
        && facts.inputs().lostWorkers().isEmpty()
        && facts.inputs().drained()
        && !facts.inputs().messagesMissing()
        && facts.run().delivery().lost().orElse(0L) == 0;
  }

  /** What has failed, or was given up, may have reached the broker for each subscription. */
  private long perhapsStored() {
    Counters total = facts.total();
    long sends = total.get(Counter.FAILED) + facts.run().delivery().unacknowledged();
    long replies = total.get(Counter.TIMED_OUT) + total.get(Counter.REPLIES_FAILED);
    return sends * Math.max(1, facts.workload().destinations().subscriptionsPerTopic())
        + replies
        + facts.run().requestReply().map(RequestReplyReport::unanswered).orElse(0L);
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
