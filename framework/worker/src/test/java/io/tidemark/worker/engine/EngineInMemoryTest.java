package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.measure.DeliveryAudit;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadReport.ProducerTotals;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.ProbeCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine with real threads and the real clock on the reference driver. */
class EngineInMemoryTest {
  @TempDir Path directory;
  private final InMemoryBenchmarkDriver driver = new InMemoryBenchmarkDriver();
  private final KnownTruth truth = new KnownTruth();
  private final List<BenchmarkProducer> producers = new ArrayList<>();
  private BenchmarkConsumer consumer;
  private Engine engine;

  @AfterEach
  void close() throws Exception {
    engine.close();
    assertThat(engine.ownFailures()).isZero();
    for (BenchmarkProducer producer : producers) {
      producer.close();
    }
    consumer.close();
    driver.close();
  }

  private void start(String delivery, int producerCount, boolean blocking) throws Exception {
    Path file = directory.resolve("driver.yaml");
    Files.writeString(file, "name: memory\ndelivery: " + delivery + "\n");
    driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
    driver.createTopic("topic", 1).join();
    engine =
        new Engine(
            SystemClock.get(),
            RunSetups.setup(producerCount, 100, DeliveryMode.FULL),
            RunSetups.options(blocking, 2));
    consumer =
        driver.createConsumer("topic", "sub", engine.callbackFor(RunSetups.consumer(0))).join();
    for (int i = 0; i < producerCount; i++) {
      BenchmarkProducer producer = driver.createProducer("topic").join();
      producers.add(producer);
      engine.addProducer(RunSetups.producer(i), producer);
    }
  }

  private EngineCut cut() {
    EngineCut cut = engine.cut();
    truth.report(cut);
    return cut;
  }

  @ParameterizedTest
  @CsvSource({"direct,1,true", "direct,3,false", "queued,3,true", "queued,5,false"})
  void everyMessageIsAccountedFor(String delivery, int producerCount, boolean blocking)
      throws Exception {
    start(delivery, producerCount, blocking);
    long limit = 200_001;
    LoadRequest plan =
        RunSetups.closedLoop(SystemClock.get().epochNanos(), producerCount, 100, limit);
    engine.startLoad(plan);

    await()
        .atMost(60, SECONDS)
        .until(
            () -> {
              cut();
              return truth.counters.get(Counter.RECEIVED) >= limit;
            });
    LoadReport summary = engine.stopLoad(Duration.ofSeconds(10));
    cut();

    assertThat(summary.stuckThreads()).isZero();
    assertThat(summary.producers().stream().mapToLong(ProducerTotals::sent).sum()).isEqualTo(limit);
    assertThat(truth.counters.get(Counter.SENT)).isEqualTo(limit);
    assertThat(truth.counters.get(Counter.ACKNOWLEDGED)).isEqualTo(limit);
    assertThat(truth.counters.get(Counter.RECEIVED)).isEqualTo(limit);
    assertThat(truth.counters.get(Counter.RECEIVED_BYTES)).isEqualTo(100 * limit);
    assertThat(
            truth.counters.get(Counter.FOREIGN)
                + truth.counters.get(Counter.CORRUPTED)
                + truth.counters.get(Counter.FAILED))
        .isZero();
    assertThat(engine.unacknowledged().count()).isZero();
    DeliveryAudit.Outcome outcome =
        truth.audit.outcome(0, java.util.stream.IntStream.range(0, producerCount).toArray());
    assertThat(outcome.expected()).isEqualTo(limit);
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.duplicated()).isZero();
    assertThat(outcome.orderJudged()).isTrue();
    assertThat(outcome.outOfOrder()).isZero();
  }

  @Test
  void probesGetThroughBeforeTheLoad() throws Exception {
    start("queued", 3, true);
    engine.probe();
    await()
        .atMost(30, SECONDS)
        .until(
            () ->
                engine.probeStatus().acknowledged() == 3
                    && engine.probeStatus().received().equals(Map.of(0, List.of(0, 1, 2))));
    assertThat(engine.probeStatus().probes()).isEqualTo(new ProbeCounts(3, 3, 3));
    assertThat(cut().counters()).isEqualTo(Counters.ZERO);
  }
}
