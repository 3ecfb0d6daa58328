package io.tidemark.coordinator;

import io.tidemark.model.result.Achieved;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.worker.RoundTripCounts;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.ObjectiveKeys;
import io.tidemark.model.workload.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
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
    OptionalDouble actual = actual(objective);
    if (actual.isEmpty() || Double.isNaN(actual.getAsDouble())) {
      return new ObjectiveResult(objective.key(), objective.condition(), NOT_MEASURED, false);
    }
    double value = actual.getAsDouble();
    return new ObjectiveResult(
        objective.key(),
        objective.condition(),
        text(value, objective),
        objective.comparison().holds(value, objective.limit()));
  }

  private OptionalDouble actual(Objective objective) {
    return switch (objective.key()) {
      case "publishRate" -> sampled() ? publishRate(objective.unit()) : OptionalDouble.empty();
      case "consumeRate" -> sampled() ? consumeRate(objective.unit()) : OptionalDouble.empty();
      case "roundTripRate" -> sampled() ? roundTripRate(objective.unit()) : OptionalDouble.empty();
      default -> number(objective);
    };
  }

  /** Rates come from samples; where none was taken in time they are not 0 but unknown. */
  private boolean sampled() {
    return facts.samples().anySample(facts.measuredNames());
  }

  private OptionalDouble publishRate(Unit unit) {
    List<PhaseResult> phases = measured().producing();
    double acknowledged = mean(phases, phase -> phase.rates().acknowledgedPerSecond());
    if (unit != Unit.PERCENT) {
      return OptionalDouble.of(
          unit == Unit.PER_SECOND
              ? acknowledged
              : mean(phases, phase -> phase.rates().acknowledgedBytesPerSecond()));
    }
    return shareOfIntended(phases, acknowledged, phase -> phase.counters().acknowledged());
  }

  /** In percent; unknown where a phase had no schedule. */
  private static OptionalDouble shareOfIntended(
      List<PhaseResult> phases, double perSecond, ToLongFunction<PhaseResult> messages) {
    Optional<Double> intended = MeasuredPhases.intendedRate(phases);
    if (intended.isEmpty()) {
      return OptionalDouble.empty();
    }
    double seconds = phases.stream().mapToLong(PhaseResult::lengthNanos).sum() / 1e9;
    long ofThesePhases = phases.stream().mapToLong(messages).sum();
    return OptionalDouble.of(
        new Achieved(perSecond, ofThesePhases, seconds).percentOf(intended.get()));
  }

  private OptionalDouble consumeRate(Unit unit) {
    List<PhaseResult> phases = measured().consuming();
    double received = mean(phases, phase -> phase.rates().receivedPerSecond());
    double published =
        mean(phases, phase -> phase.rates().acknowledgedPerSecond())
            * facts.workload().subscriptionsPerTopic();
    return switch (unit) {
      case PER_SECOND -> OptionalDouble.of(received);
      case BYTES_PER_SECOND ->
          OptionalDouble.of(mean(phases, phase -> phase.rates().receivedBytesPerSecond()));
      default ->
          published == 0 ? OptionalDouble.empty() : OptionalDouble.of(100 * received / published);
    };
  }

  /** Not in bytes: a round trip has two sizes. */
  private OptionalDouble roundTripRate(Unit unit) {
    List<PhaseResult> phases = facts.measuredPhases();
    if (facts.requestReply().isEmpty() || unit == Unit.BYTES_PER_SECOND) {
      return OptionalDouble.empty();
    }
    double answered = mean(phases, phase -> phase.rates().roundTripsPerSecond());
    if (unit == Unit.PER_SECOND) {
      return OptionalDouble.of(answered);
    }
    return shareOfIntended(phases, answered, phase -> phase.counters().roundTrips().answered());
  }

  private MeasuredPhases measured() {
    boolean takeTurns = facts.workload().pattern() == Pattern.FILL_THEN_DRAIN;
    return new MeasuredPhases(facts.phases(), takeTurns);
  }

  private static double mean(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> rate) {
    return MeasuredPhases.mean(phases, rate).orElse(Double.NaN);
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
    return delivery.sent() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * number.getAsDouble() / delivery.sent());
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
    return switch (objective.unit()) {
      case NANOSECONDS -> Text.nanos(value);
      case PER_SECOND -> Text.rate(value);
      case BYTES_PER_SECOND -> String.format(Locale.ROOT, "%,.0f B/s", value);
      case PERCENT -> Text.percent(value, objective.limit());
      case COUNT -> Text.count((long) value);
    };
  }
}
