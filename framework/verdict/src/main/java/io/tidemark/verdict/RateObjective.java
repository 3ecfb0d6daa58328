package io.tidemark.verdict;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.result.Achieved;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.verdict.LowestRate.Window;
import io.tidemark.verdict.RateWindows.Found;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** Judges objectives of rates over the measured phases: means, and lowest ones over a window. */
final class RateObjective {
  private final RuleInput facts;

  RateObjective(RuleInput facts) {
    this.facts = facts;
  }

  /**
   * @param phase the one phase that is judged; empty: all measured ones
   */
  ObjectiveResult judge(Objective objective, Metric metric, Optional<String> phase) {
    boolean trips = counter(metric).group() == Counter.Group.ROUND_TRIPS;
    if (trips && facts.requestReply().isEmpty()
        || objective.unit() == Unit.BYTES_PER_SECOND && metric.bytes().isEmpty()) {
      return plain(objective, OptionalDouble.empty());
    }
    if (metric.window().isPresent()) {
      return lowest(objective, phase);
    }
    // Rates come from samples; where none was taken in time they are not 0 but unknown.
    if (!facts.samples().anySample(facts.measuredNames())) {
      return plain(objective, OptionalDouble.empty());
    }
    return switch (objective.unit()) {
      case PERCENT -> share(objective, counter(metric));
      case BYTES_PER_SECOND -> plain(objective, perSecond(metric.bytes().orElseThrow()));
      default -> plain(objective, perSecond(counter(metric)));
    };
  }

  private static Counter counter(Metric metric) {
    return metric.counter().orElseThrow(); // Others are judged elsewhere.
  }

  /** What was sent, or answered, of what was intended; what was received, of what was sent. */
  private ObjectiveResult share(Objective objective, Counter counter) {
    if (counter.group() == Counter.Group.RECEIVING) {
      return plain(objective, consumedShare(measured().consuming()));
    }
    List<PhaseResult> phases =
        counter.group() == Counter.Group.SENDING ? measured().producing() : facts.measuredPhases();
    return ofIntended(
        objective, phases, perSecondOrNan(counter), phase -> phase.counters().get(counter));
  }

  private ObjectiveResult lowest(Objective objective, Optional<String> phase) {
    Optional<Found> found = facts.samples().windows().found(objective, phase);
    if (found.isEmpty()) {
      return plain(objective, OptionalDouble.empty());
    }
    Window window = found.get().window();
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
    for (PhaseResult phase : phases) {
      Counters byTime = phase.byTime().counters();
      published +=
          byTime.owedToSubscriptions() * facts.workload().destinations().subscriptionsPerTopic();
      received += byTime.get(Counter.RECEIVED);
    }
    return published == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100.0 * received / published);
  }

  /** In percent of the schedule; unknown where a phase had none. */
  private ObjectiveResult ofIntended(
      Objective objective,
      List<PhaseResult> phases,
      double perSecond,
      ToLongFunction<PhaseResult> messages) {
    Optional<Double> rate = MeasuredPhases.intendedRate(phases);
    if (rate.isEmpty()) {
      return plain(objective, OptionalDouble.empty());
    }
    double seconds = phases.stream().mapToLong(PhaseResult::lengthNanos).sum() / 1e9;
    long ofThesePhases = phases.stream().mapToLong(messages).sum();
    Achieved achieved = new Achieved(perSecond, ofThesePhases, seconds);
    return ofIntended(objective, facts.intended(rate.get() * seconds), achieved.fewerMessages(), 1);
  }

  /**
   * Compares with a share of what the schedule intended; "at least" allows what {@link Intended}
   * allows.
   *
   * @param stretches of which these messages are the worst
   */
  static ObjectiveResult ofIntended(
      Objective objective, Intended intended, double messages, long stretches) {
    double percent = intended.percent(messages);
    boolean holds = objective.comparison().holds(percent, objective.limit());
    boolean byChance =
        !holds
            && isLowerLimit(objective.comparison())
            && intended.isMet(messages, objective.limit(), stretches);
    String text = text(percent, objective);
    return result(
        objective,
        byChance ? text + chance(intended.messages() - messages, intended.chance(stretches)) : text,
        holds || byChance);
  }

  private static boolean isLowerLimit(Comparison comparison) {
    return comparison == Comparison.AT_LEAST || comparison == Comparison.MORE;
  }

  private static String chance(double missing, double allowed) {
    return " (%s messages fewer than intended, up to %s by chance)"
        .formatted(Text.count(Math.round(missing)), Text.count((long) allowed));
  }

  private static ObjectiveResult plain(Objective objective, OptionalDouble actual) {
    if (actual.isEmpty()) {
      return result(objective, ObjectiveResult.NOT_MEASURED, false);
    }
    double value = actual.getAsDouble();
    return result(
        objective, text(value, objective), objective.comparison().holds(value, objective.limit()));
  }

  private static ObjectiveResult result(Objective objective, String actual, boolean met) {
    return new ObjectiveResult(objective.key(), objective.condition(), actual, met);
  }

  private static String text(double value, Objective objective) {
    return switch (objective.unit()) {
      case PER_SECOND -> Text.rate(value);
      case BYTES_PER_SECOND -> String.format(Locale.ROOT, "%,.0f B/s", value);
      default -> Text.percent(value, objective.limit());
    };
  }

  private MeasuredPhases measured() {
    boolean takeTurns = facts.workload().pattern().fillsFirst();
    return new MeasuredPhases(facts.phases(), takeTurns);
  }

  private OptionalDouble perSecond(Counter counter) {
    return known(perSecondOrNan(counter));
  }

  /** NaN where no time was counted. */
  private double perSecondOrNan(Counter counter) {
    Throughput byTime = measured().byTime();
    return byTime.nanos(counter) == 0 ? Double.NaN : byTime.perSecond(counter);
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
