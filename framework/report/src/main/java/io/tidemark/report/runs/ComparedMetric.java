package io.tidemark.report.runs;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.text.TerminalStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.StreamSupport;

/** What is compared: one value of each run, over its measured phases. */
public enum ComparedMetric {
  PUBLISH_RATE("publishRate", Counter.ACKNOWLEDGED, "publishRate"),
  CONSUME_RATE("consumeRate", Counter.RECEIVED, "consumeRate"),
  ROUND_TRIP_RATE("roundTripRate", Counter.ANSWERED, ""),
  PUBLISH_P50(Measure.PUBLISH_LATENCY, "p50", LatencyMicros::p50, "aggregatedPublishLatency50pct"),
  PUBLISH_P99(Measure.PUBLISH_LATENCY, "p99", LatencyMicros::p99, "aggregatedPublishLatency99pct"),
  PUBLISH_P99_9(
      Measure.PUBLISH_LATENCY, "p99.9", LatencyMicros::p999, "aggregatedPublishLatency999pct"),
  END_TO_END_P50(Measure.END_TO_END, "p50", LatencyMicros::p50, "aggregatedEndToEndLatency50pct"),
  END_TO_END_P99(Measure.END_TO_END, "p99", LatencyMicros::p99, "aggregatedEndToEndLatency99pct"),
  END_TO_END_P99_9(
      Measure.END_TO_END, "p99.9", LatencyMicros::p999, "aggregatedEndToEndLatency999pct"),
  ROUND_TRIP_P50(Measure.ROUND_TRIP, "p50", LatencyMicros::p50, ""),
  ROUND_TRIP_P99(Measure.ROUND_TRIP, "p99", LatencyMicros::p99, ""),
  ROUND_TRIP_P99_9(Measure.ROUND_TRIP, "p99.9", LatencyMicros::p999, "");

  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS_PER_MICRO = 1e3;

  private final String key;
  private final FigureGroup group;
  private final boolean rate;
  private final ToDoubleFunction<PhaseResult> figure;
  private final String ombField;

  ComparedMetric(String key, Counter counter, String ombField) {
    this.key = key;
    this.group = FigureGroup.RATES;
    this.rate = true;
    this.figure = total -> total.perSecond(counter);
    this.ombField = ombField;
  }

  ComparedMetric(
      Measure measure, String percentile, ToDoubleFunction<LatencyMicros> figure, String ombField) {
    this.key = measure.key() + "." + percentile;
    this.group = FigureGroup.of(measure);
    this.rate = false;
    this.figure = total -> total.latencies().get(measure).map(figure::applyAsDouble).orElse(0.0);
    this.ombField = ombField;
  }

  /** The key of objectives: {@code publishLatency.p99}. */
  @JsonValue
  public String key() {
    return key;
  }

  /** Empty for another key. */
  public static Optional<ComparedMetric> of(String key) {
    return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
  }

  /** The keys of all metrics. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(ComparedMetric::key).toList();
  }

  /** Whether it is a rate in 1/s; otherwise a latency in microseconds. */
  public boolean isRate() {
    return rate;
  }

  /** What is damaged together with it. */
  public FigureGroup group() {
    return group;
  }

  /** Whether the value of a run can be used. */
  boolean usable(double value, FigureValidity validity) {
    return rate ? validity.usable() : validity.usable(statistic(), value * NANOS_PER_MICRO);
  }

  /** {@code error at most 216 ms: schedule-missed}. */
  String damage(FigureValidity validity) {
    return validity.errorText(rate ? "" : statistic())
        + ": "
        + String.join(", ", validity.because());
  }

  private String statistic() {
    return key.substring(key.indexOf('.') + 1);
  }

  /** Empty where nothing was measured; a logarithm needs a value above 0. */
  OptionalDouble of(RunResult run) {
    return positive(figure.applyAsDouble(run.totals()));
  }

  /** From OMB's JSON: rates are arrays of samples, latencies are in milliseconds. */
  OptionalDouble ofOmb(JsonNode result) {
    JsonNode field = result.path(ombField);
    return positive(rate ? mean(field) : field.asDouble() * MICROS_PER_MILLI);
  }

  private static double mean(JsonNode samples) {
    return StreamSupport.stream(samples.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .average()
        .orElse(0);
  }

  private static OptionalDouble positive(double value) {
    return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** With its unit. */
  public String text(double value, TerminalStyle style) {
    return rate ? Text.perSecond(value) + "/s" : style.latency(value);
  }
}
