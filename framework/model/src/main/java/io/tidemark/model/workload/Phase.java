package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.workload.PhaseKeys.Rates;
import io.tidemark.model.workload.PhaseKeys.Times;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One stretch of the test: what is absent stays as the phase before left it.
 *
 * @param keys what a workload file says of it, with a name and a length
 * @param objectives conditions that this phase must meet
 */
@RecordBuilder
public record Phase(PhaseKeys keys, List<Objective> objectives) implements PhaseBuilder.With {

  /** A phase without a file and without objectives; {@code more} sets its other keys. */
  public static Phase of(String name, Duration length, Consumer<PhaseKeysBuilder> more) {
    PhaseKeys keys =
        Grammar.defaults(PhaseKeys.class)
            .with(all -> more.accept(all.name(Optional.of(name)).duration(Optional.of(length))));
    return new Phase(keys, List.of());
  }

  public Phase {
    objectives = List.copyOf(objectives);
  }

  /** How long a run measures, or each step of a sweep; empty: until interrupted. */
  public static Optional<Duration> measured(List<Phase> phases, TimeSpec time) {
    Optional<Duration> phased = phases.stream().map(Phase::duration).reduce(Duration::plus);
    return phased.or(time::test).filter(length -> !length.isZero()); // zero: missing, reported
  }

  /** Unique in the workload. */
  public String name() {
    return keys.name().orElseThrow();
  }

  public Duration duration() {
    return keys.pause().or(keys::duration).orElse(Duration.ZERO);
  }

  /** Whether producers send nothing; the phase after it goes on as the one before it. */
  public boolean pause() {
    return keys.pause().isPresent();
  }

  /** Rate over all producers when it begins. */
  public Optional<Double> startRatePerSecond() {
    return keys.rate().flatMap(Rates::from);
  }

  /** Rate when it ends; empty: the rate at its start. */
  public Optional<Double> endRatePerSecond() {
    return keys.rate().flatMap(Rates::to);
  }

  /** Processing time of each consumer for one message when it begins. */
  public Optional<Duration> startProcessingTime() {
    return keys.consumerProcessingTime().flatMap(Times::from);
  }

  /** Processing time when it ends; empty: that at its start. */
  public Optional<Duration> endProcessingTime() {
    return keys.consumerProcessingTime().flatMap(Times::to);
  }

  /** Size of every message. */
  public Optional<Integer> messageSizeBytes() {
    return keys.messageSize();
  }

  /** Producers of each topic. */
  public Optional<Integer> producersPerTopic() {
    return keys.producersPerTopic();
  }

  /** Consumers of each subscription. */
  public Optional<Integer> consumersPerSubscription() {
    return keys.consumerPerSubscription();
  }

  /** A phase of one rate, named after it. */
  public Phase at(BigDecimal ratePerSecond) {
    String name = name() + "-" + ratePerSecond.stripTrailingZeros().toPlainString();
    return new Phase(keys.step(name, duration(), ratePerSecond.doubleValue()), objectives);
  }

  /** The phase with more or less of everything. */
  Phase scaled(WorkloadKeys.ScaleKeys scale) {
    PhaseKeys scaled =
        keys.with()
            .rate(
                keys.rate()
                    .flatMap(
                        line ->
                            Rates.of(
                                line.from().map(each -> each * scale.rate()),
                                line.to().map(each -> each * scale.rate()))))
            .producersPerTopic(producersPerTopic().map(scale::clients))
            .consumerPerSubscription(consumersPerSubscription().map(scale::clients))
            .build();
    return new Phase(scaled, objectives);
  }

  /** The phase with another name. */
  public Phase named(String other) {
    return new Phase(keys.named(other), objectives);
  }

  /** A workload file's element of {@code phases}. */
  Map<String, Object> written() {
    Map<String, Object> map = new LinkedHashMap<>(WrittenRecord.of(keys));
    map.remove("objectives");
    if (!objectives.isEmpty()) {
      map.put("objectives", Objective.written(objectives));
    }
    return map;
  }
}
