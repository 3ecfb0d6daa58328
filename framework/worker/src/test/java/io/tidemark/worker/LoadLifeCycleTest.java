package io.tidemark.worker;

import static io.tidemark.worker.TestRuns.DEADLINE;
import static io.tidemark.worker.TestRuns.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.RefusedException;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.worker.AlteredProbe;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadReport.ProducerTotals;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.worker.DriverDouble.Closing;
import io.tidemark.worker.DriverDouble.DriverScript;
import io.tidemark.worker.driver.DriverJars;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs by hand, as the coordinator leads them. */
@Tag("slow")
class LoadLifeCycleTest extends WithWorker {
  private static final long MESSAGES = 200;

  @TempDir Path directory;

  @Test
  void runsADriverThatWasCompiledForOmb() throws Exception {
    worker = new LocalWorker("local", DriverJars.foreign(directory));
    wholeRun(
        TestRuns.setup("foreign", new DriverSource(DriverJars.FOREIGN, "foreignKey: 1\n"), LEASE));
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(MESSAGES);
  }

  @Test
  void holdsDeliveriesOfConsumersThatCannotPause() throws Exception {
    DriverDouble.play().consumers(consumer -> consumer::close);
    pauseAndResume(TestRuns.scripted("holds"), TOPICS); // One callback of each consumer waits.
  }

  @Test
  void pausesConsumersThatCan() throws Exception {
    DriverDouble.play();
    pauseAndResume(TestRuns.scripted("pauses"), 0);
  }

  @Test
  void closesProducersThenConsumersThenTheDriver() throws Exception {
    List<String> closed = new CopyOnWriteArrayList<>();
    DriverScript script = DriverDouble.play();
    script.producers(each -> new Closing(each, () -> closed.add("producer")));
    script.consumers(
        consumer ->
            () -> {
              consumer.close();
              closed.add("consumer");
            });
    script.close =
        () -> {
          script.inMemory.close();
          closed.add("driver");
        };
    wholeRun(TestRuns.scripted("order"));
    assertThat(closed).containsExactly("producer", "producer", "consumer", "consumer", "driver");
  }

  @Test
  void sendsOtherMessagesThanThoseOfTheSetupWhereTheyBecomeKnownLate() throws Exception {
    List<byte[]> received = new CopyOnWriteArrayList<>();
    List<String> keys = new CopyOnWriteArrayList<>();
    DriverDouble.play()
        .sends(
            (key, payload) -> {
              received.add(payload);
              key.ifPresent(keys::add);
              return CompletableFuture.completedFuture(null);
            });
    create(TestRuns.scripted("late-messages"));
    byte[] body = "forty-two bytes of text, as a file had them".getBytes(StandardCharsets.UTF_8);
    worker.changeMessages(
        new PayloadSpec(
            List.of(new PayloadSpec.WeightedSize(body.length, 1)),
            new PayloadSpec.Corpus(List.of(body))),
        KeyDistribution.KEY_ROUND_ROBIN);
    worker.startLoad(TestRuns.load(worker, TOPICS, RATE, 4));
    await().until(() -> received.size() == 4);

    assertThat(received)
        .allSatisfy(
            payload ->
                assertThat(payload)
                    .hasSize(body.length)
                    .endsWith("had them".getBytes(StandardCharsets.UTF_8)));
    assertThat(keys).hasSize(4);
  }

  @Test
  void findsOutFromItsProbesThatADriverTreatsPayloadsAsText() throws Exception {
    TextScript.play();
    probe(TestRuns.scripted("text"));
    await().until(() -> worker.probeStatus().altered().size() == TOPICS);

    assertThat(worker.probeStatus().received()).isEmpty();
    assertThat(worker.probeStatus().altered())
        .allSatisfy(
            altered -> {
              assertThat(altered.kind()).isEqualTo(AlteredProbe.Kind.TEXT);
              assertThat(altered.text())
                  .contains("sent 100 bytes", "with D7 31", "with EF BF BD 31");
            })
        .extracting(AlteredProbe::subscription)
        .containsExactlyInAnyOrder(0, 1);
  }

