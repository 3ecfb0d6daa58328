package io.tidemark.report.runs;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.question.MetricName;
import io.tidemark.model.question.MetricName.Clients;
import io.tidemark.model.question.MetricName.Kind;
import io.tidemark.model.question.MetricName.Scale;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.statistics.Mean;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;

/**
 * What is compared: one value of each run, mostly over its measured phases. {@link #values} are the
 * metrics of each table; a question can be about others, too.
 */
public record ComparedMetric(MetricName name) implements Comparable<ComparedMetric> {
  public static final ComparedMetric PUBLISH_RATE = known("publishRate");
  public static final ComparedMetric CONSUME_RATE = known("consumeRate");
  public static final ComparedMetric ROUND_TRIP_RATE = known("roundTripRate");
  public static final ComparedMetric PUBLISH_P50 = known("publishLatency.p50");
  public static final ComparedMetric PUBLISH_P99 = known("publishLatency.p99");
  public static final ComparedMetric PUBLISH_P99_9 = known("publishLatency.p99.9");
  public static final ComparedMetric END_TO_END_P50 = known("endToEnd.p50");
  public static final ComparedMetric END_TO_END_P99 = known("endToEnd.p99");
  public static final ComparedMetric END_TO_END_P99_9 = known("endToEnd.p99.9");
  public static final ComparedMetric ROUND_TRIP_P50 = known("roundTrip.p50");
  public static final ComparedMetric ROUND_TRIP_P99 = known("roundTrip.p99");
  public static final ComparedMetric ROUND_TRIP_P99_9 = known("roundTrip.p99.9");
  public static final ComparedMetric SERIALIZATION_TIME = known(MetricName.SERIALIZATION_TIME);

  private static final List<ComparedMetric> VALUES =
      List.of(
          PUBLISH_RATE,
          CONSUME_RATE,
          ROUND_TRIP_RATE,
          PUBLISH_P50,
          PUBLISH_P99,
          PUBLISH_P99_9,
          END_TO_END_P50,
          END_TO_END_P99,
          END_TO_END_P99_9,
          ROUND_TRIP_P50,
          ROUND_TRIP_P99,
          ROUND_TRIP_P99_9,
          SERIALIZATION_TIME);

  private static final Map<String, String> OMB_FIELDS =
      Map.of(
          "publishRate", "publishRate",
          "consumeRate", "consumeRate",
          "publishLatency.p50", "aggregatedPublishLatency50pct",
          "publishLatency.p99", "aggregatedPublishLatency99pct",
          "publishLatency.p99.9", "aggregatedPublishLatency999pct",
          "endToEnd.p50", "aggregatedEndToEndLatency50pct",
          "endToEnd.p99", "aggregatedEndToEndLatency99pct",
          "endToEnd.p99.9", "aggregatedEndToEndLatency999pct");

  private static final Comparator<ComparedMetric> ORDER =
      Comparator.<ComparedMetric>comparingInt(
              metric -> metric.isUsual() ? VALUES.indexOf(metric) : VALUES.size())
          .thenComparing(ComparedMetric::key);
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;

  private static ComparedMetric known(String key) {
    return new ComparedMetric(MetricName.parse(key).orElseThrow());
  }

  /** The metrics of each table, in their order. */
  public static List<ComparedMetric> values() {
    return VALUES;
  }

  /** The metrics of each table, and those of a question that are not among them. */
  public static List<ComparedMetric> values(Question question) {
    List<ComparedMetric> all = new ArrayList<>(VALUES);
    decisive(question).stream().filter(metric -> !metric.isUsual()).forEach(all::add);
    return all;
  }

  /** The metrics of a question that statistics compare, in its order. */
  public static List<ComparedMetric> decisive(Question question) {
    return question.metrics().stream().flatMap(key -> of(key).stream()).toList();
  }

  /** The key of objectives: {@code publishLatency.p99}. */
  @JsonValue
  public String key() {
    return name.toString();
  }

  /** Empty for another key, and for a count, which statistics do not compare. */
  public static Optional<ComparedMetric> of(String key) {
    return MetricName.parse(key).filter(name -> name.kind() != Kind.COUNT).map(ComparedMetric::new);
  }

  /** Whether each table has it. */
  public boolean isUsual() {
    return VALUES.contains(this);
  }

  /** Whether a question is about it, so that it is tested. */
  public boolean decides(Question question) {
    return decisive(question).contains(this);
  }

  /** Whether it is a rate in 1/s, of which a higher one is better; of others, a lower one. */
  public boolean isRate() {
    return name.kind() == Kind.RATE;
  }

  /** Whether it is a latency or another time, in microseconds. */
  public boolean isTime() {
    return !isRate() && cost().isEmpty();
  }

  /** What messages cost; empty for rates and times. */
  public Optional<CostFigure> cost() {
    return name.cost();
  }

  /** What is damaged together with it. */
  public FigureGroup group() {
    return FigureGroup.of(name);
  }

  /** Whether the value of a run can be used. */
  boolean usable(double value, FigureValidity validity) {
    return !isTime()
        ? validity.usable()
        : validity.usable(name.statistic(), value * NANOS_PER_MICRO);
  }

  /** {@code error at most 216 ms: schedule-missed}. */
  String damage(FigureValidity validity) {
    return validity.errorText(isTime() ? name.statistic() : "")
        + ": "
        + String.join(", ", validity.because());
  }

