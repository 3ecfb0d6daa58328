package io.tidemark.report.runs;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.metric.Unit;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
