package io.tidemark.report.runs;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
}
