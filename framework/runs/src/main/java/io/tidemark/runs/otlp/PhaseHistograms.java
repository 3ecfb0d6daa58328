package io.tidemark.runs.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The latencies of all messages of a phase, as histograms with fixed limits. */
final class PhaseHistograms {
  static final String DURATION = "messaging.client.operation.duration";
  private static final double NANOS = 1e9;

  /** Seconds: those of the conventions, and smaller and greater ones. */
  private static final List<Double> LIMITS =
      List.of(
          0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5,
          0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 30.0, 60.0);

  private PhaseHistograms() {}

  static List<MetricData> of(OtlpSource source, PhaseResult phase) {
    OtlpMetrics metrics =
        new OtlpMetrics(
            source, phase.startEpochNanos(), phase.startEpochNanos() + phase.lengthNanos());
    Map<String, String> own = Map.of("phase", phase.name());
    phase
        .histograms()
        .forEach(
            (measure, histogram) -> {
              Attributes attributes = source.names().ownAttributes(own);
              metrics.histogram(
                  source.names().own(measure.key()) + ".duration",
                  point(phase, histogram, attributes));
              if (measure == Measure.PUBLISH_LATENCY) {
                metrics.histogram(
                    DURATION,
                    point(
                        phase,
                        histogram,
                        attributes.toBuilder().putAll(source.operation("send", "send")).build()));
              }
            });
    return metrics.all();
  }

  private static HistogramPointData point(
      PhaseResult phase, Histogram histogram, Attributes attributes) {
    List<Long> counts = new ArrayList<>();
    long before = 0;
    for (double limit : LIMITS) {
      long upTo = histogram.getCountBetweenValues(0, Math.round(limit * NANOS));
      counts.add(upTo - before);
      before = upTo;
    }
    counts.add(histogram.getTotalCount() - before);
    return HistogramPointData.create(
        phase.startEpochNanos(),
        phase.startEpochNanos() + phase.lengthNanos(),
        attributes,
        histogram.getMean() * histogram.getTotalCount() / NANOS,
        histogram.getTotalCount() > 0,
        histogram.getMinValue() / NANOS,
        histogram.getTotalCount() > 0,
        histogram.getMaxValue() / NANOS,
        LIMITS,
        counts);
  }
}
