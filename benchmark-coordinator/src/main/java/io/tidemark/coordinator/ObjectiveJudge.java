package io.tidemark.coordinator;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.ObjectiveKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Compares objectives with what was measured: latencies and rates over all measured phases, of a
 * sweep over each step by itself; counts over the whole run.
 */
final class ObjectiveJudge {
  static final String NOT_MEASURED = "not measured";

  private final RunFacts facts;

  ObjectiveJudge(RunFacts facts) {
    this.facts = facts;
  }

  List<ObjectiveResult> results() {
    return facts.workload().objectives().stream().flatMap(this::results).toList();
  }

  private Stream<ObjectiveResult> results(Objective objective) {
    return isSweep() && isOfPhases(objective)
        ? facts.measuredPhases().stream().map(step -> ofStep(objective, step))
        : Stream.of(result(objective));
  }

  /** Whether the measured phases are steps with more and more requesters, which do not mix. */
  private boolean isSweep() {
    return facts.measuredPhases().stream()
            .flatMap(phase -> phase.requesters().stream())
            .distinct()
            .count()
        > 1;
  }

  private static boolean isOfPhases(Objective objective) {
    return ObjectiveKeys.measure(objective.key()).isPresent() || objective.key().endsWith("Rate");
  }

  private ObjectiveResult ofStep(Objective objective, PhaseResult step) {
    ObjectiveResult result = new ObjectiveJudge(facts.only(step)).result(objective);
    return new ObjectiveResult(
        result.key() + " of " + step.name(), result.condition(), result.actual(), result.met());
  }

  private ObjectiveResult result(Objective objective) {
    return ObjectiveKeys.measure(objective.key())
        .map(measure -> new LatencyJudge(facts).judge(objective, measure))
        .orElseGet(() -> other(objective));
  }

  private ObjectiveResult other(Objective objective) {
    if (ObjectiveKeys.rates().containsKey(objective.key())) {
      return new RateJudge(facts).judge(objective);
    }
    OptionalDouble actual = number(objective);
    if (actual.isEmpty()) {
      return new ObjectiveResult(objective.key(), objective.condition(), NOT_MEASURED, false);
    }
    double value = actual.getAsDouble();
    return new ObjectiveResult(
        objective.key(),
        objective.condition(),
        text(value, objective),
        objective.comparison().holds(value, objective.limit()));
  }

  private OptionalDouble number(Objective objective) {
    DeliveryReport delivery = facts.delivery();
    OptionalDouble number =
        switch (objective.key()) {
          case "lost" -> of(delivery.lost());
          case "duplicated" -> of(delivery.duplicated());
          case "outOfOrder" -> of(delivery.outOfOrder());
          case "corrupted" -> of(delivery.corrupted());
          case "foreign" -> of(delivery.foreign());
          case "unacknowledged" -> OptionalDouble.of(delivery.unacknowledged());
          case "errors" -> OptionalDouble.of(facts.total().failed());
          case "consumeErrors" -> OptionalDouble.of(facts.total().consumerErrors());
          case "backlog" -> endBacklog();
          case "maxBacklog" -> facts.samples().mostBacklog();
          default ->
              facts.requestReply().map(r -> number(objective, r)).orElse(OptionalDouble.empty());
        };
    if (objective.unit() != Unit.PERCENT || number.isEmpty()) {
      return number;
    }
    long of = facts.workload().fromRun().isPresent() ? expected(delivery) : delivery.sent();
    return of == 0 ? OptionalDouble.empty() : OptionalDouble.of(100 * number.getAsDouble() / of);
  }

  /** Messages of an earlier run that were to be received. */
  private static long expected(DeliveryReport delivery) {
    return delivery.subscriptions().stream().mapToLong(SubscriptionDelivery::expected).sum();
  }

  private static OptionalDouble number(Objective objective, RequestReplyReport report) {
    RoundTripCounts counts = report.counts();
    return switch (objective.key()) {
      case "timeouts" -> OptionalDouble.of(counts.timedOut());
      case "lateReplies" -> OptionalDouble.of(counts.late());
      case "duplicateReplies" -> OptionalDouble.of(counts.duplicateReplies());
      case "neverAsked" -> OptionalDouble.of(counts.neverAsked());
      case "unanswered" -> OptionalDouble.of(report.unanswered());
      case "requestsLost" -> of(report.requestsLost());
      case "repliesLost" -> of(report.repliesLost());
      default -> OptionalDouble.empty();
    };
  }

  /** When the load stopped. */
  private OptionalDouble endBacklog() {
    return facts.samples().lastBacklog(facts.measuredNames());
  }

  private static OptionalDouble of(Optional<Long> number) {
    return number.map(n -> OptionalDouble.of(n)).orElse(OptionalDouble.empty());
  }

  private static String text(double value, Objective objective) {
    return objective.unit() == Unit.PERCENT
        ? Text.percent(value, objective.limit())
        : Text.count((long) value);
  }
}
