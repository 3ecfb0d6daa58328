package io.tidemark.verdict;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Evaluates objectives of latencies over all messages that were due in the measured phases:
 * messages without a latency count as slower than all others, so that a broker that answers only
 * fast requests does not meet them.
 */
final class LatencyObjective {
  private final RuleInput facts;

  LatencyObjective(RuleInput facts) {
    this.facts = facts;
  }

  /** The result of an objective on a measure; unknown values are not met. */
  ObjectiveResult judge(Objective objective, Metric metric) {
    Measure measure = metric.measure().orElseThrow();
    Histogram all = LatencyHistogram.create();
    facts.measuredPhases().stream()
        .map(phase -> phase.histograms().get(measure))
        .filter(Objects::nonNull)
        .forEach(all::add);
    if (all.getTotalCount() == 0) {
      return result(objective, ObjectiveResult.NOT_MEASURED, false);
    }
    Unmeasured missing = missing(measure, (long) objective.limit());
    double value = statistic(metric.statistic(), all, missing.total());
    return result(
        objective,
        text(value, all.getTotalCount(), missing),
        !Double.isInfinite(value) && objective.comparison().holds(value, objective.limit()));
  }

  private static ObjectiveResult result(Objective objective, String actual, boolean met) {
    return new ObjectiveResult(objective.key(), objective.condition(), actual, met);
  }

  private static String text(double value, long measured, Unmeasured missing) {
    if (missing.total() == 0) {
      return Text.nanos(value);
    }
    return Double.isInfinite(value)
        ? "unknown: %s of %s have none (%s)"
            .formatted(Text.count(missing.total()), Text.count(measured + missing.total()), missing)
        : "%s, with %s".formatted(Text.nanos(value), missing);
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

  private Unmeasured missing(Measure measure, long limitNanos) {
    // Messages due for less than the limit when the load stopped do not count.
    long owed = facts.neverSent().overdueNanos() > limitNanos ? facts.neverSent().messages() : 0;
    Unmeasured neverSent = Unmeasured.neverSent(owed);
    long subscriptions = facts.workload().destinations().subscriptionsPerTopic();
    return switch (measure) {
      case SCHEDULE_DELAY -> neverSent;
      case PUBLISH_LATENCY, PUBLISH_RESPONSE -> unacknowledged(neverSent);
      case END_TO_END, END_TO_END_FROM_SEND ->
          Unmeasured.neverSent(owed * subscriptions).andNeverReceived(neverReceived(subscriptions));
      case ROUND_TRIP -> neverSent.andUnanswered(unanswered());
      case ROUND_TRIP_RESPONSE -> // A request that timed out has the time of waiting.
          neverSent.andUnanswered(
              Math.max(0, unanswered() - measured(p -> p.counters().get(Counter.TIMED_OUT))));
      default -> Unmeasured.NONE;
    };
  }

  private Unmeasured unacknowledged(Unmeasured neverSent) {
    long failed = measured(phase -> phase.counters().get(Counter.FAILED));
    long open =
        measured(
                phase ->
                    phase.counters().get(Counter.SENT) - phase.counters().get(Counter.ACKNOWLEDGED))
            - failed;
    return neverSent.andUnacknowledged(failed, Math.max(0, open));
  }

  private long unanswered() {
    return Math.max(
        0,
        measured(
            phase -> phase.counters().get(Counter.SENT) - phase.counters().get(Counter.ANSWERED)));
  }

  /**
   * Deliveries missing of the messages that were sent in the measured phases. The audit knows the
   * run as a whole; what certainly belongs to other phases is subtracted.
   */
  private long neverReceived(long subscriptions) {
    long received =
        facts.delivery().subscriptions().stream()
            .mapToLong(each -> each.received() - each.duplicated().orElse(0L))
            .reduce(Long::sum)
            .orElse(facts.total().get(Counter.RECEIVED));
    long elsewhere =
        facts.phases().stream()
            .filter(phase -> !phase.measured())
            .mapToLong(phase -> missingIn(phase, subscriptions))
            .filter(missing -> missing > 0)
            .sum();
    long missing = expected(facts.total()) * subscriptions - received - elsewhere;
    long most = measured(phase -> expected(phase.counters())) * subscriptions;
    return Math.max(0, Math.min(missing, most));
  }

  private static long expected(Counters counters) {
    return counters.get(Counter.SENT) - counters.get(Counter.FILTERED_MESSAGES);
  }

  private static long missingIn(PhaseResult phase, long subscriptions) {
    return expected(phase.counters()) * subscriptions - phase.counters().get(Counter.RECEIVED);
  }

  private long measured(ToLongFunction<PhaseResult> number) {
    return facts.measuredPhases().stream().mapToLong(number).sum();
  }

  /**
   * Messages of the measured phases that were due and have no latency.
   *
   * @param neverSent due and not sent when the load stopped
   * @param failed sends that ended in an error
   * @param unacknowledged sends that neither ended in an error nor were acknowledged
   * @param neverReceived deliveries that are missing, whether their sends were acknowledged or not
   * @param unanswered requests without a reply that counts
   */
  private record Unmeasured(
      long neverSent, long failed, long unacknowledged, long neverReceived, long unanswered) {
    static final Unmeasured NONE = new Unmeasured(0, 0, 0, 0, 0);

    static Unmeasured neverSent(long messages) {
      return new Unmeasured(messages, 0, 0, 0, 0);
    }

    Unmeasured andUnacknowledged(long failures, long sends) {
      return new Unmeasured(neverSent, failures, sends, neverReceived, unanswered);
    }

    Unmeasured andNeverReceived(long deliveries) {
      return new Unmeasured(neverSent, failed, unacknowledged, deliveries, unanswered);
    }

    Unmeasured andUnanswered(long requests) {
      return new Unmeasured(neverSent, failed, unacknowledged, neverReceived, requests);
    }

    long total() {
      return neverSent + failed + unacknowledged + neverReceived + unanswered;
    }

    @Override
    public String toString() {
      List<String> parts = new ArrayList<>();
      add(parts, neverSent, "never sent");
      add(parts, failed, "failed");
      add(parts, unacknowledged, "unacknowledged");
      add(parts, neverReceived, "never received");
      add(parts, unanswered, "unanswered");
      return String.join(", ", parts);
    }

    private static void add(List<String> parts, long number, String what) {
      if (number > 0) {
        parts.add(Text.count(number) + " " + what);
      }
    }
  }
}
