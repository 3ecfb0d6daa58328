package io.tidemark.verdict;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Which figures a run is made for: those of its objectives and of its question; without either all
 * that its pattern measures. An error is compared with the figure that it is in.
 */
final class FigureUse {
  /**
   * What a cause can have changed: the largest error in each group of figures. Groups that are
   * absent are as they should be.
   */
  record Damage(Map<FigureGroup, FigureError> errors) {
    static final Damage NONE = new Damage(new EnumMap<>(FigureGroup.class));

    Damage {
      errors = Collections.unmodifiableMap(new EnumMap<>(errors));
    }

    /** Errors of any size. */
    static Damage unknown(Set<FigureGroup> groups) {
      Damage damage = NONE;
      for (FigureGroup group : groups) {
        damage = damage.and(group, FigureError.UNKNOWN);
      }
      return damage;
    }

    /** Errors of any size in all figures that a finding can damage. */
    static Damage unknown(Found found) {
      return unknown(Found.type(found.getClass()).damages().groups());
    }

    Damage and(FigureGroup group, FigureError error) {
      Map<FigureGroup, FigureError> more = new EnumMap<>(FigureGroup.class);
      more.putAll(errors);
      more.put(group, error);
      return new Damage(more);
    }
  }

  private static final List<String> STATISTICS = List.of("p50", "p95", "p99", "p99.9", "max");
  private static final List<String> KNOWN =
      List.of("p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99");
  private static final double NANOS_PER_SECOND = 1e9;

  private final RuleInput facts;
  private final List<MetricReference> metrics;
  private final Set<FigureGroup> groups;

  private FigureUse(RuleInput facts, List<MetricReference> metrics, Set<FigureGroup> groups) {
    this.facts = facts;
    this.metrics = metrics;
    this.groups = groups;
  }

  /** Each figure that was measured. */
  static FigureUse ofAll(RuleInput facts) {
    return new FigureUse(facts, List.of(), Found.Reach.ALL.groups());
  }

  /** What its objectives and its question are about. */
  static FigureUse of(RuleInput facts) {
    List<MetricReference> judged = facts.criteria().judged();
    List<MetricReference> asked = facts.criteria().asked();
    if (asked.isEmpty() && judged.isEmpty()) {
      return facts.workload().pattern() == Pattern.FAILOVER
          ? new FigureUse(facts, List.of(), EnumSet.of(FigureGroup.DELIVERY, FigureGroup.RECOVERY))
          : ofAll(facts);
    }
    List<MetricReference> decisive =
        asked.isEmpty() ? MetricReference.asked(WorkloadQuestion.usual(facts.workload())) : asked;
    return new FigureUse(
        facts, Stream.concat(judged.stream(), decisive.stream()).toList(), Set.of());
  }

  /** Groups of which the run has figures. */
  Set<FigureGroup> measured() {
    Set<FigureGroup> measured = EnumSet.allOf(FigureGroup.class);
    if (facts.run().requestReply().isEmpty()) {
      measured.remove(FigureGroup.ROUND_TRIP_LATENCY);
    }
    if (facts.run().failover().isEmpty() && facts.run().faults().isEmpty()) {
      measured.remove(FigureGroup.RECOVERY);
    }
    return measured;
  }

  boolean isDamagedBy(Damage damage) {
    return damage.errors().entrySet().stream()
        .anyMatch(each -> isDamagedBy(each.getKey(), each.getValue()));
  }

  private boolean isDamagedBy(FigureGroup group, FigureError error) {
    return (groups.contains(group) && !usable(group, error))
        || metrics.stream().anyMatch(metric -> metric.group() == group && !usable(metric, error));
  }

  /** Whether each figure of a group can be used. */
  boolean usable(FigureGroup group, FigureError error) {
    return switch (group) {
      case RATES ->
          error.percent() != null && error.percent() <= 100 - facts.limit(Threshold.ACHIEVED_RATE);
      case PUBLISH_LATENCY, END_TO_END_LATENCY, ROUND_TRIP_LATENCY ->
          error.isKnown()
              && Arrays.stream(Measure.values())
                  .filter(measure -> FigureGroup.of(measure) == group)
                  .allMatch(
                      measure ->
                          STATISTICS.stream().allMatch(each -> isSmall(error, measure, each)));
      case RECOVERY ->
          error.isKnown()
              && recoveryNanos().allMatch(nanos -> error.isSmall(FigureError.MAX, nanos));
      case DELIVERY, TELEMETRY -> false;
    };
  }

  private boolean usable(MetricReference metric, FigureError error) {
    return metric
        .measure()
        .map(
            measure ->
                isSmall(
                    error,
                    measure,
                    metric.statistic(),
                    phase -> metric.at().map(scale -> scale.isOf(phase)).orElse(true)))
        .orElseGet(() -> usable(metric.group(), error));
  }

  /** In each measured phase. */
  private boolean isSmall(FigureError error, Measure measure, String statistic) {
    return isSmall(error, measure, statistic, any -> true);
  }

  private boolean isSmall(
      FigureError error, Measure measure, String statistic, Predicate<PhaseResult> which) {
    return facts.measuredPhases().stream()
        .filter(which)
        .flatMap(phase -> phase.latency(measure).stream())
        .allMatch(latency -> error.isSmall(statistic, value(latency, statistic)));
  }

  /** Returns a percentile; the highest known one below it, if it is not known. */
  private static double value(LatencySummary latency, String statistic) {
    OptionalDouble known = latency.nanos(statistic);
    if (known.isPresent()) {
      return known.getAsDouble();
    }
    double percentile = Double.parseDouble(statistic.substring(1));
    return KNOWN.stream()
        .filter(each -> Double.parseDouble(each.substring(1)) <= percentile)
        .flatMapToDouble(each -> latency.nanos(each).stream())
        .reduce((lower, higher) -> higher)
        .orElse(latency.minNanos());
  }

  /** Times of a failover and of faults that are known. */
  private DoubleStream recoveryNanos() {
    Stream<Long> failover =
        facts.run().failover().stream()
            .flatMap(
                each ->
                    Stream.of(
                            each.oldestMissingNanos().filter(age -> age > 0),
                            each.firstMessageNanos(),
                            each.lastMessageNanos())
                        .flatMap(Optional::stream));
    Stream<Double> faults =
        facts.run().faults().stream()
            .flatMap(fault -> fault.effect().stream())
            .flatMap(effect -> effect.recoverySeconds().stream());
    return DoubleStream.concat(
        failover.mapToDouble(Long::doubleValue),
        faults.mapToDouble(seconds -> seconds * NANOS_PER_SECOND));
  }
}
