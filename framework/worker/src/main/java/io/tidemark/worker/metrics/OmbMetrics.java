package io.tidemark.worker.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * OMB's names. A counter of Micrometer or of Prometheus' client would be renamed ({@code _total}),
 * and their summaries discard older values; so these are calculated from the totals on request.
 * Latencies in milliseconds.
 */
record OmbMetrics(SnapshotTotals totals) implements MultiCollector {
  private static final double[] QUANTILES = {0.5, 0.75, 0.95, 0.99, 0.999, 0.9999, 1.0};
  private static final Labels SUCCESS = Labels.of("success", "true");
  private static final double NANOS_PER_MILLI = 1e6;

  @Override
  public MetricSnapshots collect() {
    Counters counters = totals.counters();
    List<MetricSnapshot> all = new ArrayList<>();
    all.add(number("benchmark_producer_messages_sent", counters.get(Counter.ACKNOWLEDGED)));
    all.add(number("benchmark_producer_message_send_errors", counters.get(Counter.FAILED)));
    all.add(number("benchmark_producer_bytes_sent", counters.get(Counter.ACKNOWLEDGED_BYTES)));
    all.add(number("benchmark_consumer_messages_recv", counters.get(Counter.RECEIVED)));
    all.add(number("benchmark_consumer_bytes_recv", counters.get(Counter.RECEIVED_BYTES)));
    all.add(summary("benchmark_producer_produce_latency", Measure.PUBLISH_LATENCY));
    all.add(summary("benchmark_producer_producer_delay_latency", Measure.SCHEDULE_DELAY));
    all.add(summary("benchmark_consumer_e2e_latency", Measure.END_TO_END_FROM_SEND));
    all.add(summary("tidemark_publish_response_milliseconds", Measure.PUBLISH_RESPONSE));
    all.add(summary("tidemark_end_to_end_milliseconds", Measure.END_TO_END));
    all.add(summary("tidemark_round_trip_milliseconds", Measure.ROUND_TRIP));
    all.add(summary("tidemark_round_trip_response_milliseconds", Measure.ROUND_TRIP_RESPONSE));
    return new MetricSnapshots(all);
  }

  private static UnknownSnapshot number(String name, long value) {
    return UnknownSnapshot.builder()
        .name(name)
        .help("since the worker started, as OMB names it")
        .dataPoint(UnknownDataPointSnapshot.builder().value(value).build())
        .build();
  }

  private SummarySnapshot summary(String name, Measure measure) {
    Histogram histogram = totals.latency(measure);
    return SummarySnapshot.builder()
        .name(name)
        .help(measure.key() + " in milliseconds, since the worker started")
        .dataPoint(
            SummaryDataPointSnapshot.builder()
                .labels(SUCCESS)
                .count(histogram.getTotalCount())
                .sum(sumMillis(histogram))
                .quantiles(quantiles(histogram))
                .build())
        .build();
  }

  private static double sumMillis(Histogram histogram) {
    long count = histogram.getTotalCount();
    return count == 0 ? 0 : histogram.getMean() * count / NANOS_PER_MILLI;
  }

  private static Quantiles quantiles(Histogram histogram) {
    List<Quantile> quantiles = new ArrayList<>();
    for (double each : QUANTILES) {
      double millis = histogram.getValueAtPercentile(each * 100) / NANOS_PER_MILLI;
      quantiles.add(new Quantile(each, histogram.getTotalCount() == 0 ? Double.NaN : millis));
    }
    return Quantiles.of(quantiles);
  }
}
