package io.tidemark.model.metric;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.metric.Metric.Builder;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.Metric.Unit;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The catalogue: each metric of runs, declared once. Others may be added by a {@link Source} on the
 * class path.
 */
public final class Metrics {
  /** Declares further metrics; found as a service. */
  public interface Source {
    List<Metric> metrics();
  }

  /** The statistics of latencies that decide. */
  private static final List<String> STATISTICS = List.of("p50", "p99", "p99.9");

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final List<Metric> ALL = new ArrayList<>();
  private static final Map<String, Metric> BY_NAME = new HashMap<>();

  public static final Metric PUBLISH_RATE =
      rate("publishRate", "publish rate", Counter.ACKNOWLEDGED, Needs.PRODUCERS, "publishRate");
  public static final Metric CONSUME_RATE =
      rate("consumeRate", "consume rate", Counter.RECEIVED, Needs.CONSUMERS, "consumeRate");
  public static final Metric ROUND_TRIP_RATE =
      rate("roundTripRate", "round-trip rate", Counter.ANSWERED, Needs.REQUESTS, "");

  static {
    latencies(Measure.PUBLISH_LATENCY, "aggregatedPublishLatency", true);
    latencies(Measure.END_TO_END, "aggregatedEndToEndLatency", true);
    latencies(Measure.ROUND_TRIP, "", true);
    latencies(Measure.REQUEST_LEG, "", false);
    latencies(Measure.REPLY_LEG, "", false);
  }

  public static final Metric SEARCHED_RATE =
      add(
          perSecond("search.highestRate", "highest sustained rate", Needs.SEARCHED_RATE)
              .ofRun(run -> known(run.search().flatMap(SearchReport::highestRatePerSecond))));

  /** The longest of all faults. */
  public static final Metric RECOVERY_TIME =
      add(
          time("recoveryTime", "recovery time", FigureGroup.RECOVERY, Needs.FAULTS)
              .ofRun(Metrics::recoveryMicros));

  public static final Metric FAILOVER_FIRST =
      add(
          time(
                  "failover.recoveryTimeFirst",
                  "time to the first message after the failover",
                  FigureGroup.RECOVERY,
                  Needs.FAILOVER)
              .ofRun(run -> micros(run, FailoverReport::firstMessageNanos)));
  public static final Metric FAILOVER_LAST =
      add(
          time(
                  "failover.recoveryTimeLast",
                  "time to the last message after the failover",
                  FigureGroup.RECOVERY,
                  Needs.FAILOVER)
              .ofRun(run -> micros(run, FailoverReport::lastMessageNanos)));

  /** Messages that a failover loses. */
  public static final Metric MISSING =
      add(
          Metric.named(
                  "failover.recoveryPointMessages",
                  "number of messages missing after the failover",
                  Unit.COUNT,
                  FigureGroup.DELIVERY,
                  Needs.FAILOVER)
              .ofRun(
                  run ->
                      known(
                          run.failover().flatMap(FailoverReport::missing).map(Long::doubleValue))));

  /** Bodies are made before the load, which disturbs nothing. */
  public static final Metric SERIALIZATION_TIME =
      add(
          time("serializationTime", "time to make a body", FigureGroup.DELIVERY, Needs.MADE_BODIES)
              .usual()
              .ofRun(run -> known(run.serialization().map(Serialization::meanMicros))));

  static {
    Stream.of(CostFigure.values()).forEach(cost -> add(cost(cost)));
    ServiceLoader.load(Source.class).forEach(source -> source.metrics().forEach(Metrics::add));
  }

  private Metrics() {}

  private static Metric add(Metric metric) {
    ALL.add(metric);
    BY_NAME.put(metric.id(), metric);
    metric.olderNames().forEach(name -> BY_NAME.put(name, metric));
    return metric;
  }

  private static Metric rate(String id, String words, Counter counter, Needs needs, String omb) {
    return add(
        perSecond(id, words, needs)
            .of(counter)
            .omb(omb)
            .usual()
            .ofPhases(phase -> OptionalDouble.of(phase.perSecond(counter))));
  }

