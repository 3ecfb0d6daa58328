package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private static WorkerServer start(int statsPort) throws ListenException {
    return WorkerServer.start(
        new RecordingWorker().port,
        WorkerServerOptions.DEFAULT,
        OptionalInt.of(statsPort),
        () -> "up 1\n");
  }

  private static HttpResponse<String> get(WorkerServer server) throws Exception {
    URI metrics = URI.create("http://127.0.0.1:" + server.statsPort().orElseThrow() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString());
  }

  @Test
  void servesWhatTheWorkerReportsAlsoBesideSlowClients() throws Exception {
    try (WorkerServer server = start(0);
        Sockets moreThanThreads =
            Sockets.open(server.statsPort().orElseThrow(), 100, i -> "GET /metr")) {
      HttpResponse<String> response = get(server);
      assertThat(response.body()).isEqualTo("up 1\n");
      assertThat(response.headers().firstValue("Content-Type"))
          .hasValue("text/plain; version=0.0.4; charset=utf-8");
    }
  }

  @Test
  void refusesPagesWhoseNameResolvesToLoopback() throws Exception {
    try (WorkerServer server = start(0)) {
      byte[] request =
          "GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII);
      int port = server.statsPort().orElseThrow();
      assertThat(Sockets.answer(port, request, Duration.ofSeconds(20)))
          .startsWith("HTTP/1.1 403")
          .doesNotContain("up 1");
    }
  }

  @Test
  void saysInOneLineThatThePortIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      int port = taken.getLocalPort();
      WorkerServerOptions there = ServerOptions.listening("127.0.0.1", port);
      assertThatThrownBy(() -> WorkerServer.start(new RecordingWorker().port, there))
          .isInstanceOf(ListenException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + port)
          .hasMessageNotContaining("\n");
      assertThatThrownBy(() -> start(port))
          .isInstanceOf(ListenException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + port + " for metrics");
    }
  }
}
