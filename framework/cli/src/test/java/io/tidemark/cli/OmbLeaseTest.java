package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.base.ManualClock;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An OMB coordinator that is slow, then one that is gone; the worker's clock is the test's. */
class OmbLeaseTest {
  private static final double RATE = 50;

  private final ManualClock clock = new ManualClock();
  private final HttpClient client = HttpClient.newHttpClient();
  private WorkerServer server;

  @BeforeEach
  void start() throws Exception {
    LocalWorker worker =
        new LocalWorker(
            "worker",
            DriverCatalog.ofClassPath(),
            snapshot -> {},
            fault -> {},
            clock,
            new ClockDomain("m", 0));
    server = WorkerServer.start(worker, WorkerServerOptions.DEFAULT);
    post("/initialize-driver", MiniBench.DRIVER);
    String topics =
        post("/create-topics", "{\"numberOfTopics\":1,\"numberOfPartitionsPerTopic\":1}");
    post("/create-producers", topics);
    post(
        "/start-load",
        "{\"payloadData\":[\"aGVsbG8=\"],\"publishRate\":"
            + RATE
            + ",\"keyDistributorType\":null}");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> call(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
    return client.send(
        request.method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private String post(String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> response = call("POST", path, body);
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return response.body();
  }

  private long sent() throws IOException, InterruptedException {
    HttpResponse<String> response = call("GET", "/counters-stats", "");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body()).get("messagesSent").asLong();
  }

  private void silentFor(long seconds) {
    clock.advance(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void theLoadGoesOnWhileItsCoordinatorWaitsForAnotherWorker() throws Exception {
    for (int i = 1; i <= 3; i++) {
      silentFor(100);
      long due = (long) (i * 100 * RATE);
      Awaitility.await(due + " messages have been sent")
          .atMost(Duration.ofSeconds(30))
          .until(() -> sent() >= due);
    }
  }

  @Test
  void statisticsFailWithTheReasonOnceTheLeaseIsOverAndTheNextRunIsAsEver() throws Exception {
    silentFor(121);
    for (String path : new String[] {"/period-stats", "/counters-stats", "/cumulative-latencies"}) {
      HttpResponse<String> response = call("GET", path, "");
      assertThat(response.statusCode()).as(path).isEqualTo(500);
      assertThat(response.body()).contains("it received no call for 120 s");
    }
    post("/stop-all", "");
    post("/initialize-driver", MiniBench.DRIVER);
    assertThat(sent()).isZero();
  }
}
