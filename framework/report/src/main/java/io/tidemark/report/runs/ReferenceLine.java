package io.tidemark.report.runs;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A value that these runs did not measure: a limit of an environment, or a published figure.
 *
 * @param metric a rate of {@link MetricReference}, one of {@link ReferenceUnit#THROUGHPUTS}, a
 *     statistic of a {@link Measure} such as {@code endToEnd.p99}, or the name of a telemetry
 *     metric
 * @param value in 1/s, bytes/s or microseconds; of telemetry in the unit of the metric's name
 * @param name what it is: a limit's name, or the figure's study
 * @param hardware on which it was measured; empty if that is the environment itself
 * @param source who measured it, or with which tool
 * @param environment to which it applies; empty for all
 * @param workload to which it applies, by its name or its file's; empty for all
 */
public record ReferenceLine(
    String metric,
    double value,
    String name,
    String hardware,
    String source,
    Optional<String> environment,
    Optional<String> workload) {

  /** Metrics that are drawn, apart from those of telemetry. */
  static List<String> metrics() {
    List<String> metrics =
        MetricReference.usual().stream()
            .filter(MetricReference::isRate)
            .map(MetricReference::key)
            .collect(Collectors.toCollection(ArrayList::new));
    metrics.addAll(ReferenceUnit.THROUGHPUTS);
    for (Measure measure : Measure.values()) {
      Statistic.FEW.forEach(each -> metrics.add(metric(measure, each)));
    }
    return metrics;
  }

  /** The metric of a latency. */
  public static String metric(Measure measure, Statistic statistic) {
    return measure.key() + "." + statistic.label();
  }

  /** The figure for one environment. */
  public ReferenceLine ofEnvironment(String other) {
    return new ReferenceLine(metric, value, name, hardware, source, Optional.of(other), workload);
  }

  /** The value with its unit. */
  public String text() {
    return ReferenceUnit.of(metric).text(value);
  }

  /** In charts: name, environment, value, hardware and source, as far as they are known. */
  public String label() {
    String what = name + environment.map(of -> " of " + of).orElse("") + ": " + text();
    return Stream.of(what, hardware, source)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** Whether it applies to this run: to its workload and its environment. */
  public boolean isOf(ReportedRun run) {
    String file = run.stored().map(stored -> stored.identity().workloadFileBase()).orElse("");
    return environment.map(name -> isOf(name, run.environment())).orElse(true)
        && workload.map(name -> isOf(name, run.workload()) || name.equals(file)).orElse(true);
  }

  /** Variants have their values behind the name. */
  private static boolean isOf(String name, String label) {
    return label.equals(name) || label.startsWith(name + ", ");
  }

  /** What the value of a metric counts: how people write it, and how it is shown. */
  public enum ReferenceUnit {
    RATE("a rate such as 500, 20k or 20k/s", Type.RATE::number, Unit.PER_SECOND::with),
    /** In microseconds. */
    LATENCY(
        "a time span such as 500us or 2.76ms",
        text -> Type.DURATION.number(text).map(nanos -> nanos / 1e3),
        Unit.MICROSECONDS::with),
    THROUGHPUT(
        "bytes per second such as 437 MB/s (1,000,000), 400 MiB/s, or bits: 10 Gb/s",
        ReferenceUnit::bytesPerSecond,
        value -> Unit.MEGABYTES_PER_SECOND.with(value / 1e6)),
    SIZE(
        "a size such as 100, 1KB or 2GB",
        Type.SIZE::number,
        value -> Unit.MEGABYTES.with(value / 1e6)),
    NUMBER("a number", Type.RATE::number, Unit.RATIO::with);

    public static final String PUBLISH_THROUGHPUT = throughput(Metrics.PUBLISH_RATE).orElseThrow();
    public static final String CONSUME_THROUGHPUT = throughput(Metrics.CONSUME_RATE).orElseThrow();

    /** Rates in bytes: limits of networks and disks. */
    public static final List<String> THROUGHPUTS =
        Metrics.all().stream().flatMap(metric -> throughput(metric).stream()).toList();

    private static final Pattern BYTES_PER_SECOND =
        Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([kKMG]?)(i?)([Bb])/s");

    private final String allowed;
    private final Function<String, Optional<Double>> parser;
    private final DoubleFunction<String> format;

    ReferenceUnit(
        String allowed, Function<String, Optional<Double>> parser, DoubleFunction<String> format) {
      this.allowed = allowed;
      this.parser = parser;
      this.format = format;
    }

    /** The rate of the payloads of what a rate counts; empty for another metric. */
    public static Optional<String> throughput(Metric rate) {
      return rate.bytes().map(any -> rate.id().replace("Rate", "Throughput"));
    }

    /** Names of telemetry metrics end with their unit. */
    static ReferenceUnit of(String metric) {
      Optional<Metric> ofRuns = MetricNames.objective(metric).or(() -> Metrics.of(metric));
      if (ofRuns.isPresent()) {
        return switch (ofRuns.get().unit()) {
          case PER_SECOND -> RATE;
          case MICROSECONDS -> LATENCY;
          default -> NUMBER;
        };
      }
      if (THROUGHPUTS.contains(metric) || metric.endsWith("BytesPerSecond")) {
        return THROUGHPUT;
      }
      if (metric.endsWith("PerSecond")) {
        return RATE;
      }
      return metric.endsWith("Bytes") ? SIZE : metric.endsWith("Micros") ? LATENCY : NUMBER;
    }

    private static Optional<Double> bytesPerSecond(String text) {
      Matcher parts = BYTES_PER_SECOND.matcher(text.strip());
      if (!parts.matches()) {
        return Optional.empty();
      }
      double prefix = Math.pow(parts.group(3).isEmpty() ? 1e3 : 1024, power(parts.group(2)));
      double bits = parts.group(4).equals("b") ? 8 : 1;
      return Optional.of(Double.parseDouble(parts.group(1)) * prefix / bits);
    }

    private static int power(String prefix) {
      return prefix.isEmpty() ? 0 : 1 + "KMG".indexOf(Character.toUpperCase(prefix.charAt(0)));
    }

    /** In the metric's base unit; empty when it is no such value. */
    Optional<Double> parse(String text) {
      return parser.apply(text);
    }

    /** With its unit. */
    String text(double value) {
      return format.apply(value);
    }

    /** For messages. */
    String allowed() {
      return allowed;
    }
  }
}
