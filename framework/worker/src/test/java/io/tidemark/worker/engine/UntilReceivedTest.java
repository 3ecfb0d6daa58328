package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.SendFuture;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.worker.engine.load.LoadShard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in flight until they are received: one at a time. */
class UntilReceivedTest extends OneEngine {
  private static final long MILLISECOND = 1_000_000;

  private final List<SendFuture> sends = new ArrayList<>();
  private MessageCallback consumer;
  private LoadShard shard;

  @BeforeEach
  void open() {
    open(100);
  }

  private void open(int payloadBytes) {
    RunSetup setup = RunSetups.setup(1, payloadBytes, DeliveryMode.FULL);
    engine(manual, setup.withInFlightUntil(InFlightUntil.RECEIVED));
    engine.announcePhases(List.of(new PhaseRequest(0, "test", manual.epochNanos())));
    consumer = engine.callbackFor(RunSetups.consumer(0));
    engine.addProducer(
        RunSetups.producer(0),
        producer(
            payload -> {
              keep(payload.clone());
              sends.add(new Stamped());
              return sends.get(sends.size() - 1);
            }));
    shard = engine.prepareLoad(RunSetups.closedLoop(start, 1, 1, 10)).shards().get(0);
    shard.step();
  }

  private void receive(int message) {
    consumer.messageReceived(sent.get(message), 0);
    shard.step();
  }

  private void acknowledge(int message) {
    sends.get(message).complete(null);
    shard.step();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 10})
  void theNextIsSentWhenTheLastIsAcknowledgedAndReceived(int payloadBytes) {
    sends.clear();
    sent.clear();
    open(payloadBytes);
    assertThat(sent).hasSize(1);
    manual.advance(2 * MILLISECOND);
    acknowledge(0);
    assertThat(sent).hasSize(1);
    manual.advance(3 * MILLISECOND);
    receive(0);
    assertThat(sent).hasSize(2);
    receive(1);
    assertThat(sent).hasSize(2);
    acknowledge(1);
    assertThat(sent).hasSize(3);

    EngineCut cut = engine.cut();
    assertThat(cut.counters().get(Counter.ACKNOWLEDGED)).isEqualTo(2);
    assertThat(cut.counters().get(Counter.RECEIVED)).isEqualTo(2);
    assertThat(max(cut, Measure.PUBLISH_LATENCY)).isEqualTo(2);
    assertThat(max(cut, Measure.END_TO_END)).isEqualTo(5);
  }

  private static long max(EngineCut cut, Measure measure) {
    return Math.round(
        (double) cut.slices().get(0).latencies().get(measure).toHistogram().getMaxValue()
            / MILLISECOND);
  }

  @Test
  void aRepeatedDeliveryMakesNoRoom() {
    acknowledge(0);
    receive(0);
    receive(0);
    acknowledge(1);
    receive(0);
    assertThat(sent).hasSize(2);
    receive(1);
    assertThat(sent).hasSize(3);
  }

  @Test
  void aFailureEndsTheFlight() {
    sends.get(0).completeExceptionally(new IllegalStateException("refused"));
    shard.step();
    assertThat(sent).hasSize(2);
    receive(0);
    assertThat(sent).hasSize(2);
    Counters counters = engine.cut().counters();
    assertThat(counters.get(Counter.FAILED)).isEqualTo(1);
    assertThat(counters.get(Counter.ACKNOWLEDGED)).isZero();
  }

  @Test
  void onlyWhatIsNotAcknowledgedIsCountedAsSuch() {
    assertThat(engine.unacknowledged().count()).isEqualTo(1);
    acknowledge(0);
    assertThat(engine.unacknowledged().count()).isZero();
  }
}