  /** What a driver that writes a time into bodies changes, and where it is not in the way. */
  @ParameterizedTest
  @CsvSource({
    "PREFIX,  BINARY, FULL,   false, STAMP",
    "PREFIX,  TEXT,   FULL,   false, STAMP",
    "PREFIX,  BINARY, COUNTS, false, STAMP",
    "TRAILER, BINARY, FULL,   true,  STAMP",
    "TRAILER, BINARY, COUNTS, true,  STAMP",
    "TRAILER, BINARY, FULL,   false, BODY",
    "PREFIX,  BINARY, FULL,   true,  BODY",
    "TRAILER, BINARY, COUNTS, false,",
    "TRAILER, TEXT,   COUNTS, false,",
    "PREFIX,  BINARY, COUNTS, true,",
    "OFF,     BINARY, FULL,   false,",
    "OFF,     TEXT,   FULL,   false,"
  })
  void findsOutFromItsProbesThatADriverWritesIntoBodies(
      Position position,
      EnvelopeSpec.Form form,
      DeliveryMode delivery,
      boolean atTheEnd,
      AlteredProbe.Kind found)
      throws Exception {
    DriverDouble.play().producers(each -> overwriting(each, atTheEnd));
    probe(
        TestRuns.scripted("time")
            .with()
            .messages(
                Grammar.defaults(MessageOptions.class)
                    .withEnvelope(new EnvelopeSpec(position, form)))
            .consumers(Grammar.defaults(ConsumerSpec.class).withDelivery(delivery))
            .build());

    if (found != null) {
      await().until(() -> worker.probeStatus().altered().size() == TOPICS);
      assertThat(worker.probeStatus().altered()).extracting(AlteredProbe::kind).containsOnly(found);
      assertThat(worker.probeStatus().received()).isEmpty();
    } else if (position == Position.OFF) {
      await().until(() -> worker.probeStatus().withoutStamp().size() == TOPICS);
    } else {
      await().until(() -> worker.probeStatus().received().size() == TOPICS);
    }
    if (found == AlteredProbe.Kind.STAMP && !atTheEnd) {
      assertThat(worker.probeStatus().altered().get(0).text())
          .startsWith("bytes 0 to 7 ")
          .contains(
              form == EnvelopeSpec.Form.TEXT ? "40 of the stamp's 48" : "24 of the stamp's 32");
    }
  }

  /**
   * Overwrites 8 bytes, as OMB's driver for NATS does with the time. Each of them becomes another
   * one, while a byte of the time may be the one that was there.
   */
  private static BenchmarkProducer overwriting(BenchmarkProducer producer, boolean atTheEnd) {
    return (SendOnly)
        (key, payload) -> {
          int at = atTheEnd ? payload.length - Long.BYTES : 0;
          ByteBuffer body = ByteBuffer.wrap(payload);
          body.putLong(at, ~body.getLong(at));
          return producer.sendAsync(key, payload);
        };
  }

  private void probe(RunSetup setup) throws Exception {
    create(setup);
    worker.probe();
  }

  /** A run in which everything that was sent ends. */
  private void wholeRun(RunSetup setup) throws Exception {
    ready(setup);
    start(MESSAGES);
    await()
        .until(
            () ->
                hasSentAll()
                    && total.get(Counter.RECEIVED) + total.get(Counter.FAILED) == MESSAGES);
    LoadReport summary = worker.stopLoad(DEADLINE);
    assertThat(summary.producers().stream().mapToLong(ProducerTotals::sent).sum())
        .isEqualTo(MESSAGES);
    assertThat(summary.stuckThreads()).isZero();
    FinishReport report = worker.finish(false, DEADLINE);
    assertThat(report.problems()).isEmpty();
    assertThat(report.unacknowledged()).isZero();
    assertThat(total.get(Counter.ACKNOWLEDGED) + total.get(Counter.FAILED)).isEqualTo(MESSAGES);
  }

  private boolean hasSentAll() throws Exception {
    LoadState load = take().load();
    return load.finished() && load.inFlight() == 0;
  }

  private void pauseAndResume(RunSetup setup, int whilePaused) throws Exception {
    ready(setup);
    worker.pauseConsumers();
    start(MESSAGES);
    await().until(this::hasSentAll);
    assertThat(total.get(Counter.RECEIVED)).isLessThanOrEqualTo(whilePaused);
    worker.resumeConsumers();
    untilCounted(Counter.RECEIVED, MESSAGES);
    assertThat(total.get(Counter.RECEIVED)).isEqualTo(MESSAGES);
  }

  @Test
  void aProbeThatTheBrokerRefusesForGoodEndsTheWaitWithItsWords() throws Exception {
    DriverDouble.play()
        .sends(
            (key, payload) ->
                CompletableFuture.failedFuture(new RefusedException("no right to write", null)));
    assertThatThrownBy(() -> ready(TestRuns.scripted("refused")))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("producer ")
        .hasMessageContaining("no right to write");
  }
}
