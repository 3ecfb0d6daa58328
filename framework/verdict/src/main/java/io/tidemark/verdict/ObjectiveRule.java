package io.tidemark.verdict;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.ObjectiveKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares objectives with what was measured: latencies and rates over all measured phases, of a
 * sweep over each step by itself; counts over the whole run; those of a phase over that phase.
 */
final class ObjectiveRule {
  private final RuleInput facts;

  ObjectiveRule(RuleInput facts) {
    this.facts = facts;
  }

  List<ObjectiveResult> results() {
    return Stream.concat(
            facts.criteria().objectives().stream().flatMap(this::ofTest),
            facts.criteria().phaseObjectives().entrySet().stream()
                .flatMap(phase -> ofPhase(phase.getKey(), phase.getValue())))
        .toList();
  }

  private Stream<ObjectiveResult> ofTest(Objective objective) {
    return isSweep() && isOfPhases(objective)
        ? facts.measuredPhases().stream().map(step -> ofStep(objective, step))
        : Stream.of(result(objective, Optional.empty(), number(objective)));
  }

  private Stream<ObjectiveResult> ofPhase(String name, List<Objective> objectives) {
    return objectives.stream()
        .map(
            objective ->
                facts.measuredPhases().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .map(each -> ofStep(objective, each))
                    .orElseGet(() -> notMeasured(objective).of(name)));
  }

  /** Whether the measured phases are steps with more and more requesters, which do not mix. */
  private boolean isSweep() {
    return facts.measuredPhases().stream()
            .flatMap(phase -> phase.scale().requesters().stream())
            .distinct()
            .count()
        > 1;
  }

  private static boolean isOfPhases(Objective objective) {
    return ObjectiveKeys.measure(objective.key()).isPresent()
        || ObjectiveKeys.rate(objective.key()).isPresent();
  }

  private ObjectiveResult ofStep(Objective objective, PhaseResult step) {
    return new ObjectiveRule(facts.only(step))
        .result(objective, Optional.of(step.name()), numberOf(step, objective))
        .of(step.name());
  }

  /**
   * @param phase the one phase that is judged; empty: all measured ones
   * @param number counts for other objectives
   */
  private ObjectiveResult result(
      Objective objective, Optional<String> phase, OptionalDouble number) {
    Optional<Measure> measure = ObjectiveKeys.measure(objective.key());
    if (measure.isPresent()) {
      return new LatencyObjective(facts).judge(objective, measure.get());
    }
    if (ObjectiveKeys.ofFaults().containsKey(objective.key())) {
      return FaultObjective.judge(
          objective, phase.map(facts::faultsIn).orElseGet(facts.run()::faults));
    }
    return ObjectiveKeys.rate(objective.key()).isPresent()
        ? new RateObjective(facts).judge(objective, phase)
        : counted(objective, number);
  }

  private static ObjectiveResult counted(Objective objective, OptionalDouble number) {
    if (number.isEmpty()) {
      return notMeasured(objective);
    }
    double value = number.getAsDouble();
    return new ObjectiveResult(
        objective.key(),
        objective.condition(),
        text(value, objective),
        objective.comparison().holds(value, objective.limit()));
  }

  private static ObjectiveResult notMeasured(Objective objective) {
    return new ObjectiveResult(
        objective.key(), objective.condition(), ObjectiveResult.NOT_MEASURED, false);
  }

