package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the management API does not tell of nodes, from their Prometheus endpoints: processor time
 * and Erlang's reductions. Such a page is about 100 kB and every node answers for itself only, so
 * it is asked for seldom. A node that does not answer is left out. One thread at a time.
 */
final class PrometheusNodes {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final long PERIOD_NANOS = Duration.ofSeconds(5).toNanos();
  private static final Pattern NODE =
      Pattern.compile("(?m)^rabbitmq_identity_info\\{[^}]*rabbitmq_node=\"([^\"]+)\"");

  private record Counts(double runtimeMillis, double wallMillis, double reductions) {}

  private final List<BrokerUri> nodes;
  private final HttpClient client;
  private final Map<BrokerUri, Counts> before = new HashMap<>();
  private long lastNanos = System.nanoTime() - PERIOD_NANOS;

  PrometheusNodes(List<BrokerUri> nodes, TlsOptions tls) throws IOException {
    this.nodes = List.copyOf(nodes);
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
    if (nodes.stream().anyMatch(BrokerUri::tls)) {
      builder.sslContext(tls.sslContext());
    }
    this.client = builder.build();
  }

  /** Means since the reading before; nothing more often than every five seconds. */
  List<TelemetryReading> read() throws InterruptedException {
    if (nodes.isEmpty() || System.nanoTime() - lastNanos < PERIOD_NANOS) {
      return List.of();
    }
    lastNanos = System.nanoTime();
    List<TelemetryReading> readings = new ArrayList<>();
    for (BrokerUri node : nodes) {
      try {
        readings.addAll(readings(node, page(node)));
      } catch (IOException e) {
        before.remove(node); // Down, which nodeRunning tells; its counters begin again.
      }
    }
    return readings;
  }

  private String page(BrokerUri node) throws IOException, InterruptedException {
    URI uri = URI.create((node.tls() ? "https://" : "http://") + node.address() + "/metrics");
    return client
        .send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), BodyHandlers.ofString())
        .body();
  }

  private List<TelemetryReading> readings(BrokerUri node, String page) {
    OptionalDouble runtime = value(page, "erlang_vm_statistics_runtime_milliseconds");
    OptionalDouble wall = value(page, "erlang_vm_statistics_wallclock_time_milliseconds");
    OptionalDouble reductions = value(page, "erlang_vm_statistics_reductions_total");
    if (runtime.isEmpty() || wall.isEmpty() || reductions.isEmpty()) {
      return List.of();
    }
    Counts now = new Counts(runtime.getAsDouble(), wall.getAsDouble(), reductions.getAsDouble());
    Counts then = before.put(node, now);
    if (then == null || now.wallMillis() <= then.wallMillis()) {
      return List.of();
    }
    Matcher matcher = NODE.matcher(page);
    String name = matcher.find() ? matcher.group(1) : node.address();
    double millis = now.wallMillis() - then.wallMillis();
    return List.of(
        reading("nodeCpuCores", name, (now.runtimeMillis() - then.runtimeMillis()) / millis),
        reading(
            "nodeReductionsPerSecond",
            name,
            (now.reductions() - then.reductions()) * 1_000 / millis));
  }

  private static TelemetryReading reading(String name, String node, double value) {
    return new TelemetryReading(name, node, value, PERIOD_NANOS / 1_000_000);
  }

  /** Of a metric without labels. */
  static OptionalDouble value(String page, String metric) {
    int at = page.indexOf("\n" + metric + " ");
    if (at < 0) {
      return OptionalDouble.empty();
    }
    int from = at + metric.length() + 2;
    int end = page.indexOf('\n', from);
    try {
      return OptionalDouble.of(
          Double.parseDouble(page.substring(from, end < 0 ? page.length() : end).strip()));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