  private static Builder perSecond(String id, String words, Needs needs) {
    return Metric.named(id, words, Unit.PER_SECOND, FigureGroup.RATES, needs).higherIsBetter();
  }

  private static Builder time(String id, String words, FigureGroup group, Needs needs) {
    return Metric.named(id, words, Unit.MICROSECONDS, group, needs);
  }

  private static void latencies(Measure measure, String omb, boolean usual) {
    Needs needs =
        switch (measure.side()) {
          case SENDING -> Needs.PRODUCERS;
          case RECEIVING -> Needs.CONSUMERS;
          case ROUND_TRIPS, CLIENTS -> Needs.REQUESTS;
        };
    for (String statistic : STATISTICS) {
      Builder latency =
          time(
                  measure.key() + "." + statistic,
                  (statistic.equals("p50") ? "median" : statistic) + " " + measure.words(),
                  FigureGroup.of(measure),
                  needs)
              .of(measure, statistic);
      if (usual) {
        latency.usual();
      }
      if (!omb.isEmpty()) {
        latency.omb(omb + statistic.replaceAll("[p.]", "") + "pct");
      }
      add(latency.ofPhases(phase -> micros(phase.latencies().get(measure), statistic)));
    }
  }

  private static OptionalDouble micros(Optional<LatencyMicros> latency, String statistic) {
    OptionalDouble nanos =
        latency.map(each -> each.toSummary().nanos(statistic)).orElse(OptionalDouble.empty());
    return nanos.isPresent()
        ? OptionalDouble.of(nanos.getAsDouble() / NANOS_PER_MICRO)
        : OptionalDouble.empty();
  }

  private static Metric cost(CostFigure cost) {
    Unit unit =
        Stream.of(Unit.CPU_SECONDS, Unit.MEGABYTES, Unit.BYTES, Unit.JOULES)
            .filter(each -> each.symbol().equals(cost.unit()))
            .findFirst()
            .orElse(Unit.RATIO);
    return Metric.named(
            cost.metric(),
            cost.words(),
            unit,
            cost.isPrice() ? FigureGroup.RATES : FigureGroup.TELEMETRY,
            Needs.COST)
        .of(cost)
        .ofRun(
            run ->
                known(
                    cost.isPrice()
                        ? run.price().flatMap(price -> price.figure(cost))
                        : run.efficiency()
                            .flatMap(all -> all.totals().figure(cost))
                            .map(Efficiency.Figure::value)));
  }

  private static OptionalDouble micros(
      RunResult run, Function<FailoverReport, Optional<Long>> nanos) {
    return known(run.failover().flatMap(nanos).map(each -> each / NANOS_PER_MICRO));
  }

  /** Empty if a fault has none. */
  private static OptionalDouble recoveryMicros(RunResult run) {
    double longest = 0;
    for (FaultReport fault : run.faults()) {
      Optional<Double> seconds = fault.effect().flatMap(FaultReport.Effect::recoverySeconds);
      if (seconds.isEmpty()) {
        return OptionalDouble.empty();
      }
      longest = Math.max(longest, seconds.get());
    }
    return OptionalDouble.of(longest * MICROS_PER_SECOND);
  }

  private static OptionalDouble known(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  /** All, in the order of the reference page. */
  public static List<Metric> all() {
    return List.copyOf(ALL);
  }

  /** The names of all. */
  public static List<String> ids() {
    return ALL.stream().map(Metric::id).toList();
  }

  /** By its name, or an older one; empty for another text. */
  public static Optional<Metric> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** A percentile of a latency that decides. */
  public static Metric of(Measure measure, String percentile) {
    return of(measure.key() + "." + percentile).orElseThrow();
  }

  /** {@code " (did you mean endToEnd.p99?)"} for another text, or all names. */
  public static String suggestion(String text) {
    String suggestion =
        NearestMetric.suggestion(text, ids(), name -> MetricReference.parse(name).isPresent());
    return suggestion.isEmpty() ? "; allowed " + String.join(", ", ids()) : suggestion;
  }
}
