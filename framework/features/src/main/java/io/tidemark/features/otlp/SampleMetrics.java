package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.tidemark.features.otlp.OtlpMetrics.Point;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The metrics of samples. For one thread: sums begin with the first sample. */
final class SampleMetrics {
  static final String SENT = "messaging.client.sent.messages";
  static final String CONSUMED = "messaging.client.consumed.messages";
  private static final String MESSAGES = "{message}";
  private static final double NANOS = 1e9;

  private final OtlpSource source;
  private long startEpochNanos = Long.MIN_VALUE;
  private long debtBefore;

  SampleMetrics(OtlpSource source) {
    this.source = source;
  }

  /**
   * @param total of the run so far
   */
  List<MetricData> of(Sample sample, Counters total) {
    if (startEpochNanos == Long.MIN_VALUE) {
      startEpochNanos = sample.startEpochNanos();
    }
    OtlpMetrics metrics =
        new OtlpMetrics(
            source, sample.startEpochNanos(), sample.startEpochNanos() + sample.lengthNanos());
    Attributes phase = source.names().ownAttributes(Map.of("phase", sample.phase()));
    sums(metrics, total);
    rates(metrics, sample, phase);
    sample
        .latencies()
        .forEach(
            (measure, latency) ->
                metrics.gauge(name(measure.key()), "s", quantiles(latency, sample.phase())));
    for (Map.Entry<String, Long> each :
        Map.of(
                "backlog", sample.backlog(),
                "inFlight", sample.inFlight(),
                "scheduleDebt", sample.scheduleDebt())
            .entrySet()) {
      metrics.gauge(name(each.getKey()), MESSAGES, List.of(new Point(each.getValue(), phase)));
    }
    hosts(metrics, sample.hosts());
    debtBefore = sample.scheduleDebt();
    return metrics.all();
  }

  private String name(String key) {
    return source.names().own(key);
  }

  /** Adds the sums: two have the names of the conventions, all others those of results. */
  private void sums(OtlpMetrics metrics, Counters total) {
    metrics.sum(
        SENT, MESSAGES, startEpochNanos, total.get(Counter.SENT), source.operation("send", "send"));
    metrics.sum(
        CONSUMED,
        MESSAGES,
        startEpochNanos,
        total.get(Counter.RECEIVED),
        source.operation("receive", "receive"));
    for (Counter counter : Counter.values()) {
      boolean usual =
          counter.group() == Counter.Group.SENDING || counter.group() == Counter.Group.RECEIVING;
      if (counter.key().contains("Micros")) {
        continue; // A sum of nanoseconds, of which results have the mean.
      }
      if (usual || total.get(counter) > 0) {
        metrics.sum(
            name(counter.key()),
            counter.key().endsWith("Bytes") ? "By" : "{" + unit(counter) + "}",
            startEpochNanos,
            total.get(counter),
            Attributes.empty());
      }
    }
  }

  private static String unit(Counter counter) {
    return counter.group() == Counter.Group.CLIENTS ? "client" : "message";
  }

  private void rates(OtlpMetrics metrics, Sample sample, Attributes phase) {
    boolean roundTrips = sample.latencies().keySet().stream().anyMatch(Measure::ofRoundTrips);
    for (Counter counter : Counter.rated(roundTrips)) {
      String key = counter.rateName().replaceFirst("PerSecond$", "");
      metrics.gauge(
          name(key),
          key.endsWith("Bytes") ? "By/s" : MESSAGES + "/s",
          List.of(new Point(sample.perSecond(counter), phase)));
    }
    metrics.gauge(
        name("intendedRate"),
        MESSAGES + "/s",
        List.of(new Point(sample.dueRatePerSecond(debtBefore), phase)));
  }

  private List<Point> quantiles(LatencySummary latency, String phase) {
    Map<String, Long> nanos = new LinkedHashMap<>();
    nanos.put("0.5", latency.p50Nanos());
    nanos.put("0.75", latency.p75Nanos());
    nanos.put("0.9", latency.p90Nanos());
    nanos.put("0.95", latency.p95Nanos());
    nanos.put("0.99", latency.p99Nanos());
    nanos.put("0.999", latency.p999Nanos());
    nanos.put("0.9999", latency.p9999Nanos());
    nanos.put("1", latency.maxNanos());
    List<Point> points = new ArrayList<>();
    nanos.forEach(
        (quantile, value) ->
            points.add(
                new Point(
                    value / NANOS,
                    source.names().ownAttributes(Map.of("phase", phase, "quantile", quantile)))));
    return points;
  }

  private void hosts(OtlpMetrics metrics, List<HostSample> hosts) {
    List<Point> process = new ArrayList<>();
    List<Point> machine = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      HostSample host = hosts.get(i);
      Attributes worker =
          source.names().ownAttributes(Map.of("worker", String.format(Locale.ROOT, "%d", i)));
      if (!Double.isNaN(host.processCpuShare())) {
        process.add(new Point(host.processCpuShare(), worker));
      }
      if (!Double.isNaN(host.hostCpuShare())) {
        machine.add(new Point(host.hostCpuShare(), worker));
      }
    }
    metrics.gauge(name("worker.processCpu"), "{cpu}", process);
    metrics.gauge(name("worker.hostCpu"), "{cpu}", machine);
  }
}
