package io.tidemark.worker.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What consumers' callbacks do with messages. */
class EngineReceiveTest extends OneEngine {
  @Test
  void foreignMessagesAreCountedAndOmbProbesAreNot() {
    engine(manual, 1, this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    callback.messageReceived(new byte[100], 0);
    callback.messageReceived(ByteBuffer.allocateDirect(50), 0);
    callback.messageReceived(new byte[10], 0);
    EngineCut cut = engine.cut();
    assertThat(cut.counters().get(Counter.FOREIGN)).isEqualTo(2);
    assertThat(cut.counters().get(Counter.RECEIVED)).isZero();
  }

  @Test
  void messagesOfAnEarlierRunAreMeasuredInThePhaseThatReceivesThem() {
    engine(manual, 3, this::keep);
    byte[] payload = stamped(3, 2, 7, start - 3_600 * SECOND, SECOND);
    engine.announcePhases(List.of(new PhaseRequest(0, "warm-up", start)));
    engine.announcePhases(List.of(new PhaseRequest(1, "test", start + SECOND)));
    manual.setEpochNanos(start + 2 * SECOND);

    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    callback.messageReceived(payload, 0);
    manual.advance(SECOND);
    callback.messageReceived(payload, 0);

    EngineCut cut = engine.cut();
    assertThat(cut.slices()).singleElement().extracting(PhaseSlice::phase).isEqualTo(1);
    assertThat(cut.slices().get(0).arrivals())
        .isEqualTo(new ArrivalSpan(start + 2 * SECOND, start + 3 * SECOND));
    assertThat(cut.counters().get(Counter.RECEIVED)).isEqualTo(2);
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
  void aRedeliveryIsADuplicateAndIsCountedAsTheBrokersToo() {
    engine(manual, 2, this::keep);
    engine.announcePhases(List.of(new PhaseRequest(0, "test", start)));
    MessageCallback callback = engine.callbackFor(RunSetups.consumer(0));
    byte[] payload = stamped(2, 1, 0, start, 0);

    callback.messageReceived(Received.of(payload, ReceivedMessage.NO_ORDER, ReceivedBatch.NONE));
    callback.messageReceived(
        new Received(
            null, ByteBuffer.wrap(payload), ReceivedMessage.NO_ORDER, true, ReceivedBatch.NONE));

    EngineCut cut = engine.cut();
    assertThat(cut.counters().get(Counter.RECEIVED)).isEqualTo(2);
    assertThat(cut.counters().get(Counter.REDELIVERED)).isEqualTo(1);
    assertThat(cut.audit().delivered())
        .singleElement()
        .satisfies(
            delivered -> {
              assertThat(delivered.duplicated()).isEqualTo(1);
              assertThat(delivered.orderJudged()).isFalse();
            });
  }

  @Test
  void withoutEnvelopeTheDriversTimeStampIsUsed() {
    EnvelopeSpec none = new EnvelopeSpec(EnvelopeSpec.Position.OFF, EnvelopeSpec.Form.BINARY);
    RunSetup plain = RunSetups.setup(1, 100, DeliveryMode.COUNTS);
    engine(manual, plain.withMessages(plain.messages().withEnvelope(none)));
    engine.callbackFor(RunSetups.consumer(0)).messageReceived(new byte[100], 0);
    assertThat(engine.probeStatus().withoutStamp()).as("before the load").containsEntry(0, 1);
    engine.announcePhases(List.of(new PhaseRequest(0, "test", start - SECOND)));
    engine
        .callbackFor(RunSetups.consumer(0))
        .messageReceived(new byte[100], start / 1_000_000 - 25);
    EngineCut cut = engine.cut();
    assertThat(cut.counters().get(Counter.RECEIVED)).isEqualTo(1);
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
  void closeReleasesCallbacksThatPretendToProcess() {
    engine(SystemClock.get(), 1, this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    engine.changeProcessingTime(
        SystemClock.get().epochNanos() - 1, Curve.constant(3600e9), ProcessingVariation.NONE);
    Thread delivering = new Thread(() -> callback.messageReceived(new byte[100], 0));
    delivering.start();
    await().atMost(10, SECONDS).until(() -> delivering.getState() == Thread.State.TIMED_WAITING);
    engine.close();
    await().atMost(10, SECONDS).until(() -> !delivering.isAlive());
  }

  @Test
  void processingTakesNoLessThanItsTime() {
    engine(SystemClock.get(), 1, this::keep);
    ConsumerCallback callback = engine.callbackFor(RunSetups.consumer(0));
    engine.changeProcessingTime(
        SystemClock.get().epochNanos() - 1, Curve.constant(20e6), ProcessingVariation.NONE);
    long before = System.nanoTime();
    callback.messageReceived(new byte[100], 0);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(20_000_000);
  }
}
