package io.tidemark.verdict;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricSource;
import io.tidemark.model.result.Achieved;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Compares objectives with what was measured: latencies and rates over all measured phases, of a
 * sweep over each step by itself; counts over the whole run; those of a phase over that phase.
 *
 * @param phase the one phase that is judged; empty: all measured ones
 */
record ObjectiveRule(RuleInput facts, Optional<PhaseResult> phase) implements MetricSource {
  private static final String NOT_MEASURED = "not measured";

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String NEVER_SENT = "never sent";

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
    if (metric.measure().isPresent()) {
      return latency(objective, metric);
    }
    if (metric.effect().isPresent()) {
      return ofFaults(
          objective, phase.map(each -> facts.faultsIn(each.name())).orElseGet(facts.run()::faults));
    }
    return metric.counter().isPresent()
        ? rate(objective, metric, metric.counter().get())
        : plain(objective, number(objective, metric));
  }

  private static ObjectiveResult plain(Objective objective, OptionalDouble known) {
    if (known.isEmpty()) {
      return notMeasured(objective);
    }
    double value = known.getAsDouble();
    return result(objective, text(value, objective), holds(objective, value));
  }

  private static ObjectiveResult result(Objective objective, String actual, boolean met) {
    return new ObjectiveResult(objective.key(), objective.condition(), actual, met);
  }

  private static ObjectiveResult notMeasured(Objective objective) {
    return ObjectiveResult.unknown(objective.key(), objective.condition(), NOT_MEASURED);
  }

  private static boolean holds(Objective objective, double value) {
    return objective.comparison().holds(value, objective.limit());
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

  /**
   * Returns the share of the messages that were sent, or of those of an earlier run that were to be
   * received.
   */
  private OptionalDouble share(double number) {
    DeliveryReport delivery = facts.run().delivery();
    boolean earlier = facts.workload().fromRun().isPresent();
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
      case BYTES_PER_SECOND -> String.format(Locale.ROOT, "%,.0f B/s", value);
      default -> Text.count((long) value);
    };
  }

  /** The worst fault counts; without any the objective is missed. */
  static ObjectiveResult ofFaults(Objective objective, List<FaultReport> faults) {
    Function<Effect, Optional<Double>> effect =
        MetricNames.of(objective).effect().orElseThrow(); // Others are judged elsewhere.
    double unit = objective.unit() == Unit.NANOSECONDS ? NANOS_PER_SECOND : 1;
    List<String> texts = new ArrayList<>();
    boolean met = true;
    boolean missed = false;
    for (FaultReport fault : faults) {
      Optional<Double> value = fault.effect().flatMap(effect).map(known -> known * unit);
      boolean holds = value.filter(known -> holds(objective, known)).isPresent();
      met &= holds;
      missed |= value.isPresent() ? !holds : isNotRecovered(objective, fault);
      texts.add(
          fault.name()
              + ": "
              + value.map(known -> text(known, objective)).orElse(unknown(objective, fault)));
    }
    String actual = String.join(", ", texts);
    return faults.isEmpty()
        ? notMeasured(objective)
        : met || missed
            ? result(objective, actual, met)
            : ObjectiveResult.unknown(objective.key(), objective.condition(), actual);
  }

  /** A time without a value, unless another fault hides it. */
  private static boolean isNotRecovered(Objective objective, FaultReport fault) {
    return objective.unit() == Unit.NANOSECONDS
        && fault.effect().filter(effect -> effect.overlaps().isEmpty()).isPresent();
  }

  private static String unknown(Objective objective, FaultReport fault) {
    boolean outlasts = fault.effect().filter(Effect::outlastsLoad).isPresent();
    List<String> overlaps = fault.effect().map(Effect::overlaps).orElse(List.of());
    if (!overlaps.isEmpty()) {
      return "not known, overlaps with " + String.join(", ", overlaps);
    }
    if (objective.unit() == Unit.NANOSECONDS) {
      return outlasts ? "not recovered when the load ended, in effect until then" : "not recovered";
    }
    return NOT_MEASURED + (outlasts ? ", in effect until the load ended" : "");
  }

  /** A mean over the measured phases, or the lowest rate over a window. */
  private ObjectiveResult rate(Objective objective, Metric metric, Counter counter) {
    boolean unknown =
        counter.group() == Counter.Group.ROUND_TRIPS && facts.run().requestReply().isEmpty()
            || objective.unit() == Unit.BYTES_PER_SECOND && metric.bytes().isEmpty();
    if (unknown) {
      return notMeasured(objective);
    }
    if (metric.window().isPresent()) {
      return lowest(objective);
    }
    // Rates come from samples; where none was taken in time they are not 0 but unknown.
    if (!facts.samples().anySample(facts.measuredNames())) {
      return notMeasured(objective);
    }
    return switch (objective.unit()) {
      case PERCENT -> share(objective, counter);
      case BYTES_PER_SECOND -> plain(objective, known(perSecond(metric.bytes().orElseThrow())));
      default -> plain(objective, known(perSecond(counter)));
    };
  }

  /** What was sent, or answered, of what was intended; what was received, of what was sent. */
  private ObjectiveResult share(Objective objective, Counter counter) {
    if (counter.group() == Counter.Group.RECEIVING) {
      return plain(objective, consumedShare(measured().consuming()));
    }
    List<PhaseResult> phases =
        counter.group() == Counter.Group.SENDING ? measured().producing() : facts.measuredPhases();
    Optional<Double> rate = MeasuredPhases.intendedRate(phases); // Empty where a phase had none.
    if (rate.isEmpty()) {
      return notMeasured(objective);
    }
    double seconds = phases.stream().mapToLong(PhaseResult::lengthNanos).sum() / 1e9;
    long messages = phases.stream().mapToLong(phase -> phase.counters().get(counter)).sum();
    Achieved achieved = new Achieved(perSecond(counter), messages, seconds);
    return ofIntended(objective, facts.intended(rate.get() * seconds), achieved.fewerMessages(), 1);
  }

  private ObjectiveResult lowest(Objective objective) {
    Optional<RateWindows.Found> found =
        facts.samples().windows().found(objective, phase.map(PhaseResult::name));
    if (found.isEmpty()) {
      return notMeasured(objective);
    }
    LowestRate.Window window = found.get().window();
    ObjectiveResult result =
        objective.unit() == Unit.PERCENT
            ? ofIntended(
                objective,
                window.intended().orElseThrow(),
                window.happened(),
                found.get().windows())
            : plain(objective, known(window.perSecond()));
    String when =
        String.format(Locale.ROOT, " in the window from %.1f s", found.get().secondsFromStart());
    return result(objective, result.actual() + when, result.met());
  }

  /** Share of the messages published in these phases; unknown if none was. */
  private OptionalDouble consumedShare(List<PhaseResult> phases) {
    long published = 0;
    long received = 0;
    for (PhaseResult each : phases) {
      Counters byTime = each.byTime().counters();
      published +=
          byTime.owedToSubscriptions() * facts.workload().destinations().subscriptionsPerTopic();
      received += byTime.ended();
    }
    return published == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100.0 * received / published);
  }

  /**
   * Compares with a share of what the schedule intended; "at least" allows what {@link Intended}
   * allows.
   *
   * @param stretches of which these messages are the worst
   */
  private static ObjectiveResult ofIntended(
      Objective objective, Intended intended, double messages, long stretches) {
    double percent = intended.percent(messages);
    boolean holds = holds(objective, percent);
    boolean byChance =
        !holds
            && (objective.comparison() == Comparison.AT_LEAST
                || objective.comparison() == Comparison.MORE)
            && intended.isMet(messages, objective.limit(), stretches);
    String chance =
        " (%s fewer than intended, up to %s by chance)"
            .formatted(
                Text.plural(Math.round(intended.messages() - messages), "message"),
                Text.count((long) intended.chance(stretches)));
    return result(
        objective, text(percent, objective) + (byChance ? chance : ""), holds || byChance);
  }

  private MeasuredPhases measured() {
    return new MeasuredPhases(facts.phases(), facts.workload().pattern().fillsFirst());
  }

  /** NaN where no time was counted. */
  private double perSecond(Counter counter) {
    Throughput byTime = measured().byTime();
    return byTime.nanos(counter) == 0 ? Double.NaN : byTime.perSecond(counter);
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * Over all messages that were due in the measured phases: those without a latency count as slower
   * than all others, so that a broker that answers only fast requests does not meet it.
   */
  private ObjectiveResult latency(Objective objective, Metric metric) {
    Measure measure = metric.measure().orElseThrow();
    Histogram all = LatencyHistogram.create();
    facts.measuredPhases().stream()
        .flatMap(each -> Stream.ofNullable(each.histograms().get(measure)))
        .forEach(all::add);
    if (all.getTotalCount() == 0) {
      return notMeasured(objective);
    }
    Map<String, Long> without = withoutLatency(measure, (long) objective.limit());
    long missing = without.values().stream().mapToLong(Long::longValue).sum();
    double value = statistic(metric.statistic(), all, missing);
    boolean known = !Double.isInfinite(value);
    String why =
        without.entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .map(each -> Text.count(each.getValue()) + " " + each.getKey())
            .collect(Collectors.joining(", "));
    String text =
        !known
            ? "unknown: %s of %s have none (%s)"
                .formatted(Text.count(missing), Text.count(all.getTotalCount() + missing), why)
            : Text.nanos(value) + (missing == 0 ? "" : ", with " + why);
    return result(objective, text, known && holds(objective, value));
  }

  private static double statistic(String name, Histogram measured, long missing) {
    return switch (name) {
      case "min" -> measured.getMinValue();
      case "mean" -> missing == 0 ? measured.getMean() : Double.POSITIVE_INFINITY;
      case "max" -> missing == 0 ? measured.getMaxValue() : Double.POSITIVE_INFINITY;
      default -> percentile(Double.parseDouble(name.substring(1)), measured, missing);
    };
  }

  private static double percentile(double percentile, Histogram measured, long missing) {
    long count = measured.getTotalCount();
    if (missing == 0) {
      return measured.getValueAtPercentile(percentile);
    }
    long rank =
        BigDecimal.valueOf(percentile)
            .multiply(BigDecimal.valueOf(count + missing))
            .movePointLeft(2)
            .setScale(0, RoundingMode.CEILING)
            .longValueExact();
    // The middle between two ranks: no rounding reaches the next one.
    return rank > count
        ? Double.POSITIVE_INFINITY
        : measured.getValueAtPercentile(100 * (Math.max(1, rank) - 0.5) / count);
  }

  /** Messages that were due and have no latency, by what became of them. */
  private Map<String, Long> withoutLatency(Measure measure, long limitNanos) {
    // Messages due for less than the limit when the load stopped do not count.
    long owed = facts.neverSent().overdueNanos() > limitNanos ? facts.neverSent().messages() : 0;
    long subscriptions = facts.workload().destinations().subscriptionsPerTopic();
    long sent = measured(Counter.SENT);
    Map<String, Long> without = new LinkedHashMap<>();
    switch (measure) {
      case SCHEDULE_DELAY -> without.put(NEVER_SENT, owed);
      case PUBLISH_LATENCY, PUBLISH_RESPONSE -> {
        long failed = measured(Counter.FAILED);
        without.put(NEVER_SENT, owed);
        without.put("failed", failed);
        without.put("unacknowledged", Math.max(0, sent - measured(Counter.ACKNOWLEDGED) - failed));
      }
      case END_TO_END, END_TO_END_FROM_SEND -> {
        without.put(NEVER_SENT, owed * subscriptions);
        without.put("never received", neverReceived(subscriptions));
      }
      case ROUND_TRIP, ROUND_TRIP_RESPONSE -> {
        long unanswered = Math.max(0, sent - measured(Counter.ANSWERED));
        // A request that timed out has the time of waiting.
        long waited = measure == Measure.ROUND_TRIP ? 0 : measured(Counter.TIMED_OUT);
        without.put(NEVER_SENT, owed);
        without.put("unanswered", Math.max(0, unanswered - waited));
      }
      default -> {}
    }
    return without;
  }

  /**
   * Deliveries missing of the messages that were sent in the measured phases. The audit knows the
   * run as a whole; what certainly belongs to other phases is subtracted.
   */
  private long neverReceived(long subscriptions) {
    OptionalLong audited =
        facts.run().delivery().subscriptions().stream()
            .mapToLong(each -> each.received() - each.duplicated().orElse(0L))
            .reduce(Long::sum);
    long received =
        audited.isPresent()
            ? audited.getAsLong() + facts.total().get(Counter.DEAD_LETTERS)
            : facts.total().ended();
    long elsewhere =
        facts.phases().stream()
            .filter(each -> !each.measured())
            .map(PhaseResult::counters)
            .mapToLong(each -> expected(each) * subscriptions - each.ended())
            .filter(missing -> missing > 0)
            .sum();
    long missing = expected(facts.total()) * subscriptions - received - elsewhere;
    long most =
        facts.measuredPhases().stream()
            .map(PhaseResult::counters)
            .mapToLong(ObjectiveRule::expected)
            .sum();
    return Math.max(0, Math.min(missing, most * subscriptions));
  }

  private static long expected(Counters counters) {
    return counters.get(Counter.SENT) - counters.get(Counter.FILTERED_MESSAGES);
  }

  private long measured(Counter counter) {
    return facts.measuredPhases().stream().mapToLong(each -> each.counters().get(counter)).sum();
  }
}
