package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.measure.Clock;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.ManualClock;
import io.tidemark.measure.MessageKind;
import io.tidemark.measure.SystemClock;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.LoadSummary;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.PhaseSlice;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.RunSetup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final long SECOND = 1_000_000_000L;
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final ManualClock manual = new ManualClock();
  private final long start = manual.epochNanos();
  private final List<byte[]> sent = new ArrayList<>();
  private Engine engine;

  /** Sends go into a list; what they return is up to the test. */
  private interface Outcome {
    CompletableFuture<Void> of(byte[] payload) throws InterruptedException;
  }

  private static BenchmarkProducer producer(Outcome outcome) {
    return new BenchmarkProducer() {
      @Override
      public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
        try {
          return outcome.of(payload);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return CompletableFuture.failedFuture(e);
        }
      }

      @Override
      public void close() {}
    };
  }

  private Engine engine(Clock clock, int producers, Duration lease, Outcome outcome) {
    RunSetup base = RunSetups.setup(producers, 100, DeliveryMode.FULL);
    RunSetup setup =
        new RunSetup(
            base.runId(),
            base.runEpoch(),
            0,
            base.driver(),
            base.payload(),
            base.keys(),
            base.envelope(),
            base.delivery(),
            base.seed(),
            lease,
            producers);
    engine = new Engine(clock, setup, RunSetups.options(false, 1));
    for (int i = 0; i < producers; i++) {
      engine.addProducer(RunSetups.producer(i), producer(outcome));
    }
    return engine;
  }

  private CompletableFuture<Void> keep(byte[] payload) {
    sent.add(payload);
    return DONE;
  }

  private void stepUntil(LoadShard shard, long epochNanos) {
    long due = shard.step();
    while (due != LoadShard.STOP && due <= epochNanos) {
      manual.setEpochNanos(Math.max(due, manual.epochNanos()));
      due = shard.step();
    }
    manual.setEpochNanos(epochNanos);
  }

  @AfterEach
  void theEngineMadeNoMistakeOfItsOwn() {
    assertThat(engine.ownFailures()).isZero();
    engine.close();
  }

  @Test
  void aFrozenWorkerSendsNothingOfItsDebtIntoARunThatHasEnded() {
    engine(manual, 1, Duration.ofSeconds(30), this::keep);
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 100, 1, 0)).shards().get(0);
    stepUntil(shard, start + 2 * SECOND);
    assertThat(sent).hasSize(201);

    manual.advance(60 * SECOND);
    engine.renewLease();

    assertThat(shard.step()).isEqualTo(LoadShard.STOP);
    assertThat(sent).hasSize(201);
    assertThat(engine.cut().load().stoppedByLease()).isTrue();
    assertThat(engine.cut().load().running()).isFalse();
    assertThat(engine.cut().load().debt()).as("the schedule went on").isEqualTo(5_999);
    manual.advance(SECOND);
    LoadSummary summary = engine.stopLoad(Duration.ofSeconds(1));
    assertThat(summary.debt()).isEqualTo(6_099);
    assertThat(summary.scheduleLagNanos()).isEqualTo(61 * SECOND - 10_000_000);
    manual.advance(SECOND);
    assertThat(engine.stopLoad(Duration.ofSeconds(1))).as("told again").isEqualTo(summary);
    assertThat(engine.cut().load().debt()).as("nothing is wanted any more").isZero();
  }

  @Test
  void aLeaseThatIsRenewedInTimeGoesOn() {
    engine(manual, 1, Duration.ofSeconds(30), this::keep);
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 100, 1, 0)).shards().get(0);
    for (int i = 1; i <= 5; i++) {
      stepUntil(shard, start + i * 20 * SECOND);
      engine.renewLease();
    }
    assertThat(sent).hasSize(10_001);
    assertThat(engine.cut().load().stoppedByLease()).isFalse();
  }

  @Test
  void aStallsDebtIsKeptAndShownAndSentWhenItEnds() {
    engine(manual, 1, Duration.ofHours(1), this::keep);
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 1000, 1, 0)).shards().get(0);
    stepUntil(shard, start + SECOND);
    manual.advance(5 * SECOND);
    EngineCut stalled = engine.cut();
    assertThat(stalled.load().debt()).as("1001 to 5999").isEqualTo(4_999);
    assertThat(stalled.load().scheduleLagNanos()).isEqualTo(5 * SECOND - 1_000_000);
    stepUntil(shard, manual.epochNanos());
    assertThat(sent).hasSize(6_001);
    EngineCut recovered = engine.cut();
    assertThat(recovered.load().debt()).isZero();
    assertThat(
            recovered
                .slices()
                .get(0)
                .latencies()
                .get(Measure.SCHEDULE_DELAY)
                .toHistogram()
                .getMaxValue())
        .isBetween(5 * SECOND - 6_000_000, 5 * SECOND + 6_000_000);
  }

  @Test
  void aChangeOfRateTakesEffectAtItsMoment() {
    engine(manual, 2, Duration.ofHours(1), this::keep);
    Load load = engine.prepareLoad(RunSetups.openLoop(start, 100, 2, 0));
    stepUntil(load.shards().get(0), start + SECOND);
    engine.changeRate(start + 2 * SECOND, Profile.constant(1000));
    stepUntil(load.shards().get(0), start + 3 * SECOND);
    assertThat(sent).hasSize(200 + 1000 + 1);
  }

  @Test
  void aClosedLoopBecomesAnOpenOneWhenItGetsARate() {
    engine(manual, 1, Duration.ofHours(1), this::keep);
    Load load = engine.prepareLoad(RunSetups.closedLoop(start, 1, 10, 0));
    load.shards().get(0).step();
    int before = sent.size();
    assertThat(before).isPositive();
    engine.changeRate(start + SECOND, Profile.constant(50));
    stepUntil(load.shards().get(0), start + 2 * SECOND);
    assertThat(sent).hasSize(before + 51);
  }

  @Test
  void exceptionsThrownBySendsAreCountedAndTheProducerGoesOn() {
    engine(
        manual,
        1,
        Duration.ofHours(1),
        payload -> {
          sent.add(payload);
          throw new IllegalStateException("no\nroute");
        });
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 1000, 1, 0)).shards().get(0);
    stepUntil(shard, start + SECOND);
    EngineCut cut = engine.cut();
    assertThat(cut.counters().sent()).isEqualTo(1001);
    assertThat(cut.counters().failed()).isEqualTo(1001);
    assertThat(cut.events().stream().filter(event -> event.kind().equals("SEND_ERROR")))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.kind()).isEqualTo("SEND_ERROR");
              assertThat(event.detail()).isEqualTo("IllegalStateException: no route (1001 times)");
            });
  }

  @Test
  void aClosedLoopDoesNotSpinAgainstADeadBroker() {
    engine(
        manual,
        1,
        Duration.ofHours(1),
        payload -> {
          sent.add(payload);
          return CompletableFuture.failedFuture(new IllegalStateException("down"));
        });
    LoadShard shard = engine.prepareLoad(RunSetups.closedLoop(start, 1, 10, 0)).shards().get(0);
    stepUntil(shard, start + 10 * SECOND);
    assertThat(sent).hasSizeBetween(50, 1000);
  }

  @Test
  void theMessageLimitIsSplitOverAllProducers() {
    engine(manual, 3, Duration.ofHours(1), this::keep);
    LoadShard shard = engine.prepareLoad(RunSetups.closedLoop(start, 3, 10, 11)).shards().get(0);
    assertThat(shard.step()).isEqualTo(LoadShard.STOP);
    assertThat(engine.cut().load().finished()).isTrue();
    assertThat(engine.stopLoad(Duration.ofSeconds(1)).producers())
        .containsExactly(
            new LoadSummary.ProducerTotals(0, 4),
            new LoadSummary.ProducerTotals(1, 4),
            new LoadSummary.ProducerTotals(2, 3));
  }

  @Test
  void aSampleBelongsToThePhaseOfItsIntendedSendTime() {
    engine(manual, 1, Duration.ofHours(1), this::keep);
    engine.beginPhase(new PhaseStart(0, "warm-up", start));
    engine.beginPhase(new PhaseStart(1, "load", start + SECOND));
    LoadShard shard = engine.prepareLoad(RunSetups.openLoop(start, 10, 1, 30)).shards().get(0);
    manual.advance(10 * SECOND);
    shard.step();
    EngineCut cut = engine.cut();
    assertThat(cut.slices()).hasSize(2);
    assertThat(cut.slices().get(0).counters().sent()).isEqualTo(10);
    assertThat(cut.slices().get(1).counters().sent()).isEqualTo(20);
  }

  @Test
  void foreignMessagesAreCountedAndOmbProbesAreNot() {
    engine(manual, 1, Duration.ofHours(1), this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    callback.messageReceived(new byte[100], 0);
    callback.messageReceived(ByteBuffer.allocateDirect(50), 0);
    callback.messageReceived(new byte[10], 0);
    EngineCut cut = engine.cut();
    assertThat(cut.counters().foreign()).isEqualTo(2);
    assertThat(cut.counters().received()).isZero();
  }

  @Test
  void messagesOfAnEarlierRunAreMeasuredInThePhaseThatReceivesThem() {
    engine(manual, 3, Duration.ofHours(1), this::keep);
    EnvelopeLayout layout = new EnvelopeLayout(EnvelopeLayout.Position.PREFIX, false, 3);
    EnvelopeWriter earlier = new EnvelopeWriter(layout, RunSetups.RUN_EPOCH, 2);
    byte[] payload = new byte[100];
    long hash = EnvelopeWriter.bodyHash(payload, layout);
    long intended = start - 3_600 * SECOND;
    earlier.write(payload, EnvelopeForm.FULL, hash, MessageKind.DATA, 7, intended, SECOND);
    engine.beginPhase(new PhaseStart(0, "warm-up", start));
    engine.beginPhase(new PhaseStart(1, "test", start + SECOND));
    manual.setEpochNanos(start + 2 * SECOND);

    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    callback.messageReceived(payload, 0);
    callback.messageReceived(payload, 0);

    EngineCut cut = engine.cut();
    assertThat(cut.slices()).singleElement().extracting(PhaseSlice::phase).isEqualTo(1);
    assertThat(cut.counters().received()).isEqualTo(2);
    assertThat(cut.slices().get(0).latencies().get(Measure.END_TO_END).toHistogram().getMinValue())
        .isCloseTo(3_602 * SECOND, withinPercentage(0.1));
    assertThat(cut.audit().delivered())
        .singleElement()
        .satisfies(
            delivered -> {
              assertThat(delivered.producer()).isEqualTo(2);
              assertThat(delivered.duplicated()).isEqualTo(1);
            });
  }

  @Test
  void withoutEnvelopeTheDriversTimeStampIsUsed() {
    RunSetup setup =
        RunSetups.setup(
            0,
            1,
            100,
            DeliveryMode.COUNTS,
            new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY));
    engine = new Engine(manual, setup, RunSetups.options(false, 1));
    engine
        .callbackFor(RunSetups.consumer(0))
        .messageReceived(new byte[100], start / 1_000_000 - 25);
    EngineCut cut = engine.cut();
    assertThat(cut.counters().received()).isEqualTo(1);
    assertThat(cut.slices().get(0).latencies()).containsOnlyKeys(Measure.END_TO_END_FROM_SEND);
    assertThat(
            cut.slices()
                .get(0)
                .latencies()
                .get(Measure.END_TO_END_FROM_SEND)
                .toHistogram()
                .getMaxValue())
        .isBetween(25_000_000L, 25_100_000L);
  }

  @Test
  void aDriverThatCopiesGetsTheSameArrayAgain() {
    RunSetup setup = RunSetups.setup(1, 100, DeliveryMode.OFF);
    engine =
        new Engine(
            manual, setup, new EngineOptions(false, true, getClass().getClassLoader(), 1, 0.5));
    engine.addProducer(RunSetups.producer(0), producer(this::keep));
    LoadPlan plan = RunSetups.openLoop(start, 1000, 1, 3);
    stepUntil(engine.prepareLoad(plan).shards().get(0), start + SECOND);
    assertThat(sent).hasSize(3);
    assertThat(sent.get(0)).isSameAs(sent.get(1)).isSameAs(sent.get(2));
  }

  /** One outcome after the other: at once, later, in vain, refused; two messages for each. */
  @Test
  void onlyMessagesWithAStampAreInTheAudit() {
    RunSetup base = RunSetups.setup(1, 100, DeliveryMode.FULL);
    RunSetup setup =
        new RunSetup(
            base.runId(),
            base.runEpoch(),
            0,
            base.driver(),
            new PayloadSpec(
                List.of(new PayloadSpec.WeightedSize(5, 1), new PayloadSpec.WeightedSize(40, 1)),
                new PayloadSpec.Zeros()),
            base.keys(),
            base.envelope(),
            base.delivery(),
            base.seed(),
            base.lease(),
            1);
    engine = new Engine(manual, setup, RunSetups.options(false, 1));
    CompletableFuture<Void> later = new CompletableFuture<>();
    engine.addProducer(
        RunSetups.producer(0),
        producer(
            payload -> {
              sent.add(payload);
              return switch (sent.size() % 4) {
                case 0 -> DONE;
                case 1 -> later;
                case 2 -> CompletableFuture.failedFuture(new IllegalStateException("refused"));
                default -> throw new IllegalStateException("thrown");
              };
            }));
    LoadPlan plan = RunSetups.openLoop(start, 1000, 1, 80);
    stepUntil(engine.prepareLoad(plan).shards().get(0), start + SECOND);
    later.complete(null);

    EngineCut cut = engine.cut();
    List<Long> acknowledged = new ArrayList<>();
    List<Long> failed = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      if (sent.get(i).length == 40) {
        ((i + 1) % 4 < 2 ? acknowledged : failed).add((long) i);
      }
    }
    assertThat(acknowledged).hasSizeBetween(1, 39);
    assertThat(failed).hasSizeBetween(1, 39);
    assertThat(cut.counters().acknowledged()).isEqualTo(40);
    assertThat(cut.counters().failed()).isEqualTo(40);
    assertThat(cut.audit().published()).hasSize(1);
    assertThat(cut.audit().published().get(0).acknowledged().toArray())
        .containsExactly(acknowledged.stream().mapToLong(Long::longValue).toArray());
    assertThat(cut.audit().published().get(0).failed().toArray())
        .containsExactly(failed.stream().mapToLong(Long::longValue).toArray());
  }

  @Test
  void theInFlightCapFollowsTheHeap() {
    RunSetup base = RunSetups.setup(1, 100, DeliveryMode.OFF);
    RunSetup setup =
        new RunSetup(
            base.runId(),
            base.runEpoch(),
            0,
            base.driver(),
            PayloadSpec.zeros(1 << 20),
            base.keys(),
            base.envelope(),
            base.delivery(),
            base.seed(),
            base.lease(),
            1);
    engine = new Engine(manual, setup, RunSetups.options(false, 1));
    List<Integer> handed = new ArrayList<>();
    engine.addProducer(
        RunSetups.producer(0),
        producer(
            payload -> {
              handed.add(payload.length);
              return new CompletableFuture<>();
            }));
    LoadPlan plan =
        new LoadPlan(start, Optional.empty(), 1, Arrivals.UNIFORM, Integer.MAX_VALUE, 0);
    LoadShard shard = engine.prepareLoad(plan).shards().get(0);
    for (int i = 0; i < 100; i++) {
      shard.step();
    }
    long bytes = handed.size() * (1L << 20);
    assertThat(bytes).isPositive().isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 4);
    assertThat(engine.cut().events()).anyMatch(event -> event.kind().equals("IN_FLIGHT_CAP"));
  }

  @Test
  void aSendThatBlocksForEverIsReportedAndInterruptedByClose() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    engine(
        SystemClock.get(),
        1,
        Duration.ofHours(1),
        payload -> {
          sent.add(payload);
          try {
            never.await();
          } catch (InterruptedException e) {
            interrupted.set(true);
            throw e;
          }
          return DONE;
        });
    engine.startLoad(RunSetups.closedLoop(SystemClock.get().epochNanos(), 1, 10, 0));
    await().atMost(10, SECONDS).until(() -> engine.unacknowledged().count() == 1);
    LoadSummary summary = engine.stopLoad(Duration.ofMillis(50));
    assertThat(summary.stuckThreads()).isEqualTo(1);
    assertThat(summary.producers().get(0).sent()).isEqualTo(1);
    engine.close();
    await().atMost(10, SECONDS).untilTrue(interrupted);
  }

  @Test
  void aSendThatHasNotReturnedWhenTheLoadStopsCountsAsSentAndOnlyOnce() {
    CountDownLatch comesBack = new CountDownLatch(1);
    engine(
        SystemClock.get(),
        1,
        Duration.ofHours(1),
        payload -> {
          comesBack.await();
          return DONE;
        });
    engine.startLoad(RunSetups.openLoop(SystemClock.get().epochNanos(), 1_000, 1, 0));
    await().atMost(60, SECONDS).until(() -> engine.unacknowledged().count() == 1);
    assertThat(engine.cut().counters().sent()).isZero();

    engine.stopLoad(Duration.ofMillis(50));
    assertThat(engine.stopLoad(Duration.ofMillis(50)).stuckThreads()).isEqualTo(1);

    EngineCut stuck = engine.cut();
    assertThat(stuck.counters().sent()).isEqualTo(1);
    assertThat(stuck.counters().sentBytes()).isEqualTo(100);
    assertThat(stuck.counters().acknowledged()).isZero();
    assertThat(stuck.slices().get(0).latencies()).containsKey(Measure.SCHEDULE_DELAY);
    assertThat(engine.unacknowledged().count()).isEqualTo(1);

    comesBack.countDown();
    assertThat(engine.stopLoad(Duration.ofSeconds(60)).stuckThreads()).isZero();
    EngineCut late = engine.cut();
    assertThat(late.counters().sent()).isZero();
    assertThat(late.counters().acknowledged()).isEqualTo(1);
    assertThat(engine.unacknowledged().count()).isZero();
  }

  @Test
  void aSendThatIsRefusedAfterTheLoadHasStoppedCountsAsSentOnlyOnce() {
    CountDownLatch comesBack = new CountDownLatch(1);
    engine(
        SystemClock.get(),
        1,
        Duration.ofHours(1),
        payload -> {
          comesBack.await();
          throw new IllegalStateException("no");
        });
    engine.startLoad(RunSetups.closedLoop(SystemClock.get().epochNanos(), 1, 10, 0));
    await().atMost(60, SECONDS).until(() -> engine.unacknowledged().count() == 1);
    engine.stopLoad(Duration.ofMillis(50));
    assertThat(engine.cut().counters().sent()).isEqualTo(1);

    comesBack.countDown();
    assertThat(engine.stopLoad(Duration.ofSeconds(60)).stuckThreads()).isZero();
    EngineCut late = engine.cut();
    assertThat(late.counters().sent()).isZero();
    assertThat(late.counters().failed()).isEqualTo(1);
  }

  @Test
  void heldDeliveriesWaitUntilReleased() {
    engine(SystemClock.get(), 1, Duration.ofHours(1), this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    engine.holdDeliveries(true);
    Thread delivering = new Thread(() -> callback.messageReceived(new byte[100], 0));
    delivering.start();
    await().atMost(10, SECONDS).until(() -> delivering.getState() == Thread.State.WAITING);
    engine.holdDeliveries(false);
    await().atMost(10, SECONDS).until(() -> !delivering.isAlive());
  }

  @Test
  void closeReleasesCallbacksThatPretendToProcess() {
    engine(SystemClock.get(), 1, Duration.ofHours(1), this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    engine.changeProcessingTime(SystemClock.get().epochNanos() - 1, Profile.constant(3600e9));
    Thread delivering = new Thread(() -> callback.messageReceived(new byte[100], 0));
    delivering.start();
    await().atMost(10, SECONDS).until(() -> delivering.getState() == Thread.State.TIMED_WAITING);
    engine.close();
    await().atMost(10, SECONDS).until(() -> !delivering.isAlive());
  }

  @Test
  void processingTakesNoLessThanItsTime() {
    engine(SystemClock.get(), 1, Duration.ofHours(1), this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    engine.changeProcessingTime(SystemClock.get().epochNanos() - 1, Profile.constant(20e6));
    long before = System.nanoTime();
    callback.messageReceived(new byte[100], 0);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(20_000_000);
  }

  @Test
  void aRateCannotChangeBeforeThereIsOne() {
    engine(manual, 1, Duration.ofHours(1), this::keep);
    assertThatThrownBy(() -> engine.changeRate(start, Profile.constant(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not been started");
  }
}
