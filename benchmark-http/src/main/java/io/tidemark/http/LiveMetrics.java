package io.tidemark.http;

import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.LatencyHistogram;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.PhaseSlice;
import io.tidemark.model.worker.Snapshot;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What this worker did since it started, in Prometheus' text format: under OMB's names (latencies
 * in milliseconds) and ours. Made of the same snapshots as the results. For all threads.
 */
final class LiveMetrics {
  private static final double[] QUANTILES = {0.5, 0.75, 0.95, 0.99, 0.999, 0.9999, 1.0};

  private final Map<Measure, Histogram> latencies = new EnumMap<>(Measure.class);
  private Counters total = Counters.ZERO;
  private String lastRun = "";
  private long lastSequence;
  private long inFlight;

  /** Takes a snapshot into account, once, however often it has been asked for. */
  synchronized void add(Snapshot snapshot) {
    boolean known = snapshot.runId().equals(lastRun) && snapshot.sequence() <= lastSequence;
    if (known) {
      return;
    }
    lastRun = snapshot.runId();
    lastSequence = snapshot.sequence();
    inFlight = snapshot.load().inFlight();
    total = total.plus(snapshot.counters());
    for (PhaseSlice slice : snapshot.slices()) {
      slice
          .histograms()
          .forEach(
              (measure, histogram) ->
                  latencies
                      .computeIfAbsent(measure, key -> LatencyHistogram.create())
                      .add(histogram));
    }
  }

  synchronized String text() {
    StringBuilder text = new StringBuilder();
    counter(text, "benchmark_producer_messages_sent", total.acknowledged());
    counter(text, "benchmark_producer_message_send_errors", total.failed());
    counter(text, "benchmark_producer_bytes_sent", total.acknowledgedBytes());
    counter(text, "benchmark_consumer_messages_recv", total.received());
    counter(text, "benchmark_consumer_bytes_recv", total.receivedBytes());
    summary(text, "benchmark_producer_produce_latency", Measure.PUBLISH_LATENCY);
    summary(text, "benchmark_producer_producer_delay_latency", Measure.SCHEDULE_DELAY);
    summary(text, "benchmark_consumer_e2e_latency", Measure.END_TO_END_FROM_SEND);
    counter(text, "tidemark_messages_handed_over_total", total.sent());
    counter(text, "tidemark_consumer_errors_total", total.consumerErrors());
    counter(text, "tidemark_messages_foreign_total", total.foreign());
    counter(text, "tidemark_messages_corrupted_total", total.corrupted());
    text.append("# TYPE tidemark_messages_in_flight gauge\n");
    text.append("tidemark_messages_in_flight ").append(inFlight).append('\n');
    summary(text, "tidemark_publish_response_milliseconds", Measure.PUBLISH_RESPONSE);
    summary(text, "tidemark_end_to_end_milliseconds", Measure.END_TO_END);
    return text.toString();
  }

  private static void counter(StringBuilder text, String name, long value) {
    text.append("# TYPE ").append(name).append(" counter\n");
    text.append(name).append(' ').append(value).append('\n');
  }

  private void summary(StringBuilder text, String name, Measure measure) {
    Histogram histogram = latencies.getOrDefault(measure, LatencyHistogram.create());
    text.append("# TYPE ").append(name).append(" summary\n");
    for (double quantile : QUANTILES) {
      double millis =
          histogram.getTotalCount() == 0
              ? Double.NaN
              : histogram.getValueAtPercentile(quantile * 100) / 1e6;
      text.append(
          String.format(
              Locale.ROOT,
              "%s{success=\"true\",quantile=\"%s\"} %s\n",
              name,
              quantile,
              shown(millis)));
    }
    double sumMillis =
        histogram.getTotalCount() == 0 ? 0 : histogram.getMean() * histogram.getTotalCount() / 1e6;
    text.append(name).append("_sum{success=\"true\"} ").append(shown(sumMillis)).append('\n');
    text.append(name)
        .append("_count{success=\"true\"} ")
        .append(histogram.getTotalCount())
        .append('\n');
  }

  private static String shown(double value) {
    return Double.isNaN(value) ? "NaN" : String.format(Locale.ROOT, "%.6f", value);
  }
}
