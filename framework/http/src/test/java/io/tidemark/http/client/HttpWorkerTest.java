package io.tidemark.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.http.RecordingWorker;
import io.tidemark.http.Samples;
import io.tidemark.http.ServerOptions;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.worker.WorkerFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpWorkerTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final TopicHandle TOPIC = new TopicHandle("t", 3);
  private static final SubscriptionHandle SUBSCRIPTION = new SubscriptionHandle(0, TOPIC, "s");

  private final RecordingWorker hosted = new RecordingWorker();
  private WorkerServer server;
  private HttpWorker worker;

  @BeforeEach
  void start() throws ListenException {
    server = WorkerServer.start(hosted.port, WorkerServerOptions.DEFAULT);
    worker = worker(HttpWorkerOptions.DEFAULT);
  }

  private HttpWorker worker(HttpWorkerOptions options) {
    return HttpWorker.at(server.address(), options);
  }

  @AfterEach
  void stop() {
    worker.close();
    server.close();
  }

  private void prepare(HttpWorker by, String run) throws WorkerException, InterruptedException {
    by.prepare(Samples.setup(run, new PayloadSpec.Zeros()), DEADLINE);
  }

  @Test
  void aWorkerThatLeavesIsAnnouncedWithTheNextAnswerWhichIsKept() throws Exception {
    prepare(worker, "run");
    assertThat(worker.departure()).isEmpty();
    Thread leaving = new Thread(() -> server.leave("it was stopped (SIGTERM)"));
    leaving.start();

    Optional<String> silence = Optional.empty();
    while (silence.isEmpty()) { // The worker's own deadline for the announcement ends this.
      assertThat(worker.snapshot(1)).isNotNull();
      silence = worker.silence();
    }

    leaving.join(DEADLINE.toMillis());
    assertThat(leaving.isAlive()).isFalse();
    assertThat(worker.departure()).contains("it was stopped (SIGTERM)");
    assertThat(silence).isEqualTo(worker.departure());
  }

  @Test
  void leavesAtOnceWhereNoCoordinatorHasARun() {
    server.leave("it was stopped (SIGTERM)");

    assertThat(worker.departure()).isEmpty();
  }

  @Test
  void reportsWhetherAWorkerIgnoresTheTokenThatItIsShown() throws Exception {
    assertThat(ignoresToken(HttpWorkerOptions.DEFAULT)).as("none is shown").isFalse();
    Optional<Token> token = Optional.of(new Token("correct-horse-battery"));
    assertThat(ignoresToken(HttpWorkerOptions.DEFAULT.withToken(token))).isTrue();
    server.close();
    server = WorkerServer.start(hosted.port, ServerOptions.listening("127.0.0.1", 0, token, false));
    assertThat(ignoresToken(HttpWorkerOptions.DEFAULT.withToken(token))).isFalse();
  }

  private boolean ignoresToken(HttpWorkerOptions options) throws Exception {
    try (HttpWorker caller = worker(options)) {
      caller.describe(DEADLINE);
      return caller.ignoresToken();
    }
  }

  @Test
  void carriesEveryOperationThere() throws WorkerException, InterruptedException {
    assertThat(worker.describe(DEADLINE).name()).isEqualTo(worker.name());
    long before = System.nanoTime();
    ClockReading reading = worker.readClock();
    assertThat(reading.epochNanos()).isEqualTo(42);
    assertThat(reading.receivedEpochNanos()).as("before it was answered").isLessThanOrEqualTo(42);
    assertThat(reading.askedNanoTime()).isBetween(before, reading.arrivedNanoTime());
    assertThat(reading.arrivedNanoTime()).isLessThanOrEqualTo(System.nanoTime());
    prepare(worker, "run");
    assertThat(worker.brokerFacts(DEADLINE)).containsEntry("version", "1");
    assertThat(worker.brokerConfiguration(List.of("t"), DEADLINE)).isEqualTo(Samples.CONFIGURATION);
    assertThat(worker.createTopics(new TopicsRequest(1, 3, List.of(), false), DEADLINE)).hasSize(1);
    worker.createSubscriptions(List.of(SUBSCRIPTION), DEADLINE);
    worker.createConsumers(List.of(new ConsumerRequest(0, SUBSCRIPTION, true)), DEADLINE);
    worker.createProducers(List.of(new ProducerRequest(0, TOPIC)), DEADLINE);
    worker.probe();
    assertThat(worker.probeStatus().received()).containsEntry(0, List.of(1, 2));
    worker.correctClocks(new ClockTable(List.of(ClockTable.Correction.NONE), List.of(0)));
    worker.announcePhases(List.of(new PhaseRequest(0, "test", 7)));
    worker.startLoad(
        new LoadRequest(1, LoadShape.of(Curve.constant(5)), 1, ArrivalProcess.UNIFORM, 10, 0, 0));
    worker.changeRate(3, Curve.constant(6));
    worker.newSchedule(5, LoadShape.of(Curve.constant(8)));
    worker.changeProcessingTime(4, Curve.constant(7), ProcessingVariation.NONE);
    ClientsRequest order = new ClientsRequest(3, 2, 0.5, 0);
    assertThat(worker.changeClients(order)).isEqualTo(new ClientsReport(3, 2, true, ""));
    worker.pauseConsumers();
    worker.resumeConsumers();
    worker.injectFault(new WorkerFault(FaultKind.FREEZE, Duration.ofMillis(1_500)));
    assertThat(worker.snapshot(1)).isEqualTo(Samples.snapshot(1));
    assertThat(worker.stopLoad(DEADLINE).producers()).hasSize(1);
    assertThat(worker.finish(true, DEADLINE).problems()).containsExactly("topic t: left");
    assertThat(hosted.calls)
        .hasSize(23)
        .contains(
            "createConsumers" + List.of(List.of(new ConsumerRequest(0, SUBSCRIPTION, true))),
            "changeRate" + List.of(3L, Curve.constant(6)),
            "injectFault" + List.of(new WorkerFault(FaultKind.FREEZE, Duration.ofMillis(1_500))),
            "newSchedule" + List.of(5L, LoadShape.of(Curve.constant(8))),
            "finish[true]");
  }

  @Test
  void anErrorOfTheWorkerItselfIsOneLineWithoutItsDetails() {
    hosted.behavior =
        operation -> {
          throw new IllegalStateException("password=hunter2");
        };
    WorkerException failure = failureOf(() -> worker.describe(DEADLINE));
    assertThat(failure.kind()).isEqualTo(Kind.INFRASTRUCTURE);
    assertThat(failure.oneLine()).contains("IllegalStateException").doesNotContain("hunter2");
  }

  @Test
  void aRunThatWasTakenOverIsReported() throws WorkerException, InterruptedException {
    HttpWorker other = worker(HttpWorkerOptions.DEFAULT);
    prepare(worker, "first");
    prepare(other, "second");
    WorkerException failure = failureOf(() -> worker.snapshot(1));
    assertThat(failure.kind()).isEqualTo(Kind.WORKER_LOST);
    assertThat(failure).hasMessageContaining("another run has taken over");
    assertThat(failureOf(() -> worker.finish(true, DEADLINE)).kind()).isEqualTo(Kind.WORKER_LOST);
    assertThat(hosted.countOf("finish")).as("the second run goes on").isZero();
  }

  @Test
  void namesHostAndPortOfAClosedPort() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    WorkerAddress nobody = new WorkerAddress(false, "127.0.0.1", port);
    try (HttpWorker absent = HttpWorker.at(nobody, HttpWorkerOptions.DEFAULT)) {
      WorkerException failure = failureOf(() -> absent.describe(DEADLINE));
      assertThat(failure.kind()).isEqualTo(Kind.WORKER_LOST);
      assertThat(failure.oneLine()).contains("cannot connect to http://127.0.0.1:" + port);
    }
  }

  /** RabbitMQ answers with its protocol's header, Kafka closes the connection. */
  @ParameterizedTest
  @ValueSource(strings = {"AMQP\0\0\t\1", ""})
  void namesTheLikelyMistakeIfABrokerListensThere(String answer) throws Exception {
    try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread accepting =
          new Thread(
              () -> {
                try {
                  while (true) {
                    try (Socket socket = broker.accept()) {
                      socket.getInputStream().read();
                      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    }
                  }
                } catch (IOException e) {
                  return; // Closed.
                }
              });
      accepting.start();
      WorkerAddress address = new WorkerAddress(false, "127.0.0.1", broker.getLocalPort());
      try (HttpWorker worker = HttpWorker.at(address, HttpWorkerOptions.DEFAULT)) {
        assertThat(failureOf(() -> worker.describe(DEADLINE)).oneLine())
            .contains("127.0.0.1:" + broker.getLocalPort(), "does not speak HTTP", "not a broker");
      }
    }
  }

  @Test
  void givesALongCallUpWhenTheWorkerShowsNoSignOfLife() {
    CountDownLatch never = new CountDownLatch(1);
    hosted.behavior = operation -> never.await();
    HttpWorker patient =
        worker(
            new HttpWorkerOptions(
                Optional.empty(), Optional.empty(), DEADLINE, Duration.ofMillis(500)));
    WorkerException failure = failureOf(() -> patient.describe(Duration.ofMinutes(10)));
    assertThat(failure.kind()).isEqualTo(Kind.WORKER_LOST);
    assertThat(failure).hasMessageContaining("no response");
    never.countDown();
  }

  private interface Call {
    void make() throws WorkerException, InterruptedException;
  }

  private static WorkerException failureOf(Call call) {
    WorkerException failure = catchThrowableOfType(WorkerException.class, call::make);
    assertThat(failure).as("a WorkerException").isNotNull();
    return failure;
  }
}
