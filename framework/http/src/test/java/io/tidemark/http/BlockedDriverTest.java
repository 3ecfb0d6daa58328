package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.load.PayloadSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A driver that does not return, and more callers than the worker has threads. */
class BlockedDriverTest {
  private static final Duration DEADLINE = Duration.ofMinutes(1);
  private static final int CALLERS = 150;

  private final CountDownLatch released = new CountDownLatch(1);
  private final RecordingWorker hosted = new RecordingWorker();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private WorkerServer server;
  private HttpWorker coordinator;

  @BeforeEach
  void start() throws ListenException {
    server = WorkerServer.start(hosted.port, WorkerServerOptions.DEFAULT);
    coordinator = HttpWorker.at(server.address(), HttpWorkerOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.close();
  }

  private void block(String operation) {
    hosted.behavior =
        called -> {
          if (called.equals(operation)) {
            released.await();
          }
        };
  }

  private CompletableFuture<Integer> ask(HttpRequest.Builder request) {
    return client
        .sendAsync(request.timeout(DEADLINE).build(), BodyHandlers.ofString())
        .thenApply(HttpResponse::statusCode);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path));
  }

  private static long answered(List<CompletableFuture<Integer>> calls, int status) {
    return calls.stream().filter(each -> each.isDone() && each.join() == status).count();
  }

  private void assertRefusesMostAndServesTheCoordinator(List<CompletableFuture<Integer>> calls)
      throws Exception {
    Awaitility.await("all but a few are refused")
        .atMost(DEADLINE)
        .until(() -> answered(calls, Protocol.BUSY) >= CALLERS - 40);
    assertThat(coordinator.readClock().epochNanos()).isEqualTo(42);
    assertThat(ask(request("/ready").GET()).get()).isEqualTo(200);
    assertThat(calls).as("still waiting").anyMatch(each -> !each.isDone());
  }

  @Test
  void heartbeatsAreAnsweredWhileManyCallsWaitForTheDriver() throws Exception {
    coordinator.prepare(Samples.setup("run", new PayloadSpec.Zeros()), DEADLINE);
    block("leaders");
    List<CompletableFuture<Integer>> calls =
        Stream.generate(
                () ->
                    ask(
                        request(Routes.OF_WORKERS.named("leaders").path())
                            .header(Protocol.PROTOCOL_HEADER, String.valueOf(Protocol.VERSION))
                            .header(Protocol.RUN_HEADER, "run")
                            .POST(
                                BodyPublishers.ofByteArray(
                                    Routes.OF_WORKERS.named("leaders").request()))))
            .limit(CALLERS)
            .toList();
    assertRefusesMostAndServesTheCoordinator(calls);
    coordinator.finish(false, DEADLINE);
    released.countDown();
    Awaitility.await("the others are served").until(() -> answered(calls, 200) >= 20);
  }

  @Test
  void heartbeatsAreAnsweredWhileManyCallsOfOmbWaitForTheDriver() throws Exception {
    assertThat(
            ask(request("/initialize-driver")
                    .POST(BodyPublishers.ofString("driverClass: a.Driver\n")))
                .get())
        .isEqualTo(200);
    block("probe");
    List<CompletableFuture<Integer>> calls =
        Stream.generate(() -> ask(request("/probe-producers").POST(BodyPublishers.noBody())))
            .limit(CALLERS)
            .toList();
    assertRefusesMostAndServesTheCoordinator(calls);
    assertThat(ask(request("/stop-all").POST(BodyPublishers.noBody())).get()).isEqualTo(200);
  }
}
