package io.tidemark.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.model.driverfile.PrometheusTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrometheusTelemetryTest extends WithExporter {
  private PrometheusTelemetry telemetry(String url) {
    return new PrometheusTelemetry(
        PrometheusTarget.of(
            """
            telemetry:
              prometheus:
                - url: %s
                  metrics:
                    heap{area="heap"}: nodeHeapBytes
                    cpu_seconds_total: nodeCpuCores
            """
                .formatted(url)),
        events::add,
        () -> nowNanos);
  }

  private static TelemetryReading reading(String name, String subject, double value) {
    return new TelemetryReading(name, subject, value, 0);
  }

  @Test
  void readsValuesAndIncreasesPerSecondUntilARestart() throws Exception {
    PrometheusTelemetry telemetry = telemetry("http://" + address() + "/metrics#node-1");
    page = "heap{area=\"heap\"} 5\nheap{area=\"other\"} 7\ncpu_seconds_total 10\n";
    assertThat(telemetry.readTelemetry()).containsExactly(reading("nodeHeapBytes", "node-1", 5));
    page = "heap{area=\"heap\"} 6\ncpu_seconds_total 13\n";
    nowNanos += 2_000_000_000L;
    assertThat(telemetry.readTelemetry())
        .containsExactlyInAnyOrder(
            reading("nodeHeapBytes", "node-1", 6), reading("nodeCpuCores", "node-1", 1.5));
    page = "heap{area=\"heap\"} 6\ncpu_seconds_total 1\n";
    nowNanos += 1_000_000_000L;
    assertThat(telemetry.readTelemetry()).hasSize(1);
    assertThat(events).isEmpty();
  }

  @Test
  void aMissingMetricDoesNotHideTheOthersAndIsReportedOnce() throws Exception {
    PrometheusTelemetry telemetry = telemetry("http://" + address() + "/metrics");
    page = "heap{area=\"heap\"} 5\n";
    assertThat(telemetry.readTelemetry()).containsExactly(reading("nodeHeapBytes", address(), 5));
    assertThat(telemetry.readTelemetry()).hasSize(1);
    assertThat(events).singleElement().asString().contains("cpu_seconds_total").contains(address());
    page = "heap{area=\"heap\"} 5\ncpu_seconds_total 1\n";
    telemetry.readTelemetry();
    assertThat(events).hasSize(2);
  }

  @Test
  void aPageThatDoesNotAnswerDoesNotHideTheOthers() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    page = "heap{area=\"heap\"} 5\ncpu_seconds_total 1\n";
    PrometheusTelemetry telemetry =
        telemetry("http://127.0.0.1:%d/metrics#a,http://%s/metrics#b".formatted(port, address()));
    assertThat(telemetry.readTelemetry()).containsExactly(reading("nodeHeapBytes", "b", 5));
    assertThat(events)
        .singleElement()
        .asString()
        .contains("127.0.0.1:" + port)
        .contains("no connection");
  }

  @Test
  void aPageWithoutEndIsAnEvent() throws Exception {
    server.createContext(
        "/endless",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] line = "heap{area=\"heap\"} 5\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
          try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
              out.write(line);
            }
          } catch (IOException e) {
            return; // The reader has closed the connection.
          }
        });
    assertThat(telemetry("http://" + address() + "/endless").readTelemetry()).isEmpty();
    assertThat(events).singleElement().asString().contains("does not report all metrics");
  }
}
