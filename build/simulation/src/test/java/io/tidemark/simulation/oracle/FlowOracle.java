package io.tidemark.simulation.oracle;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.SeedPlan.Event;
import io.tidemark.simulation.plan.SeedPlan.Kind;
import io.tidemark.simulation.world.SentMessage;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** Compares latencies, phases and samples of a complete run with the messages of the broker. */
final class FlowOracle {
  private static final Set<Measure> BETWEEN_CLOCKS =
      EnumSet.of(
          Measure.END_TO_END, Measure.END_TO_END_FROM_SEND, Measure.REQUEST_LEG, Measure.REPLY_LEG);

  private static final double[] PERCENTS = {1, 50, 90, 99, 100};

  /** Steps of histograms, and a reading of the clock. */
  private static final long TOLERANCE_NANOS = 1_000;

  /** Drift, over the load and while a message waits. */
  private static final double CLOCK_SHARE = 0.001;

  private static final long CLOCK_NANOS = 100_000;

  private final SeedPlan plan;
  private final RunResult result;
  private final Ledger ledger;

  private final long testNanos;

  /** Between a worker and the coordinator; results state only what it is between workers. */
  private final ClockErrors clocks;

  private final Discrepancies problems = new Discrepancies();

  /**
   * @param testMillis of the run: one of a study is shorter
   */
  FlowOracle(SeedPlan plan, int testMillis, RunResult result, Ledger ledger) {
    this.plan = plan;
    this.testNanos = testMillis * 1_000_000L;
    this.result = result;
    this.ledger = ledger;
    this.clocks = ledger.clockErrors();
  }

  List<String> problems() {
    if (result.verdictInputs().damages().isEmpty()) {
      samples();
    }
    boolean steps = plan.has(Kind.STEP);
    for (Measure measure : measures()) {
      Histogram all = new Histogram(3);
      result
          .phases()
          .forEach(
              phase -> Optional.ofNullable(phase.histograms().get(measure)).ifPresent(all::add));
      latencies("the run", measure, all, message -> true);
    }
    if (!steps && plan.openLoop() && plan.second().isEmpty()) {
      schedule();
    }
    boolean late =
        result.events().stream().anyMatch(event -> event.kind().equals(RunEvent.LATE_PHASE));
    if (!late) {
      for (int i = 0; i < result.phases().size(); i++) {
        phase(i);
      }
      totals();
    }
    return problems.all();
  }

  /** Clocks that are said to be one are not watched: if one jumps, what they show is no measure. */
  private List<Measure> measures() {
    return plan.has(Kind.STEP) && plan.aheadMicros().isEmpty() ? List.of() : ledger.measures();
  }

  /** A producer's messages are due at equal distances. */
  private void schedule() {
    double distance = 1e9 * plan.allProducers() / plan.rate();
    Map<Object, SentMessage> first = new IdentityHashMap<>();
    for (SentMessage message : ledger.messages()) {
      SentMessage begin = first.putIfAbsent(message.producer(), message);
      if (begin != null) {
        double due = distance * (message.number() - begin.number());
        double waited = begin.delayNanos() + message.delayNanos();
        double measured = message.intendedNanos() - begin.intendedNanos();
        problems.require(
            Math.abs(measured - due) <= (due + waited) * CLOCK_SHARE + CLOCK_NANOS,
            "message " + message.number() + " was due after " + measured + " ns, planned " + due);
      }
    }
  }

  private void latencies(
      String where, Measure measure, Histogram measured, Predicate<SentMessage> of) {
    long[] truth = ledger.latencies(measure, of, true);
    if (truth.length != ledger.latencies(measure, of, false).length) {
      return; // Something happened during the last snapshot.
    }
    long bound = bound(measure);
    long negative = truth.length - measured.getTotalCount();
    if (negative != 0) {
      boolean explained =
          bound > 0 && negative > 0 && truth[(int) negative - 1] <= bound + TOLERANCE_NANOS;
      problems.require(
          explained,
          measure
              + " of "
              + where
              + " has "
              + measured.getTotalCount()
              + " values, in truth "
              + truth.length
              + " (clocks to within "
              + bound
              + " ns)");
      return;
    }
    for (double percent : truth.length == 0 ? new double[0] : PERCENTS) {
      int rank = (int) Math.max(1, Math.ceil(percent / 100 * truth.length));
      near(
          "p" + percent + " of " + measure + " of " + where,
          measured.getValueAtPercentile(percent),
          truth[rank - 1],
          bound);
    }
  }

  /** How wrong a latency may be: as wrong as clocks are said to be, and by their jumps. */
  private long bound(Measure measure) {
    Clocks clocks = result.verdictInputs().clocks();
    long number = plan.events().stream().filter(event -> event.kind() == Kind.STEP).count();
    long jumps = Math.max(number * clocks.worstStepNanos(), unreadNanos());
    return jumps + (BETWEEN_CLOCKS.contains(measure) || jumps > 0 ? clocks.worstBoundNanos() : 0);
  }

  /**
   * Jumps of one clock in both directions, of which readings show only the sum, and those that are
   * shorter than readings are exact.
   */
  private long unreadNanos() {
    Map<Integer, List<Long>> byWorker =
        plan.events().stream()
            .filter(event -> event.kind() == Kind.STEP)
            .collect(groupingBy(Event::worker, mapping(Event::stepNanos, toList())));
    return byWorker.values().stream()
        .filter(
            steps ->
                steps.stream().map(Long::signum).distinct().count() > 1
                    || steps.stream().allMatch(this::isHidden))
        .flatMap(List::stream)
        .mapToLong(Math::abs)
        .sum();
  }

  private boolean isHidden(long stepNanos) {
    return Math.abs(stepNanos) <= 2 * plan.readingErrorNanos();
  }

