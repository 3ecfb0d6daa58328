package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.client.RemotePort;
import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.Operation;
import io.tidemark.model.worker.Operation.Scope;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A new operation is a method of the port and its implementation; HTTP needs no change. */
class OperationTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final List<String> METHODS_OF_THE_CLIENT =
      List.of("name", "silence", "departure", "close");

  /** The port with an operation that exists only here. */
  public interface Extended extends HttpWorker {
    @Operation(Scope.COMMAND)
    Map<String, String> placeOf(List<TopicHandle> topics, long since, Duration deadline)
        throws WorkerException, InterruptedException;
  }

  private final RecordingWorker hosted = new RecordingWorker();
  private WorkerServer server;
  private Extended client;

  @BeforeEach
  void start() throws ListenException {
    Routes routes = new Routes(Extended.class);
    server = WorkerServer.start(hosted.port(Extended.class), routes, WorkerServerOptions.DEFAULT);
    client = RemotePort.client(Extended.class, routes, server.address(), HttpWorkerOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void aMethodWithTheAnnotationIsServedAndCalled() throws Exception {
    List<TopicHandle> topics = List.of(new TopicHandle("t", 3));
    client.prepare(Samples.setup("run", new PayloadSpec.Zeros()), DEADLINE);
    assertThat(client.placeOf(topics, 7, DEADLINE)).isEqualTo(Map.of("version", "1"));
    assertThat(hosted.calls).contains("placeOf" + List.of(topics, 7L));
  }

  @Test
  void itsFailureKeepsWorkerOperationKindAndMessage() throws Exception {
    client.prepare(Samples.setup("run", new PayloadSpec.Zeros()), DEADLINE);
    hosted.behavior =
        operation -> {
          throw new WorkerException("inner", operation, Kind.CONFIGURATION, "no place", null);
        };
    WorkerException failure =
        catchThrowableOfType(WorkerException.class, () -> client.placeOf(List.of(), 7, DEADLINE));
    assertThat(failure.oneLine()).isEqualTo("worker " + client.name() + ": placeOf: no place");
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
  }

  @Test
  void itNeedsARunAsItsScopeSays() {
    WorkerException failure =
        catchThrowableOfType(WorkerException.class, () -> client.placeOf(List.of(), 7, DEADLINE));
    assertThat(failure.kind()).isEqualTo(Kind.WORKER_LOST);
    assertThat(failure.operation()).isEqualTo("place-of");
  }

  @Test
  void everyMethodOfThePortIsAnOperationOrOneOfTheClient() {
    assertThat(Stream.of(Worker.class.getMethods()))
        .filteredOn(method -> Routes.OF_WORKERS.of(method).isEmpty())
        .extracting(Method::getName)
        .containsExactlyInAnyOrderElementsOf(METHODS_OF_THE_CLIENT);
    assertThat(Routes.OF_WORKERS.all()).extracting(Route::operation).contains("create-topics");
  }
}
