package io.tidemark.verdict;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.RunPart;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Objective;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares objectives with what was measured: latencies and rates over all measured phases, of a
 * sweep over each step by itself; counts over the whole run; those of a phase over that phase.
 *
 * @param phase the one phase that is judged; empty: all measured ones
 */
record ObjectiveRule(RuleInput facts, Optional<PhaseResult> phase) implements RunPart {
  private static final double NANOS_PER_MICRO = 1e3;

  ObjectiveRule(RuleInput facts) {
    this(facts, Optional.empty());
  }

  List<ObjectiveResult> results() {
    return Stream.concat(
            facts.criteria().objectives().stream().flatMap(this::ofTest),
            facts.criteria().phaseObjectives().entrySet().stream()
                .flatMap(each -> ofPhase(each.getKey(), each.getValue())))
        .toList();
  }

  private Stream<ObjectiveResult> ofTest(Objective objective) {
    Metric metric = MetricNames.of(objective);
    boolean ofPhases = metric.measure().isPresent() || metric.counter().isPresent();
    return isSweep() && ofPhases
        ? facts.measuredPhases().stream().map(step -> ofStep(objective, step))
        : Stream.of(result(objective, metric));
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
            .flatMap(each -> each.scale().requesters().stream())
            .distinct()
            .count()
        > 1;
  }

  private ObjectiveResult ofStep(Objective objective, PhaseResult step) {
    return new ObjectiveRule(facts.only(step), Optional.of(step))
        .result(objective, MetricNames.of(objective))
        .of(step.name());
  }

  private ObjectiveResult result(Objective objective, Metric metric) {
    Optional<String> name = phase.map(PhaseResult::name);
    if (metric.measure().isPresent()) {
      return new LatencyObjective(facts).judge(objective, metric);
    }
    if (metric.effect().isPresent()) {
      return FaultObjective.judge(
          objective, name.map(facts::faultsIn).orElseGet(facts.run()::faults));
    }
    return metric.counter().isPresent()
        ? new RateObjective(facts).judge(objective, metric, name)
        : value(objective, number(objective, metric));
  }

  private static ObjectiveResult value(Objective objective, OptionalDouble number) {
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

  /** In the unit of the limit; what is known for the run as a whole only is not of a phase. */
  private OptionalDouble number(Objective objective, Metric metric) {
    OptionalDouble value =
        phase.isPresent() && !metric.isOfPhases() ? OptionalDouble.empty() : metric.value(this);
    if (value.isEmpty()) {
      return value;
    }
    return switch (objective.unit()) {
      case NANOSECONDS -> OptionalDouble.of(value.getAsDouble() * NANOS_PER_MICRO);
      case PERCENT -> share(value.getAsDouble());
      default -> value;
    };
  }

  /** Of the messages that were sent, or those of an earlier run that were to be received. */
  private OptionalDouble share(double number) {
    DeliveryReport delivery = facts.delivery();
    boolean earlier = facts.workload().destinations().fromRun().isPresent();
    long sent =
        phase
            .map(each -> each.counters().get(Counter.SENT))
            .orElseGet(() -> earlier ? expected(delivery) : delivery.sent());
    return sent == 0 ? OptionalDouble.empty() : OptionalDouble.of(100 * number / sent);
  }

  private static long expected(DeliveryReport delivery) {
    return delivery.subscriptions().stream().mapToLong(SubscriptionDelivery::expected).sum();
  }

  @Override
  public JudgedRun run() {
    return facts.run();
  }

  @Override
  public OptionalDouble backlog() {
    return facts
        .samples()
        .lastBacklog(phase.map(each -> Set.of(each.name())).orElseGet(facts::measuredNames));
  }

  @Override
  public OptionalDouble mostBacklog() {
    return phase
        .map(each -> facts.samples().mostBacklog(each.name()))
        .orElseGet(facts.samples()::mostBacklog);
  }

  private static String text(double value, Objective objective) {
    return switch (objective.unit()) {
      case PERCENT -> Text.percent(value, objective.limit());
      case NANOSECONDS -> Text.nanos((long) value);
      case PER_SECOND -> Text.rate(value);
      default -> Text.count((long) value);
    };
  }
}
