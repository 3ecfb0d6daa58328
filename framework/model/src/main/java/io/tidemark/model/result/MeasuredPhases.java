package io.tidemark.model.result;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.PhaseNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The measured phases of a run taken together; warm-up and drain are left out.
 *
 * @param all in order
 * @param takeTurns whether producers and consumers were active one after the other
 */
public record MeasuredPhases(List<PhaseResult> all, boolean takeTurns) {
  public MeasuredPhases {
    all = all.stream().filter(PhaseResult::measured).toList();
  }

  /** Phases with active producers. */
  public List<PhaseResult> producing() {
    return takeTurns ? without(PhaseNames.DRAIN) : all;
  }

  /** Phases with active consumers. */
  public List<PhaseResult> consuming() {
    return takeTurns ? without(PhaseNames.FILL) : all;
  }

  private List<PhaseResult> without(String name) {
    return all.stream().filter(phase -> !phase.name().equals(name)).toList();
  }

  /**
   * What happened in all of them. If producers and consumers were active in turn, each side has its
   * own time.
   */
  public Throughput byTime() {
    Throughput all = sum(this.all);
    if (!takeTurns) {
      return all;
    }
    Throughput sent = sum(producing());
    Throughput received = sum(consuming());
    return new Throughput(
        sent.counters().with(Counter.Group.RECEIVING, received.counters()),
        sent.sendingNanos(),
        received.receivingNanos());
  }

  private static Throughput sum(List<PhaseResult> phases) {
    return phases.stream().map(PhaseResult::byTime).reduce(Throughput.NONE, Throughput::plus);
  }

  /** Messages per second; known only if it is known for every phase. */
  public static Optional<Double> intendedRate(List<PhaseResult> phases) {
    if (phases.isEmpty() || phases.stream().anyMatch(p -> p.intendedRatePerSecond().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(mean(phases, p -> p.intendedRatePerSecond().orElseThrow()).orElse(0));
  }

  /**
   * Weighted by length: a short phase must not count as much as a long one. Empty where there is no
   * phase, or only several without length.
   */
  public static OptionalDouble mean(
      List<PhaseResult> phases, ToDoubleFunction<PhaseResult> figure) {
    if (phases.size() == 1) {
      return OptionalDouble.of(figure.applyAsDouble(phases.get(0)));
    }
    double sum = 0;
    double length = 0;
    for (PhaseResult phase : phases) {
      sum += figure.applyAsDouble(phase) * phase.lengthNanos();
      length += phase.lengthNanos();
    }
    return length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / length);
  }
}
