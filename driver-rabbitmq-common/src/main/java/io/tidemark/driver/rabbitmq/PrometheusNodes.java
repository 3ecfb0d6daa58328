package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time and Erlang reductions of nodes, from their Prometheus endpoints, because the management
 * API does not have them. Such a page is about 100 kB per node, so it is read rarely. A failing
 * node is skipped and reported as an event. Used by one thread at a time.
 */
final class PrometheusNodes {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final long PERIOD_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int OK = 200;
  private static final Pattern NODE =
      Pattern.compile("(?m)^rabbitmq_identity_info\\{[^}]*rabbitmq_node=\"([^\"]+)\"");

  private record Counts(double runtimeMillis, double wallMillis, double reductions) {}

  private final List<BrokerUri> nodes;
  private final HttpClient client;
  private final Consumer<DriverEvent> events;
  private final Map<BrokerUri, Counts> before = new HashMap<>();
  private final Map<BrokerUri, String> failures = new HashMap<>();
  private final LongSupplier nanoTime;
  private long lastNanos;

  PrometheusNodes(
      List<BrokerUri> nodes,
      RabbitMqTlsOptions tls,
      Consumer<DriverEvent> events,
      LongSupplier nanoTime)
      throws IOException {
    this.nodes = List.copyOf(nodes);
    this.events = events;
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong() - PERIOD_NANOS;
    this.client = tls.httpClient(TIMEOUT, nodes.stream().anyMatch(BrokerUri::tls));
  }

  /** Means since the previous reading; at most every 5 s. */
  List<TelemetryReading> read() throws InterruptedException {
    long nowNanos = nanoTime.getAsLong();
    if (nodes.isEmpty() || nowNanos - lastNanos < PERIOD_NANOS) {
      return List.of();
    }
    lastNanos = nowNanos;
    List<TelemetryReading> readings = new ArrayList<>();
    for (BrokerUri node : nodes) {
      try {
        readings.addAll(readings(node, page(node)));
        succeeded(node);
      } catch (IOException e) {
        before.remove(node); // After a restart its counters begin at 0.
        failed(node, e);
      }
    }
    return readings;
  }

  private void succeeded(BrokerUri node) {
    if (failures.remove(node) != null) {
      notice(node, "reports CPU time and reductions again");
    }
  }

  private void failed(BrokerUri node, IOException failure) {
    // The client's message for a closed port is "null".
    String reason =
        failure instanceof ConnectException ? "no connection" : FailureReason.of(failure);
    if (!reason.equals(failures.put(node, reason))) {
      notice(node, "does not report CPU time and reductions: " + reason);
    }
  }

  private void notice(BrokerUri node, String detail) {
    events.accept(new DriverEvent(Kind.NOTICE, "Prometheus endpoint " + node.address(), detail));
  }

  private String page(BrokerUri node) throws IOException, InterruptedException {
    URI uri = URI.create((node.tls() ? "https://" : "http://") + node.address() + "/metrics");
    HttpResponse<String> response =
        client.send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), BodyHandlers.ofString());
    if (response.statusCode() != OK) {
      throw new IOException("/metrics was answered with status " + response.statusCode());
    }
    return response.body();
  }

  private List<TelemetryReading> readings(BrokerUri node, String page) throws IOException {
    Counts now =
        new Counts(
            millis(page, "erlang_vm_statistics_runtime"),
            millis(page, "erlang_vm_statistics_wallclock_time"),
            value(page, "erlang_vm_statistics_reductions_total")
                .orElseThrow(() -> missing("erlang_vm_statistics_reductions_total")));
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

  /** A time, by its name before and since version 6 of Erlang's Prometheus library. */
  private static double millis(String page, String time) throws IOException {
    OptionalDouble millis = value(page, time + "_milliseconds");
    return millis.isPresent()
        ? millis.getAsDouble()
        : 1_000
            * value(page, time + "_seconds_total")
                .orElseThrow(() -> missing(time + "_milliseconds or _seconds_total"));
  }

  private static IOException missing(String metric) {
    return new IOException("/metrics has no " + metric);
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
