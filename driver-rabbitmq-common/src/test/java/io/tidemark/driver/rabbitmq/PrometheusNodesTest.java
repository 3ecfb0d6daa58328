package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusNodesTest {
  private static final String IDENTITY =
      "# TYPE x gauge\nrabbitmq_identity_info{rabbitmq_node=\"r1@h\",rabbitmq_cluster=\"c\"} 1\n";

  private final List<DriverEvent> events = new ArrayList<>();
  private HttpPages pages;
  private PrometheusNodes nodes;
  private long nowNanos;

  @BeforeEach
  void startTheEndpoint() throws IOException {
    pages = new HttpPages();
    nodes = nodes(pages.uris());
  }

  @AfterEach
  void stopTheEndpoint() {
    pages.close();
  }

  private PrometheusNodes nodes(List<BrokerUri> uris) throws IOException {
    RabbitMqTlsOptions tls = new SettingValues("file", Map.of()).read(RabbitMqTlsOptions.class);
    return new PrometheusNodes(uris, tls, events::add, () -> nowNanos);
  }

  private List<TelemetryReading> readLater() throws InterruptedException {
    nowNanos += TimeUnit.SECONDS.toNanos(5);
    return nodes.read();
  }

  private void metrics(String unit, double runtime, double wall, long reductions) {
    pages.put(
        "/metrics",
        IDENTITY
            + ("erlang_vm_statistics_runtime_%1$s %2$s\n"
                    + "erlang_vm_statistics_wallclock_time_%1$s %3$s\n"
                    + "erlang_vm_statistics_reductions_total %4$d\n")
                .formatted(unit, runtime, wall, reductions));
  }

  private static TelemetryReading reading(String name, double value) {
    return new TelemetryReading(name, "r1@h", value, 5_000);
  }

  @ParameterizedTest
  @CsvSource({"milliseconds, 1", "seconds_total, 0.001"})
  void reportsMeansSinceTheReadingBeforeUnderTheOldNamesAndTheNew(String unit, double perMilli)
      throws Exception {
    metrics(unit, 1_000 * perMilli, 10_000 * perMilli, 7_000);
    assertThat(nodes.read()).isEmpty();
    metrics(unit, 4_000 * perMilli, 12_000 * perMilli, 9_000);
    assertThat(readLater())
        .containsExactly(reading("nodeCpuCores", 1.5), reading("nodeReductionsPerSecond", 1_000));
    assertThat(events).isEmpty();
  }

  @Test
  void aPageIsNotAskedForBeforeItsTime() throws Exception {
    metrics("milliseconds", 1, 1, 1);
    nodes.read();
    metrics("milliseconds", 2, 2, 2);
    nowNanos += TimeUnit.SECONDS.toNanos(4);
    assertThat(nodes.read()).isEmpty();
    nowNanos += TimeUnit.SECONDS.toNanos(1);
    assertThat(nodes.read()).hasSize(2);
  }

  @Test
  void aRefusalIsReportedOnceAndSoIsItsEnd() throws Exception {
    pages.put("/metrics", 401, "no");
    nodes.read();
    readLater();
    metrics("milliseconds", 1, 1, 1);
    readLater();
    readLater();
    assertThat(events)
        .containsExactly(
            notice("does not report all metrics: /metrics was answered with status 401"),
            notice("reports metrics again"));
  }

  private DriverEvent notice(String detail) {
    return new DriverEvent(Kind.NOTICE, "Prometheus endpoint " + pages.address(), detail);
  }

  @Test
  void aMissingMetricIsNamed() throws Exception {
    pages.put("/metrics", IDENTITY + "erlang_vm_statistics_runtime_milliseconds 1\n");
    nodes.read();
    assertThat(events)
        .extracting(DriverEvent::detail)
        .containsExactly(
            "does not report all metrics: /metrics has no"
                + " erlang_vm_statistics_wallclock_time_milliseconds or _seconds_total");
  }

  /** Without a certificate the handshake fails. */
  @Test
  void aFailureOfTlsIsReported() throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
    server.start();
    try {
      String uri = "https://127.0.0.1:" + server.getAddress().getPort();
      nodes = nodes(BrokerUri.parseAll(List.of(uri), "http"));
      nodes.read();
      assertThat(events).hasSize(1);
      assertThat(events.get(0).detail()).matches("does not report all metrics: [A-Z].+");
    } finally {
      server.stop(0);
    }
  }
}
