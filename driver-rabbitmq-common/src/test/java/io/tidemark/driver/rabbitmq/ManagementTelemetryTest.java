package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManagementTelemetryTest {
  private static final Map<String, String> ANSWERS =
      Map.of(
          "/api/overview", "{'message_stats':{'publish':9}}",
          "/api/nodes", "[{'name':'n1','running':true}]",
          "/api/queues/%2F",
              "[{'name':'t.sub','node':'n1','messages':3},"
                  + "{'name':'perf-001','node':'n1','messages':4},"
                  + "{'name':'somebodys','node':'n1','messages':1000}]");

  private HttpServer server;
  private ManagementTelemetry telemetry;

  @BeforeEach
  void startTheApi() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/",
        exchange -> {
          String answer = ANSWERS.get(exchange.getRequestURI().getRawPath());
          byte[] body =
              (answer == null ? "" : answer.replace('\'', '"')).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              answer == null ? 404 : 200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    TlsOptions tls = TlsOptions.from(new ConfigurationTree(Map.of()));
    List<BrokerUri> uris =
        BrokerUri.parseAll(List.of("http://127.0.0.1:" + server.getAddress().getPort()), "http");
    telemetry =
        new ManagementTelemetry(
            new ManagementApi(uris, tls, Optional.empty()),
            List.of(),
            tls,
            "/",
            Duration.ofSeconds(1));
  }

  @AfterEach
  void stopTheApi() {
    server.stop(0);
  }

  private List<TelemetryReading> depths() throws Exception {
    return telemetry.read().stream()
        .filter(reading -> reading.name().equals(TelemetryReading.QUEUE_MESSAGES))
        .toList();
  }

  @Test
  void tellsOfTheRunsOwnQueuesOnly() throws Exception {
    telemetry.watchBelow("t");
    telemetry.watch(List.of("perf-001"));
    assertThat(depths())
        .containsExactly(
            new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, "t.sub", 3, 1_000),
            new TelemetryReading(TelemetryReading.QUEUE_MESSAGES, "perf-001", 4, 1_000));
  }

  @Test
  void aQueueWhoseCountsAreComparedIsWatched() throws Exception {
    telemetry.count("t", "sub", List.of("t.sub"));
    assertThat(depths()).extracting(TelemetryReading::subject).containsExactly("t.sub");
  }

  @Test
  void tellsOfNodesAndClusterBeforeThereIsAnyQueue() throws Exception {
    assertThat(telemetry.read())
        .contains(
            new TelemetryReading(TelemetryReading.NODE_RUNNING, "n1", 1, 1_000),
            new TelemetryReading("brokerPublishedMessages", "cluster", 9, 1_000))
        .noneMatch(reading -> reading.name().startsWith("queue"));
  }
}