  private OptionalDouble number(Objective objective) {
    DeliveryReport delivery = facts.delivery();
    OptionalDouble number =
        switch (objective.key()) {
          case "lost" -> number(delivery.lost());
          case "duplicated" -> number(delivery.duplicated());
          case "outOfOrder" -> number(delivery.outOfOrder());
          case "abortedReads" -> number(delivery.abortedReads());
          case "offsetsNotUnique" -> number(delivery.offsetsNotUnique());
          case "offsetsMismatched" -> number(delivery.offsetsMismatched());
          case "commitsBack" -> number(delivery.commitsBack());
          case "commitsAhead" -> number(delivery.commitsAhead());
          case "keyOrderViolations" -> number(delivery.keyOrderViolations());
          case "corrupted" -> number(delivery.corrupted());
          case "foreign" -> number(delivery.foreign());
          case "unacknowledged" -> OptionalDouble.of(delivery.unacknowledged());
          case "errors" -> OptionalDouble.of(facts.failedSends() + delivery.unacknowledged());
          case "consumeErrors" -> OptionalDouble.of(facts.total().get(Counter.CONSUMER_ERRORS));
          case "backlog" -> endBacklog();
          case "maxBacklog" -> facts.samples().mostBacklog();
          case "recoveryPointMessages" -> ofFailover(FailoverReport::missing);
          case "recoveryPointAge" -> ofFailover(FailoverReport::oldestMissingNanos);
          case "recoveryTimeFirst" -> ofFailover(FailoverReport::firstMessageNanos);
          case "recoveryTimeLast" -> ofFailover(FailoverReport::lastMessageNanos);
          default ->
              facts.requestReply().map(r -> number(objective, r)).orElse(OptionalDouble.empty());
        };
    boolean earlier = facts.workload().destinations().fromRun().isPresent();
    return share(objective, number, earlier ? expected(delivery) : delivery.sent());
  }

  /** Messages of an earlier run that were to be received. */
  private static long expected(DeliveryReport delivery) {
    return delivery.subscriptions().stream().mapToLong(SubscriptionDelivery::expected).sum();
  }

  /** In one phase; what is known for the run as a whole only is no objective of a phase. */
  private OptionalDouble numberOf(PhaseResult phase, Objective objective) {
    Counters counts = phase.counters();
    OptionalDouble number =
        switch (objective.key()) {
          case "corrupted" ->
              number(facts.delivery().corrupted().map(all -> counts.get(Counter.CORRUPTED)));
          case "foreign" ->
              number(facts.delivery().foreign().map(all -> counts.get(Counter.FOREIGN)));
          case "unacknowledged" -> OptionalDouble.of(counts.unanswered());
          case "errors" -> OptionalDouble.of(counts.get(Counter.FAILED));
          case "consumeErrors" -> OptionalDouble.of(counts.get(Counter.CONSUMER_ERRORS));
          case "backlog" -> facts.samples().lastBacklog(List.of(phase.name()));
          case "maxBacklog" -> facts.samples().mostBacklog(phase.name());
          default ->
              facts.requestReply().isPresent() ? number(objective, counts) : OptionalDouble.empty();
        };
    return share(objective, number, counts.get(Counter.SENT));
  }

  private static OptionalDouble share(Objective objective, OptionalDouble number, long sent) {
    if (objective.unit() != Unit.PERCENT || number.isEmpty()) {
      return number;
    }
    return sent == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * number.getAsDouble() / sent);
  }

  private static OptionalDouble number(Objective objective, RequestReplyReport report) {
    return switch (objective.key()) {
      case "unanswered" -> OptionalDouble.of(report.unanswered());
      case "requestsLost" -> number(report.requestsLost());
      case "repliesLost" -> number(report.repliesLost());
      default -> number(objective, report.counts());
    };
  }

  private static OptionalDouble number(Objective objective, Counters counts) {
    return switch (objective.key()) {
      case "timeouts" -> OptionalDouble.of(counts.get(Counter.TIMED_OUT));
      case "lateReplies" -> OptionalDouble.of(counts.get(Counter.LATE));
      case "duplicateReplies" -> OptionalDouble.of(counts.get(Counter.DUPLICATE_REPLIES));
      case "neverAsked" -> OptionalDouble.of(counts.get(Counter.NEVER_ASKED));
      default -> OptionalDouble.empty();
    };
  }

  /** When the load stopped. */
  private OptionalDouble endBacklog() {
    return facts.samples().lastBacklog(facts.measuredNames());
  }

  private OptionalDouble ofFailover(Function<FailoverReport, Optional<Long>> figure) {
    return number(facts.failover().flatMap(figure));
  }

  private static OptionalDouble number(Optional<Long> count) {
    return count.map(n -> OptionalDouble.of(n)).orElse(OptionalDouble.empty());
  }

  private static String text(double value, Objective objective) {
    return switch (objective.unit()) {
      case PERCENT -> Text.percent(value, objective.limit());
      case NANOSECONDS -> Text.nanos((long) value);
      default -> Text.count((long) value);
    };
  }
}
