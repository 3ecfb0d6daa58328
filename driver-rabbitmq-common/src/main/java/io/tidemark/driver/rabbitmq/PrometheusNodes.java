package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.telemetry.PrometheusEndpoints;
import io.tidemark.driver.telemetry.PrometheusPage;
import io.tidemark.driver.telemetry.PrometheusPage.Selector;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * CPU time and Erlang reductions of nodes, from their Prometheus endpoints, because the management
 * API does not have them. Such a page is about 100 kB per node, so it is read rarely. Used by one
 * thread at a time.
 */
final class PrometheusNodes {
  private static final long PERIOD_NANOS = Duration.ofSeconds(5).toNanos();

  private record Counts(double runtimeMillis, double wallMillis, double reductions) {}

  private final PrometheusEndpoints endpoints;
  private final Map<URI, Counts> before = new HashMap<>();
  private final LongSupplier nanoTime;
  private long lastNanos;

  PrometheusNodes(
      List<BrokerUri> nodes,
      RabbitMqTlsOptions tls,
      Consumer<DriverEvent> events,
      LongSupplier nanoTime)
      throws IOException {
    boolean https = nodes.stream().anyMatch(BrokerUri::tls);
    this.endpoints =
        new PrometheusEndpoints(
            nodes.stream().map(PrometheusNodes::page).toList(),
            tls.httpClient(PrometheusEndpoints.TIMEOUT, https),
            events);
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong() - PERIOD_NANOS;
  }

  private static URI page(BrokerUri node) {
    return URI.create((node.tls() ? "https://" : "http://") + node.address() + "/metrics");
  }

  /** Means since the previous reading; at most every 5 s. */
  List<TelemetryReading> read() throws InterruptedException {
    long nowNanos = nanoTime.getAsLong();
    if (nowNanos - lastNanos < PERIOD_NANOS) {
      return List.of();
    }
    lastNanos = nowNanos;
    return endpoints.read(this::readings);
  }

  private void readings(URI node, PrometheusPage page, List<TelemetryReading> readings)
      throws IOException {
    Counts now =
        new Counts(
            millis(page, "erlang_vm_statistics_runtime"),
            millis(page, "erlang_vm_statistics_wallclock_time"),
            value(page, "erlang_vm_statistics_reductions_total")
                .orElseThrow(() -> missing("erlang_vm_statistics_reductions_total")));
    Counts then = before.put(node, now);
    if (then == null || now.wallMillis() <= then.wallMillis()) {
      return; // After a restart its counters begin at 0.
    }
    String name =
        page.label("rabbitmq_identity_info", "rabbitmq_node").orElseGet(node::getAuthority);
    double millis = now.wallMillis() - then.wallMillis();
    readings.add(
        reading("nodeCpuCores", name, (now.runtimeMillis() - then.runtimeMillis()) / millis));
    readings.add(
        reading(
            "nodeReductionsPerSecond",
            name,
            (now.reductions() - then.reductions()) * 1_000 / millis));
  }

  private static TelemetryReading reading(String name, String node, double value) {
    return new TelemetryReading(name, node, value, PERIOD_NANOS / 1_000_000);
  }

  /** A time, by its name before and since version 6 of Erlang's Prometheus library. */
  private static double millis(PrometheusPage page, String time) throws IOException {
    OptionalDouble millis = value(page, time + "_milliseconds");
    return millis.isPresent()
        ? millis.getAsDouble()
        : 1_000
            * value(page, time + "_seconds_total")
                .orElseThrow(() -> missing(time + "_milliseconds or _seconds_total"));
  }

  private static OptionalDouble value(PrometheusPage page, String metric) {
    return page.sum(new Selector(metric, List.of()));
  }

  private static IOException missing(String metric) {
    return new IOException("/metrics has no " + metric);
  }
}
