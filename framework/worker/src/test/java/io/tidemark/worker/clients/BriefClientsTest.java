package io.tidemark.worker.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.OwnConnections;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.DriverDouble;
import io.tidemark.worker.DriverDouble.Closing;
import io.tidemark.worker.DriverDouble.DriverScript;
import io.tidemark.worker.TestRuns;
import io.tidemark.worker.WithWorker;
import io.tidemark.worker.engine.load.ClientSwitch;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.session.TeardownProblems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Clients that are opened and closed for some messages each. */
class BriefClientsTest extends WithWorker {
  private static final int MESSAGES = 600;
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  /** Whose producers have a connection each. */
  public static final class Connecting extends DriverDouble implements OwnConnections {
    @Override
    public Optional<String> connectionProblem(boolean requests, Map<String, Object> file) {
      return Optional.empty();
    }
  }

  private static RunSetup setup(String runId, Class<?> driver, int messages) {
    String yaml = "delivery: queued\nspace: " + runId + "\n";
    return TestRuns.setup(runId, new DriverSource(driver.getName(), yaml), TestRuns.LEASE)
        .withConnectionPer(Optional.of(new ConnectionPer(messages, "")));
  }

  /** Its producers are counted. */
  private DriverScript counting() {
    DriverScript script = DriverDouble.play();
    script.createProducer = topic -> counted(script, topic);
    return script;
  }

  private CompletableFuture<BenchmarkProducer> counted(DriverScript script, String topic) {
    opened.incrementAndGet();
    open.incrementAndGet();
    return script
        .inMemory
        .createProducer(topic)
        .thenApply(made -> new Closing(made, open::decrementAndGet));
  }

  private void run(Counter counter) throws Exception {
    start(MESSAGES);
    untilCounted(counter, MESSAGES);
    worker.stopLoad(TestRuns.DEADLINE);
    take();
  }

  @Test
  void eachMessageHasAClientWhichIsClosedAfterIt() throws Exception {
    counting();
    ready(setup("each", Connecting.class, 1));
    int forProbes = opened.get();
    run(Counter.RECEIVED);

    assertThat(total.get(Counter.ACKNOWLEDGED)).isEqualTo(MESSAGES);
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(MESSAGES);
    assertThat(total.get(Counter.CLIENTS_OPENED)).isEqualTo(MESSAGES);
    assertThat(opened).hasValue(MESSAGES + forProbes);
    await().untilAsserted(() -> assertThat(open).hasValue(0));
  }

  @Test
  void aClientServesSoManyMessagesAndTheLastOnesAreClosedWithTheRun() throws Exception {
    counting();
    ready(setup("seven", Connecting.class, 7));
    run(Counter.RECEIVED);

    // 300 of each producer: 42 clients with 7 messages, and one with 6.
    assertThat(total.get(Counter.CLIENTS_OPENED)).isEqualTo(TOPICS * 43);
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(MESSAGES);
    assertThat(open.get()).isPositive();
    worker.finish(true, TestRuns.DEADLINE);
    assertThat(open).hasValue(0);
  }

