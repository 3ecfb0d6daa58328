package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.measure.DeliveryAudit;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.worker.SendOnly;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose stamps are in headers, on the driver in memory, with what can go wrong on the way. */
class HeaderStampsTest {
  private static final long LIMIT = 1_000;
  private static final byte[] JSON =
      "{\"order\":17,\"lines\":[1,2,3]}".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;
  private final InMemoryBenchmarkDriver driver = new InMemoryBenchmarkDriver();
  private final KnownTruth truth = new KnownTruth();
  private final ConcurrentLinkedQueue<byte[]> bodies = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> clients = new ArrayList<>();
  private Engine engine;
  private long fromSend;

  /** What happens to the message after the hundredth. */
  private enum Way {
    SOUND,
    CHANGES_A_BODY,
    CHANGES_A_STAMP,
    LOSES_A_HEADER,
    SENDS_TWICE,
    LOSES_A_MESSAGE
  }

  @AfterEach
  void close() throws Exception {
    engine.close();
    assertThat(engine.ownFailures()).isZero();
    for (AutoCloseable client : clients) {
      client.close();
    }
    driver.close();
  }

  private static PayloadSpec payload(byte[] body) {
    return new PayloadSpec(
        List.of(new WeightedSize(body.length, 1)), new Corpus(List.of(body.clone())));
  }

  private void open(byte[] body, Form form, Way way) throws Exception {
    Path file = directory.resolve("driver.yaml");
    Files.writeString(file, "name: memory\ndelivery: queued\n");
    driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
    driver.createTopic("topic", 1).join();
    RunSetup plain = RunSetups.setup(1, payload(body), DeliveryMode.FULL);
    HeaderSpec trace = new HeaderSpec("trace", Optional.of("#{n}"), Optional.empty(), 1);
    EnvelopeSpec envelope = new EnvelopeSpec(Position.HEADER, form);
    RunSetup setup =
        plain.withMessages(
            plain.messages().with().headers(List.of(trace)).envelope(envelope).build());
    engine = new Engine(SystemClock.get(), setup, RunSetups.options(true, 1));
    engine.announcePhases(List.of(new PhaseRequest(0, "test", SystemClock.get().epochNanos())));
    BenchmarkConsumer consumer =
        driver.createConsumer("topic", "sub", engine.callbackFor(RunSetups.consumer(0))).join();
    BenchmarkConsumer witness =
        driver.createConsumer("topic", "witness", new Bodies(bodies)).join();
    BenchmarkProducer producer = driver.createProducer("topic").join();
    clients.addAll(List.of(producer, consumer, witness));
    engine.addProducer(RunSetups.producer(0), new Changing(producer, way));
  }

  /** Stores bodies as they arrive. */
  private record Bodies(ConcurrentLinkedQueue<byte[]> all)
      implements io.openmessaging.benchmark.driver.ConsumerCallback {
    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      all.add(payload.clone());
    }

