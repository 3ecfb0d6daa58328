package io.tidemark.report.chart;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReferenceLine.ReferenceUnit;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Which limits and published figures belong into the charts of one workload. */
final class References {
  /** Values this many times above or below all that was measured are left out. */
  private static final double FAR = 3;

  private final List<ReferenceLine> all;
  private final OptionalDouble messageBytes;

  private References(List<ReferenceLine> all, OptionalDouble messageBytes) {
    this.all = all;
    this.messageBytes = messageBytes;
  }

  /**
   * Returns the references that apply to some of the runs.
   *
   * @param runs of one workload; without limits in bytes if its messages have several sizes
   */
  static References forRuns(List<ReferenceLine> all, List<ReportedRun> runs) {
    double[] sizes =
        runs.stream()
            .flatMap(run -> run.stored().stream())
            .mapToDouble(run -> run.shape().messageSizeBytes())
            .filter(bytes -> bytes > 0)
            .distinct()
            .toArray();
    return new References(
        all.stream().filter(line -> runs.stream().anyMatch(line::isOf)).toList(),
        sizes.length == 1 ? OptionalDouble.of(sizes[0]) : OptionalDouble.empty());
  }

  /** Metrics of the rate of a counter; none if it has none. */
  static List<String> metrics(Counter counter) {
    return Metrics.all().stream()
        .filter(metric -> metric.counter().equals(Optional.of(counter)))
        .flatMap(metric -> metrics(MetricReference.of(metric)).stream())
        .toList();
  }

  /** Metrics that are drawn where this one is. */
  static List<String> metrics(MetricReference metric) {
    return Stream.concat(
            Stream.of(metric.key()), ReferenceUnit.throughput(metric.metric()).stream())
        .toList();
  }

  /**
   * The lines of a chart. A limit in bytes is drawn as messages of the workload's size. A value far
   * from all measured ones would squash these, so it is left out.
   *
   * @param metrics that the y axis shows
   */
  List<Reference> in(List<Line> lines, List<String> metrics) {
    return in(lines, 1, metrics);
  }

  /**
   * @param unit by which values are divided
   */
  List<Reference> in(List<Line> lines, double unit, List<String> metrics) {
    double[] measured =
        lines.stream()
            .flatMapToDouble(line -> DoubleStream.of(line.y()))
            .filter(value -> value > 0) // Also no NaN.
            .toArray();
    double most = DoubleStream.of(measured).max().orElse(0);
    double least = DoubleStream.of(measured).min().orElse(0);
    List<Reference> references = new ArrayList<>();
    for (ReferenceLine line : all) {
      OptionalDouble divisor =
          ReferenceUnit.THROUGHPUTS.contains(line.metric())
              ? messageBytes
              : OptionalDouble.of(unit);
      if (metrics.contains(line.metric()) && divisor.isPresent()) {
        double y = line.value() / divisor.getAsDouble();
        if (y <= FAR * most && FAR * y >= least) {
          references.add(new Reference(line.label(), y));
        }
      }
    }
    return references;
  }
}