  @Test
  void aClientThatCannotBeOpenedIsAFailureOfItsMessageWithTheCause() throws Exception {
    DriverScript script = counting();
    ready(setup("refused", Connecting.class, 1));
    script.createProducer =
        topic -> CompletableFuture.failedFuture(new IllegalStateException("no more connections"));
    run(Counter.FAILED);

    assertThat(total.get(Counter.FAILED)).isEqualTo(MESSAGES);
    assertThat(total.get(Counter.CLIENTS_FAILED)).isEqualTo(MESSAGES);
    assertThat(total.get(Counter.CLIENTS_OPENED)).isZero();
    assertThat(events)
        .filteredOn(event -> event.kind().equals("CLIENT_ERROR"))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.detail()).contains("no more connections"));
  }

  @Test
  void aDriverWhoseClientsMayShareConnectionsIsRefused() {
    DriverDouble.play();
    assertThatThrownBy(() -> ready(setup("shared", DriverDouble.class, 1)))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("connectionPer: needs a driver with OwnConnections");
  }

  /** A message, which the test ends. */
  private static final class Message implements BriefClients.Use<AutoCloseable> {
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final List<Object> happened = new CopyOnWriteArrayList<>();

    @Override
    public CompletionStage<?> by(AutoCloseable client) {
      happened.add(client);
      return end;
    }

    @Override
    public void failed(Throwable cause) {
      happened.add(cause);
    }
  }

  private BriefClients clients(int mostOpening, int most) {
    Recording recording = new Recording(SystemClock.get(), DeliveryMode.FULL, null, null);
    Supplier<ClientSwitch> counts = () -> new ClientSwitch(recording, List.of(), () -> null);
    return new BriefClients(
        getClass().getClassLoader(), counts, SystemClock.get(), mostOpening, most);
  }

  @Test
  void beyondTheLimitAMessageWaitsUntilAnotherClientIsClosed() throws Exception {
    BriefClients all = clients(10, 1);
    List<CompletableFuture<AutoCloseable>> creations = new CopyOnWriteArrayList<>();
    List<Message> messages = threeMessages(all, creations);
    await().until(() -> creations.size() == 2); // One more than the limit, for the series.

    AtomicInteger closed = new AtomicInteger();
    creations.get(0).complete(closed::incrementAndGet);
    await().until(() -> !happened(messages).isEmpty());
    assertThat(creations).hasSize(2);
    messages.forEach(each -> each.end.complete(null));
    await().until(() -> creations.size() == 3);
    assertThat(closed).hasValue(1);

    all.close(new TeardownProblems(), Deadline.in(Duration.ofMillis(300)));
    creations.get(1).complete(closed::incrementAndGet);
    creations.get(2).complete(closed::incrementAndGet);
    await().until(() -> closed.get() == 3); // They came after the end.
    assertThat(happened(messages)).hasSize(3);
  }

  @Test
  void soManyClientsAreOpenedAtTheSameTime() throws Exception {
    BriefClients all = clients(2, 1_000);
    List<CompletableFuture<AutoCloseable>> creations = new CopyOnWriteArrayList<>();
    List<Message> messages = threeMessages(all, creations);
    await().until(() -> creations.size() == 2);

    creations.get(0).complete(() -> {}); // Open, and not closed: the message has not ended.
    await().until(() -> creations.size() == 3);
    creations.get(1).completeExceptionally(new IllegalStateException("refused"));
    creations.get(2).complete(() -> {});
    await().until(() -> happened(messages).size() == 3);
    messages.forEach(each -> each.end.complete(null));
    TeardownProblems problems = new TeardownProblems();
    all.close(problems, Deadline.in(Duration.ofSeconds(10)));
    assertThat(problems.lines()).isEmpty();
  }

  /** In a series with a client for each, whose creation the test ends. */
  private static List<Message> threeMessages(
      BriefClients all, List<CompletableFuture<AutoCloseable>> creations) {
    BriefClients.Series<AutoCloseable> series =
        all.series(
            "producer",
            1,
            () -> {
              CompletableFuture<AutoCloseable> made = new CompletableFuture<>();
              creations.add(made);
              return made;
            });
    List<Message> messages = List.of(new Message(), new Message(), new Message());
    messages.forEach(series::use);
    return messages;
  }

  private static List<Object> happened(List<Message> messages) {
    return messages.stream().flatMap(each -> each.happened.stream()).toList();
  }

  @Test
  void theTimeOfConnectingIsALatencyOfItsOwn() throws Exception {
    DriverScript script = counting();
    ready(setup("time", Connecting.class, 1));
    script.createProducer =
        topic -> {
          CompletableFuture<BenchmarkProducer> later = new CompletableFuture<>();
          CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)
              .execute(() -> later.complete(counted(script, topic).join()));
          return later;
        };
    start(MESSAGES);
    List<Long> shortest = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              take().slices().stream()
                  .map(PhaseSlice::latencies)
                  .flatMap(
                      all -> Stream.of(Measure.CLIENT_OPEN, Measure.PUBLISH_LATENCY).map(all::get))
                  .filter(Objects::nonNull)
                  .forEach(counts -> shortest.add(counts.toHistogram().getMinNonZeroValue()));
              return total.get(Counter.RECEIVED) >= MESSAGES;
            });
    assertThat(shortest).isNotEmpty().allMatch(nanos -> nanos >= 19_000_000);
  }
}
