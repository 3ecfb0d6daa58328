package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When messages count as received that a driver passes as a batch. */
class ReceivedBatchTest extends OneEngine {
  private static final long MILLI = 1_000_000;

  private CallbackAdapter consumer;
  private CallbackAdapter other;
  private int sequence;

  @BeforeEach
  void begin() {
    begin(setup());
  }

  private void begin(RunSetup setup) {
    engine(manual, setup);
    engine.announcePhases(List.of(new PhaseRequest(0, "test", start)));
    consumer = new CallbackAdapter("one", engine.callbackFor(RunSetups.consumer(0)));
    other = new CallbackAdapter("other", engine.callbackFor(RunSetups.consumer(1)));
  }

  private static RunSetup setup() {
    return RunSetups.setup(1, 100, DeliveryMode.FULL);
  }

  /** A message that was sent at the start; passing it takes a millisecond. */
  private void pass(CallbackAdapter receiver, ReceivedBatch batch) {
    receiver.received(Received.of(stamped(1, 0, sequence++, start, 0), 0, batch));
    manual.advance(MILLI);
  }

  /** The end-to-end latencies since the last cut, whole milliseconds, sorted. */
  private List<Long> millis() {
    LatencyCounts counts = engine.cut().slices().get(0).latencies().get(Measure.END_TO_END);
    List<Long> millis = new ArrayList<>();
    Histogram histogram = counts.toHistogram();
    histogram
        .recordedValues()
        .forEach(
            value -> {
              for (int i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
                millis.add(Math.round(value.getValueIteratedTo() / (double) MILLI));
              }
            });
    return millis;
  }

  @Test
  void messagesOfABatchAreReceivedWhenItBegins() {
    manual.advance(5 * MILLI);
    ReceivedBatch batch = consumer.batchArrived();
    pass(consumer, batch);
    pass(consumer, batch);
    pass(consumer, ReceivedBatch.NONE);
    assertThat(millis()).containsExactly(5L, 5L, 7L);

    pass(consumer, consumer.batchArrived());
    pass(consumer, consumer.batchArrived());
    assertThat(millis()).containsExactly(8L, 9L);
  }

  @Test
  void anyConsumerAndThreadMayPassMessagesOfABatch() throws InterruptedException {
    manual.advance(5 * MILLI);
    ReceivedBatch batch = consumer.batchArrived();
    pass(consumer, batch);
    pass(other, ReceivedBatch.NONE);
    Thread thread = new Thread(() -> pass(other, batch));
    thread.start();
    thread.join();
    assertThat(millis()).containsExactly(5L, 5L, 6L);
  }

  @Test
  void messagesThatAreProcessedOneByOneAreReceivedInTheirTurn() {
    manual.advance(5 * MILLI);
    engine.changeProcessingTime(start, Curve.constant(0), ProcessingVariation.NONE);
    ReceivedBatch batch = consumer.batchArrived();
    pass(consumer, batch);
    pass(consumer, batch);
    assertThat(millis()).containsExactly(5L, 6L);
  }

  @Test
  void messagesWhoseOffsetsAreAuditedAreReceivedInTheirTurn() {
    engine.close();
    RunSetup setup = setup();
    begin(setup.withConsumers(setup.consumers().withAuditOffsets(true)));
    manual.advance(5 * MILLI);
    ReceivedBatch batch = consumer.batchArrived();
    pass(consumer, batch);
    pass(consumer, batch);
    assertThat(millis()).containsExactly(5L, 6L);
  }

  @Test
  void theRestOfABatchThatWasHeldIsReceivedInItsTurnAndTheNextWhenItBegins() throws Exception {
    manual.advance(5 * MILLI);
    engine.holdDeliveries(true);
    Thread delivering =
        new Thread(
            () -> {
              ReceivedBatch held = consumer.batchArrived();
              pass(consumer, held);
              pass(consumer, held);
              ReceivedBatch next = consumer.batchArrived();
              pass(consumer, next);
              pass(consumer, next);
            });
    delivering.start();
    await().until(() -> delivering.getState() == Thread.State.WAITING);
    manual.advance(10 * MILLI);
    engine.holdDeliveries(false);
    delivering.join();
    assertThat(millis()).containsExactly(5L, 16L, 17L, 17L);
  }

  @Test
  void aCallbackOfAnotherClassTakesNoBatches() {
    CallbackAdapter plain =
        new CallbackAdapter(
            "plain",
            new ConsumerCallback() {
              @Override
              public void messageReceived(byte[] payload, long publishTimestamp) {}

              @Override
              public void messageReceived(ByteBuffer payload, long publishTimestamp) {}
            });
    assertThat(plain.batchArrived()).isSameAs(ReceivedBatch.NONE);
  }
}
