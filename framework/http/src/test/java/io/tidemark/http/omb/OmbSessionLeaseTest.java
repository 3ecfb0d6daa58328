package io.tidemark.http.omb;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import io.tidemark.http.RecordingWorker;
import io.tidemark.http.Samples;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.IdempotentCommands;
import io.tidemark.http.server.LeaseWatchdog;
import io.tidemark.http.server.WaitingCalls;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LoadState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a worker gives up an OMB coordinator, in a time that the test decides. */
class OmbSessionLeaseTest {
  private static final String DRIVER = "name: a\ndriverClass: a.Driver\n";

  private final RecordingWorker worker = new RecordingWorker();
  private final IdempotentCommands commands = new IdempotentCommands("w");
  private final AtomicLong nanos = new AtomicLong();
  private final LeaseWatchdog lease =
      new LeaseWatchdog(worker.port, commands, Duration.ofSeconds(5), nanos::get);
  private final HttpClient client = HttpClient.newHttpClient();
  private Javalin http;

  @BeforeEach
  void start() throws Exception {
    WorkerServerOptions options = WorkerServerOptions.DEFAULT;
    worker.nextSnapshot =
        Optional.of(Samples.snapshot(Counters.ZERO, List.of(), 1, LoadState.IDLE, Samples.HOST));
    http =
        HttpStack.create(
            options,
            List.of(new OmbEndpoints(worker.port, commands, lease, new WaitingCalls(), options)));
    HttpStack.start(http, options);
    assertThat(call("POST", "/initialize-driver", DRIVER).statusCode()).isEqualTo(200);
  }

  @AfterEach
  void stop() {
    lease.close();
    http.stop();
  }

  private HttpResponse<String> call(String method, String path, String body)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + http.port() + path);
    return client.send(
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private void silentFor(long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    lease.look();
  }

  @Test
  void aWorkerWaitsAsLongAsOmbsCoordinatorMayWaitForTheTopicsOfAnotherWorker() throws Exception {
    silentFor(600); // OMB's limit for one call.
    assertThat(worker.countOf("finish")).isZero();
    assertThat(call("POST", "/create-consumers", "{\"topicsSubscriptions\":[]}").statusCode())
        .isEqualTo(200);
    silentFor(600);
    assertThat(worker.countOf("finish")).isZero();
    silentFor(121);
    assertThat(worker.countOf("finish")).isEqualTo(1);
  }

  @Test
  void aWorkerThatOnlyConsumesGivesUpACoordinatorThatIsGoneOnceItHasAskedForStatistics()
      throws Exception {
    call(
        "POST",
        "/create-consumers",
        "{\"topicsSubscriptions\":[{\"topic\":\"t\",\"subscription\":\"s\"}]}");
    call("POST", "/create-producers", "[]");
    assertThat(call("GET", "/counters-stats", "").statusCode()).isEqualTo(200);
    silentFor(124);
    assertThat(worker.countOf("finish")).isZero();
    silentFor(2);
    assertThat(worker.countOf("finish")).isEqualTo(1);

    HttpResponse<String> late = call("GET", "/period-stats", "");
    assertThat(late.statusCode()).isEqualTo(500);
    assertThat(late.body()).contains("no call for 125 s");
    assertThat(call("POST", "/stop-all", "").statusCode()).isEqualTo(200);
    assertThat(worker.countOf("finish")).as("it has ended already").isEqualTo(1);
    assertThat(call("POST", "/initialize-driver", DRIVER).statusCode()).isEqualTo(200);
    assertThat(call("GET", "/counters-stats", "").statusCode()).isEqualTo(200);
  }
}
