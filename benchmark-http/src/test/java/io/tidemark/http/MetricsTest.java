package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.PayloadSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @Test
  void countsEverySnapshotOnceUnderOmbsNames() throws Exception {
    RecordingWorker hosted = new RecordingWorker();
    try (WorkerServer server =
            WorkerServer.start(hosted, WorkerServerOptions.DEFAULT, OptionalInt.of(0));
        HttpWorker worker = new HttpWorker(server.address(), HttpWorkerOptions.DEFAULT)) {
      worker.prepare(Samples.setup("run", new PayloadSpec.Zeros()), DEADLINE);
      worker.snapshot(1);
      worker.snapshot(1);
      worker.snapshot(2);
      URI metrics = URI.create("http://127.0.0.1:" + server.statsPort().orElseThrow() + "/metrics");
      String text =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
              .body();
      // Each sample snapshot has 3 acknowledged, 6 received, 5 failed, and 3 values per measure.
      assertThat(text.lines())
          .contains(
              "benchmark_producer_messages_sent 6",
              "benchmark_producer_message_send_errors 10",
              "benchmark_producer_bytes_sent 8",
              "benchmark_consumer_messages_recv 12",
              "benchmark_consumer_bytes_recv 14",
              "benchmark_producer_produce_latency_count{success=\"true\"} 6",
              "tidemark_messages_in_flight 3");
      assertThat(text)
          .contains(
              "benchmark_producer_producer_delay_latency{success=\"true\",quantile=\"0.9999\"}")
          .contains("benchmark_consumer_e2e_latency{success=\"true\",quantile=\"1.0\"}");
    }
  }
}
