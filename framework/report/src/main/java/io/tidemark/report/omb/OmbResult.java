package io.tidemark.report.omb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A run in OMB's result format: its fields, in its order, in its units, and nothing else, because
 * OMB's own reader refuses what it does not know. The arrays have one entry for every 10 seconds;
 * an interval without samples has 0.0, as there. See docs/reference/results.md for the mapping.
 */
public final class OmbResult {
  private static final int TICKS_PER_HALF_DISTANCE = 100;

  private OmbResult() {}

  /** The whole file as a tree. */
  public static ObjectNode of(RunResult result) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    head(node, result);
    List<Sample> samples = result.part(Sample.TEN_SECONDS);
    PhaseResult total = result.totals();
    Measure endToEnd = endToEndMeasure(total);
    rates(node, samples);
    Unit.MILLIS.arrays(node, "publishLatency", samples, Measure.PUBLISH_LATENCY);
    Unit.MICROS.arrays(node, "publishDelayLatency", samples, Measure.SCHEDULE_DELAY);
    Unit.MILLIS.scalars(node, "aggregatedPublishLatency", total, Measure.PUBLISH_LATENCY);
    Unit.MICROS.scalars(node, "aggregatedPublishDelayLatency", total, Measure.SCHEDULE_DELAY);
    Unit.MILLIS.quantiles(node, "aggregatedPublishLatency", total, Measure.PUBLISH_LATENCY);
    Unit.MICROS.quantiles(node, "aggregatedPublishDelayLatency", total, Measure.SCHEDULE_DELAY);
    Unit.MILLIS.arrays(node, "endToEndLatency", samples, endToEnd);
    Unit.MILLIS.quantiles(node, "aggregatedEndToEndLatency", total, endToEnd);
    Unit.MILLIS.scalars(node, "aggregatedEndToEndLatency", total, endToEnd);
    return node;
  }

  /**
   * OMB starts at the actual send, and of requests its message comes back as the reply. Compact
   * envelopes do not carry that: then from the intended.
   */
  static Measure endToEndMeasure(PhaseResult total) {
    if (total.latency(Measure.ROUND_TRIP).isPresent()) {
      return Measure.ROUND_TRIP;
    }
    return total.latency(Measure.END_TO_END_FROM_SEND).isPresent()
        ? Measure.END_TO_END_FROM_SEND
        : Measure.END_TO_END;
  }

  private static void head(ObjectNode node, RunResult result) {
    RunResult.Shape shape = result.shape();
    node.put("workload", result.identity().workloadName());
    node.put("driver", result.identity().driverName());
    node.put("messageSize", shape.messageSizeBytes());
    node.put("topics", shape.topics());
    node.put("partitions", shape.partitionsPerTopic());
    node.put("producersPerTopic", shape.producersPerTopic());
    node.put("consumersPerTopic", shape.consumersPerSubscription());
  }

  private static void rates(ObjectNode node, List<Sample> samples) {
    rate(node, "publishRate", samples, Counter.ACKNOWLEDGED);
    rate(node, "publishErrorRate", samples, Counter.FAILED);
    rate(node, "consumeRate", samples, Counter.RECEIVED);
    var backlog = node.putArray("backlog");
    samples.forEach(sample -> backlog.add(Math.max(0, sample.backlog())));
  }

  private static void rate(ObjectNode node, String field, List<Sample> samples, Counter counter) {
    var array = node.putArray(field);
    for (Sample sample : samples) {
      double value = sample.perSecond(counter);
      // NaN is no JSON.
      array.add(Double.isFinite(value) ? value : 0.0);
    }
  }

  /** OMB writes publish and end-to-end latencies in milliseconds, delays in whole microseconds. */
  private enum Unit {
    MILLIS(1e6, false),
    MICROS(1e3, true);

    private final double nanos;
    private final boolean whole;

    Unit(double nanos, boolean whole) {
      this.nanos = nanos;
      this.whole = whole;
    }

    void arrays(ObjectNode node, String prefix, List<Sample> samples, Measure measure) {
      for (Statistic statistic : Statistic.values()) {
        var array = node.putArray(prefix + statistic.suffix);
        for (Sample sample : samples) {
          double value = value(statistic, Optional.ofNullable(sample.latencies().get(measure)));
          if (isWhole(statistic)) {
            array.add((long) value);
          } else {
            array.add(value);
          }
        }
      }
    }

    void scalars(ObjectNode node, String prefix, PhaseResult total, Measure measure) {
      Optional<LatencySummary> summary = total.latency(measure);
      for (Statistic statistic : Statistic.values()) {
        double value = value(statistic, summary);
        if (isWhole(statistic)) {
          node.put(prefix + statistic.suffix, (long) value);
        } else {
          node.put(prefix + statistic.suffix, value);
        }
      }
    }

    void quantiles(ObjectNode node, String prefix, PhaseResult total, Measure measure) {
      ObjectNode map = node.putObject(prefix + "Quantiles");
      Histogram histogram = total.histograms().get(measure);
      if (histogram == null) {
        return;
      }
      for (HistogramIterationValue step : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
        String key = Double.toString(step.getPercentileLevelIteratedTo());
        double value = round(step.getValueIteratedTo() / nanos);
        if (whole) {
          map.put(key, (long) value);
        } else {
          map.put(key, value);
        }
      }
    }

    private boolean isWhole(Statistic statistic) {
      return whole && statistic != Statistic.AVG;
    }

    private double value(Statistic statistic, Optional<LatencySummary> summary) {
      double value = summary.map(statistic.nanos).orElse(0.0) / nanos;
      return isWhole(statistic) ? Math.round(value) : value;
    }

    private double round(double value) {
      return whole ? Math.round(value) : value;
    }
  }

  /** In OMB's order. */
  private enum Statistic {
    AVG("Avg", LatencySummary::meanNanos),
    P50("50pct", s -> (double) s.p50Nanos()),
    P75("75pct", s -> (double) s.p75Nanos()),
    P95("95pct", s -> (double) s.p95Nanos()),
    P99("99pct", s -> (double) s.p99Nanos()),
    P999("999pct", s -> (double) s.p999Nanos()),
    P9999("9999pct", s -> (double) s.p9999Nanos()),
    MAX("Max", s -> (double) s.maxNanos());

    private final String suffix;
    private final Function<LatencySummary, Double> nanos;

    Statistic(String suffix, Function<LatencySummary, Double> nanos) {
      this.suffix = suffix;
      this.nanos = nanos;
    }
  }
}