    @Override
    public void messageReceived(java.nio.ByteBuffer payload, long publishTimestamp) {
      throw new UnsupportedOperationException();
    }
  }

  /** The driver's producer with one defect. */
  private static final class Changing implements SendOnly, HeaderSender {
    private final BenchmarkProducer real;
    private final Way way;
    private int count;

    Changing(BenchmarkProducer real, Way way) {
      this.real = real;
      this.way = way;
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      throw new UnsupportedOperationException("without headers");
    }

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers) {
      HeaderSender sender = (HeaderSender) real;
      if (count++ != 100) {
        return sender.sendAsync(key, payload, headers);
      }
      byte[] body = payload.clone();
      MessageHeader stamp = headers.get(headers.size() - 1);
      switch (way) {
        case CHANGES_A_BODY -> body[body.length - 1]++;
        case CHANGES_A_STAMP -> stamp.bytes()[20]++;
        case LOSES_A_HEADER -> {
          return sender.sendAsync(key, body, headers.subList(0, 1));
        }
        case SENDS_TWICE -> sender.sendAsync(key, body, headers).join();
        case LOSES_A_MESSAGE -> {
          return CompletableFuture.completedFuture(null);
        }
        case SOUND -> {}
      }
      return sender.sendAsync(key, body, headers);
    }
  }

  private void cut() {
    EngineCut cut = engine.cut();
    truth.report(cut);
    for (PhaseSlice slice : cut.slices()) {
      if (slice.latencies().containsKey(Measure.END_TO_END_FROM_SEND)) {
        fromSend +=
            slice.latencies().get(Measure.END_TO_END_FROM_SEND).toHistogram().getTotalCount();
      }
    }
  }

  private DeliveryAudit.Outcome run(long arrivals) {
    engine.startLoad(RunSetups.closedLoop(SystemClock.get().epochNanos(), 1, 100, LIMIT));
    await()
        .atMost(60, SECONDS)
        .until(
            () -> {
              cut();
              return truth.counters.get(Counter.RECEIVED)
                      + truth.counters.get(Counter.CORRUPTED)
                      + truth.counters.get(Counter.FOREIGN)
                  >= arrivals;
            });
    engine.stopLoad(Duration.ofSeconds(10));
    cut();
    return truth.audit.outcome(0, new int[] {0});
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 1_000})
  void bodiesOfAnySizeHaveTheFullAudit(int bytes) throws Exception {
    open(new byte[bytes], Form.BINARY, Way.SOUND);
    DeliveryAudit.Outcome outcome = run(LIMIT);
    assertThat(truth.counters.get(Counter.RECEIVED)).isEqualTo(LIMIT);
    assertThat(truth.counters.get(Counter.CORRUPTED) + truth.counters.get(Counter.FOREIGN))
        .isZero();
    assertThat(fromSend).as("latencies from the send").isEqualTo(LIMIT);
    assertThat(outcome.expected()).isEqualTo(LIMIT);
    assertThat(outcome.lost() + outcome.duplicated() + outcome.outOfOrder()).isZero();
    assertThat(outcome.orderJudged()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void bodiesArriveByteForByte(Form form) throws Exception {
    open(JSON, form, Way.SOUND);
    run(LIMIT);
    await().atMost(60, SECONDS).until(() -> bodies.size() == LIMIT);
    assertThat(bodies).allSatisfy(body -> assertThat(body).isEqualTo(JSON));
    assertThat(truth.counters.get(Counter.RECEIVED_BYTES)).isEqualTo(JSON.length * LIMIT);
  }

  @ParameterizedTest
  @CsvSource({
    "CHANGES_A_BODY,  BINARY, 1, 0, 1, 0",
    "CHANGES_A_STAMP, BINARY, 1, 0, 1, 0",
    "LOSES_A_HEADER,  BINARY, 0, 1, 1, 0",
    "SENDS_TWICE,     BINARY, 0, 0, 0, 1",
    "LOSES_A_MESSAGE, TEXT,   0, 0, 1, 0"
  })
  void eachDefectIsFound(Way way, Form form, int corrupted, int foreign, int lost, int duplicated)
      throws Exception {
    open(JSON, form, way);
    DeliveryAudit.Outcome outcome = run(LIMIT - lost + corrupted + foreign + duplicated);
    assertThat(truth.counters.get(Counter.CORRUPTED)).isEqualTo(corrupted);
    assertThat(truth.counters.get(Counter.FOREIGN)).isEqualTo(foreign);
    assertThat(outcome.lost()).isEqualTo(lost);
    assertThat(outcome.duplicated()).isEqualTo(duplicated);
  }

  @Test
  void probesHaveTheWorkloadsBodies() throws Exception {
    open(JSON, Form.BINARY, Way.SOUND);
    engine.probe();
    await()
        .atMost(30, SECONDS)
        .until(() -> engine.probeStatus().received().equals(Map.of(0, List.of(0))));
    assertThat(bodies).allSatisfy(body -> assertThat(body).isEqualTo(JSON));
  }
}
