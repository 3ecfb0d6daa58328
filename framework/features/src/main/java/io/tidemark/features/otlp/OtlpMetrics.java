package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.List;

/** Metrics of an interval of a run; those that are left out by their names are not made. */
final class OtlpMetrics {
  private final OtlpSource source;
  private final long startEpochNanos;
  private final long endEpochNanos;
  private final List<MetricData> made = new ArrayList<>();

  /** A value with its attributes. */
  record Point(double value, Attributes attributes) {}

  OtlpMetrics(OtlpSource source, long startEpochNanos, long endEpochNanos) {
    this.source = source;
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos;
  }

  List<MetricData> all() {
    return List.copyOf(made);
  }

  void gauge(String name, String unit, List<Point> points) {
    List<DoublePointData> data =
        points.stream()
            .map(
                each ->
                    DoublePointData.create(
                        startEpochNanos, endEpochNanos, each.attributes(), each.value(), List.of()))
            .toList();
    add(name, unit, MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(data));
  }

  /**
   * A number that only increases.
   *
   * @param sinceEpochNanos when it was 0
   */
  void sum(String name, String unit, long sinceEpochNanos, long value, Attributes attributes) {
    LongPointData point = LongPointData.create(sinceEpochNanos, endEpochNanos, attributes, value);
    add(
        name,
        unit,
        MetricDataType.LONG_SUM,
        SumData.createLongSumData(true, AggregationTemporality.CUMULATIVE, List.of(point)));
  }

  void histogram(String name, HistogramPointData point) {
    add(
        name,
        "s",
        MetricDataType.HISTOGRAM,
        HistogramData.create(AggregationTemporality.CUMULATIVE, List.of(point)));
  }

  private void add(
      String name,
      String unit,
      MetricDataType type,
      io.opentelemetry.sdk.metrics.data.Data<?> data) {
    source
        .names()
        .used(name)
        .ifPresent(used -> made.add(new OtlpMetric(source, used, unit, type, data)));
  }

  /** A metric with points whose times are those of the run, not those of the export. */
  record OtlpMetric(OtlpSource source, String name, String unit, MetricDataType type, Data<?> data)
      implements MetricData {
    @Override
    public Resource getResource() {
      return source.resource();
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return source.scope();
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public String getDescription() {
      return "";
    }

    @Override
    public String getUnit() {
      return unit;
    }

    @Override
    public MetricDataType getType() {
      return type;
    }

    @Override
    public Data<?> getData() {
      return data;
    }
  }
}