  private void near(String what, double value, double truly, long bound) {
    problems.require(
        Math.abs(value - truly) <= (truly + bound) / 100 + TOLERANCE_NANOS + bound,
        String.format(
            Locale.ROOT, "%s is %.0f ns; in truth %.0f (+- %d)", what, value, truly, bound));
  }

  /** By the clocks of its workers, a moment near its begin or end may be outside or inside. */
  private void phase(int index) {
    PhaseResult phase = result.phases().get(index);
    Predicate<SentMessage> surely = message -> isSurely(index, message);
    Predicate<SentMessage> maybe =
        message -> maybe(index, message.intendedNanos(), clocks.ofDue(message));
    if (ledger.messages().stream().filter(maybe).allMatch(surely)) {
      measures()
          .forEach(
              measure ->
                  latencies(
                      phase.name(),
                      measure,
                      Optional.ofNullable(phase.histograms().get(measure)).orElse(new Histogram(3)),
                      surely));
    }
    Ledger.At surelyAt = (worker, nanos) -> isSurely(index, nanos, clocks.nanos(worker, nanos));
    Ledger.At maybeAt = (worker, nanos) -> maybe(index, nanos, clocks.nanos(worker, nanos));
    for (Counter counter : ledger.counters()) {
      problems.between(
          counter + " of the messages of " + phase.name(),
          Optional.of(phase.counters().get(counter)),
          begin -> ledger.count(counter, surely, (worker, nanos) -> true, begin),
          begin -> ledger.count(counter, maybe, (worker, nanos) -> true, begin));
      if (counter == Counter.SENT && plan.sendsBlock()
          || counter == Counter.FAILED && plan.requestsWait()) {
        continue; // A send that ends later counts later.
      }
      problems.between(
          counter + " in the time of " + phase.name(),
          Optional.of(phase.byTime().counters().get(counter)),
          begin -> ledger.count(counter, all -> true, surelyAt, begin),
          begin -> ledger.count(counter, all -> true, maybeAt, begin));
    }
    if (phase.measured() && !plan.sites().two()) {
      problems.require(
          phase.lengthNanos() == testNanos, phase.name() + " took " + phase.lengthNanos() + " ns");
    }
  }

  /** What a user reads first. */
  private void totals() {
    Predicate<SentMessage> measured =
        message -> result.phases().get(phaseAt(message.intendedNanos())).measured();
    if (!ledger.messages().stream()
        .allMatch(message -> isSurely(phaseAt(message.intendedNanos()), message))) {
      return;
    }
    for (Measure measure : measures()) {
      long[] truth = ledger.latencies(measure, measured, true);
      Optional<LatencyMicros> summary = result.totals().latencies().get(measure);
      if (truth.length == 0
          || truth.length != ledger.latencies(measure, measured, false).length
          || truth[0] <= bound(measure) + TOLERANCE_NANOS) {
        continue;
      }
      problems.require(summary.isPresent(), measure + " has no summary");
      summary.ifPresent(figures -> summary(measure, figures, truth));
    }
  }

  private void summary(Measure measure, LatencyMicros figures, long... truth) {
    double sum = 0;
    for (long each : truth) {
      sum += each;
    }
    long bound = bound(measure);
    near("the mean " + measure, 1e3 * figures.mean(), sum / truth.length, bound);
    near("the median " + measure, 1e3 * figures.p50(), ranked(50, truth), bound);
    near("the 95th percentile of " + measure, 1e3 * figures.p95(), ranked(95, truth), bound);
    near("the 99th percentile of " + measure, 1e3 * figures.p99(), ranked(99, truth), bound);
    near("the highest " + measure, 1e3 * figures.max(), truth[truth.length - 1], bound);
    problems.require(
        figures.count() == truth.length, measure + " of " + figures.count() + " messages");
  }

  private static long ranked(int percent, long... truth) {
    return truth[(int) Math.max(1, Math.ceil(percent / 100.0 * truth.length)) - 1];
  }

  /** The phase of a virtual time. What lies before the first belongs to it. */
  private int phaseAt(long nanos) {
    long epochNanos = ledger.epochNanos(nanos);
    int index = 0;
    while (index + 1 < result.phases().size()
        && result.phases().get(index + 1).startEpochNanos() <= epochNanos) {
      index++;
    }
    return index;
  }

  /** Whether it was due in a phase by any clock. */
  private boolean isSurely(int index, SentMessage message) {
    return isSurely(index, message.intendedNanos(), clocks.ofDue(message));
  }

  private boolean isSurely(int index, long nanos, long error) {
    return phaseAt(nanos - error) == index && phaseAt(nanos + error) == index;
  }

  private boolean maybe(int index, long nanos, long error) {
    return phaseAt(nanos - error) <= index && phaseAt(nanos + error) >= index;
  }

  /** Samples follow each other, and are all that their phase is. */
  private void samples() {
    for (PhaseResult phase : result.phases()) {
      Counters sum = Counters.ZERO;
      long end = phase.startEpochNanos();
      for (Sample sample : result.samples()) {
        if (sample.phase().equals(phase.name())) {
          problems.require(
              Math.abs(sample.startEpochNanos() - end) < 1_000,
              "a sample of "
                  + phase.name()
                  + " begins "
                  + (sample.startEpochNanos() - end)
                  + " ns after the end of the one before");
          end = sample.startEpochNanos() + sample.lengthNanos();
          sum = sum.plus(sample.counters());
        }
      }
      for (Counter counter : ledger.counters()) {
        problems.require(
            sum.get(counter) == phase.byTime().counters().get(counter),
            counter
                + " of all samples of "
                + phase.name()
                + " is "
                + sum.get(counter)
                + ", of the phase "
                + phase.byTime().counters().get(counter));
      }
    }
  }
}