  /**
   * All metrics that a run has measured, with those of its phases; a logarithm needs more than 0.
   */
  static Map<ComparedMetric, Double> all(RunResult run) {
    Map<ComparedMetric, Double> all = new LinkedHashMap<>();
    for (String key : MetricName.names()) {
      of(key).ifPresent(metric -> positive(metric.figure(run)).ifPresent(v -> all.put(metric, v)));
      for (ClassResult each : run.classes()) {
        of(MetricName.ofClass(each.name(), key))
            .ifPresent(metric -> positive(metric.figure(run)).ifPresent(v -> all.put(metric, v)));
      }
    }
    run.phases().stream()
        .filter(PhaseResult::measured)
        .flatMap(phase -> scales(phase).stream())
        .distinct()
        .forEach(scale -> at(scale, run, all));
    return all;
  }

  private static void at(Scale scale, RunResult run, Map<ComparedMetric, Double> all) {
    for (String key : MetricName.names()) {
      MetricName name = MetricName.parse(key).orElseThrow().at(scale);
      if (MetricName.parse(name.toString()).isPresent()) {
        ComparedMetric metric = new ComparedMetric(name);
        double[] values =
            run.phases().stream()
                .filter(phase -> phase.measured() && scales(phase).contains(scale))
                .flatMapToDouble(phase -> positive(metric.figure(phase)).stream())
                .toArray();
        if (values.length > 0) {
          all.put(metric, values.length == 1 ? values[0] : Mean.geometric(values));
        }
      }
    }
  }

  private static List<Scale> scales(PhaseResult phase) {
    List<Scale> scales = new ArrayList<>();
    phase.requesters().ifPresent(number -> scales.add(new Scale(number, Clients.REQUESTERS)));
    phase.producers().ifPresent(number -> scales.add(new Scale(number, Clients.PRODUCERS)));
    phase.consumers().ifPresent(number -> scales.add(new Scale(number, Clients.CONSUMERS)));
    return scales;
  }

  private double figure(RunResult run) {
    if (name.trafficClass().isPresent()) {
      return run.classes().stream()
          .filter(each -> each.name().equals(name.trafficClass().get()))
          .mapToDouble(each -> figure(each.totals()))
          .findFirst()
          .orElse(0);
    }
    return switch (name.figure()) {
      case MetricName.SEARCHED_RATE ->
          run.search().flatMap(SearchReport::highestRatePerSecond).orElse(0.0);
      case MetricName.RECOVERY_TIME -> recoveryMicros(run);
      case MetricName.SERIALIZATION_TIME ->
          run.serialization().map(Serialization::meanMicros).orElse(0.0);
      case MetricName.FAILOVER_FIRST -> failoverMicros(run, FailoverReport::firstMessageNanos);
      case MetricName.FAILOVER_LAST -> failoverMicros(run, FailoverReport::lastMessageNanos);
      default -> cost().map(cost -> used(run, cost)).orElseGet(() -> figure(run.totals()));
    };
  }

  private static double used(RunResult run, CostFigure cost) {
    if (cost.isPrice()) {
      return run.price().flatMap(price -> price.figure(cost)).orElse(0.0);
    }
    return run.efficiency()
        .flatMap(all -> all.totals().figure(cost))
        .map(Efficiency.Figure::value)
        .orElse(0.0);
  }

  private double figure(PhaseResult phase) {
    return name.measure()
        .map(measure -> phase.latencies().get(measure).map(this::percentile).orElse(0.0))
        .orElseGet(() -> counter().map(phase::perSecond).orElse(0.0));
  }

  private Optional<Counter> counter() {
    return Optional.ofNullable(
        Map.of(
                "publishRate", Counter.ACKNOWLEDGED,
                "consumeRate", Counter.RECEIVED,
                "roundTripRate", Counter.ANSWERED)
            .get(name.figure()));
  }

  private double percentile(LatencyMicros latency) {
    return switch (name.statistic()) {
      case "p50" -> latency.p50();
      case "p99" -> latency.p99();
      default -> latency.p999();
    };
  }

  private static double failoverMicros(
      RunResult run, Function<FailoverReport, Optional<Long>> nanos) {
    return run.failover().flatMap(nanos).map(each -> each / NANOS_PER_MICRO).orElse(0.0);
  }

  /** The longest one; 0 if a fault has none. */
  private static double recoveryMicros(RunResult run) {
    double longest = 0;
    for (FaultReport fault : run.faults()) {
      Optional<Double> seconds = fault.effect().flatMap(FaultReport.Effect::recoverySeconds);
      if (seconds.isEmpty()) {
        return 0;
      }
      longest = Math.max(longest, seconds.get());
    }
    return longest * MICROS_PER_SECOND;
  }

  /** From OMB's JSON: rates are arrays of samples, latencies are in milliseconds. */
  static Map<ComparedMetric, Double> allOfOmb(JsonNode result) {
    Map<ComparedMetric, Double> all = new LinkedHashMap<>();
    for (ComparedMetric metric : VALUES) {
      JsonNode field = result.path(OMB_FIELDS.getOrDefault(metric.key(), ""));
      positive(metric.isRate() ? mean(field) : field.asDouble() * MICROS_PER_MILLI)
          .ifPresent(value -> all.put(metric, value));
    }
    return all;
  }

  private static double mean(JsonNode samples) {
    return StreamSupport.stream(samples.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .average()
        .orElse(0);
  }

  private static OptionalDouble positive(double value) {
    return DoubleStream.of(value).filter(each -> each > 0).findFirst();
  }

  /** With its unit. */
  public String text(double value, TerminalStyle style) {
    return isRate()
        ? Text.perSecond(value) + "/s"
        : cost().map(cost -> Text.cost(cost, value)).orElseGet(() -> style.latency(value));
  }

  @Override
  public int compareTo(ComparedMetric other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return key();
  }
}
