package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.worker.engine.load.LoadShard;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages of two priorities, sent and received by the engine. */
class PrioritiesTest extends OneEngine {
  private static final int MESSAGES = 100;
  private static final int LOW = 4;
  private static final int HIGH = 9;
  private static final Map<String, Object> SHARES = Map.of("9", "30 %", "4", "70 %");

  /** By number of the message, as the driver gets them. */
  private final List<Integer> priorities = new ArrayList<>();

  private final class Producer implements BenchmarkProducer, PrioritySender {
    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      throw new AssertionError("a message without a priority");
    }

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
      priorities.add(priority);
      sent.add(payload.clone());
      return DONE;
    }

    @Override
    public void close() {}
  }

  private RunSetup setup;

  @BeforeEach
  void sendAll() {
    RunSetup plain = RunSetups.setup(1, 100, DeliveryMode.FULL);
    setup = plain.withMessages(plain.messages().withPriorities(SHARES));
    engine(manual, setup);
    engine.addProducer(RunSetups.producer(0), new Producer());
    engine.announcePhases(List.of(new PhaseRequest(0, "test", start)));
    LoadShard shard =
        engine.prepareLoad(RunSetups.openLoop(start, MESSAGES, 1, MESSAGES)).shards().get(0);
    stepUntil(shard, start + SECOND);
  }

  private List<Integer> numbersOf(int priority) {
    return IntStream.range(0, MESSAGES)
        .filter(number -> priorities.get(number) == priority)
        .boxed()
        .toList();
  }

  private void receive(MessageCallback consumer, List<Integer> numbers) {
    numbers.forEach(
        number ->
            consumer.messageReceived(
                new Received(
                    sent.get(number),
                    ByteBuffer.wrap(sent.get(number)),
                    0,
                    false,
                    ReceivedBatch.NONE)));
  }

  private static PhaseSlice only(EngineCut cut, int priority) {
    assertThat(cut.byPriority().get(priority)).hasSize(1);
    return cut.byPriority().get(priority).get(0);
  }

  @Test
  void eachMessageHasThePriorityOfThePlan() {
    PriorityPlan plan = new PriorityPlan(SHARES, setup.messages().seed());
    assertThat(priorities)
        .isEqualTo(
            IntStream.range(0, MESSAGES).mapToObj(n -> plan.priority(plan.level(0, n))).toList());
    assertThat(numbersOf(HIGH).size()).isBetween(15, 45);
    EngineCut cut = engine.cut();
    for (int priority : List.of(LOW, HIGH)) {
      assertThat(only(cut, priority).counters().get(Counter.ACKNOWLEDGED))
          .isEqualTo(numbersOf(priority).size());
    }
  }

  @Test
  void latenciesAreThoseOfEachPriorityAndOrderIsJudgedAmongTheSame() {
    MessageCallback consumer = engine.callbackFor(RunSetups.consumer(0));
    receive(consumer, numbersOf(HIGH));
    manual.advance(SECOND);
    receive(consumer, numbersOf(LOW));
    EngineCut cut = engine.cut();
    assertThat(only(cut, HIGH).counters().get(Counter.RECEIVED)).isEqualTo(numbersOf(HIGH).size());
    assertThat(only(cut, HIGH).latencies().get(Measure.END_TO_END).toHistogram().getMaxValue())
        .isLessThan(SECOND + SECOND / 100);
    assertThat(only(cut, LOW).latencies().get(Measure.END_TO_END).toHistogram().getMinValue())
        .isGreaterThanOrEqualTo(SECOND);
    assertThat(cut.counters().get(Counter.RECEIVED)).isEqualTo(MESSAGES);
    assertThat(cut.counters().get(Counter.OVERTAKEN)).isZero();
    AuditDelta.Delivered delivered = cut.audit().delivered().get(0);
    assertThat(delivered.regressed().isEmpty()).isTrue();
    assertThat(delivered.orderJudged()).isTrue();
  }

  @Test
  void aMessageOutOfOrderAmongThoseOfItsPriorityIsFound() {
    MessageCallback consumer = engine.callbackFor(RunSetups.consumer(0));
    List<Integer> low = numbersOf(LOW);
    receive(consumer, List.of(low.get(1), low.get(0)));
    assertThat(engine.cut().audit().delivered().get(0).regressed().toArray())
        .containsExactly(low.get(0));
  }

  @Test
  void aMessageThatWaitsWhileLowerOnesAreReceivedIsOvertaken() {
    MessageCallback consumer = engine.callbackFor(RunSetups.consumer(0));
    List<Integer> high = numbersOf(HIGH);
    long lastSent = start + high.get(high.size() - 1) * SECOND / MESSAGES;
    manual.setEpochNanos(lastSent + SECOND / 10);
    receive(consumer, numbersOf(LOW));
    receive(consumer, high);
    EngineCut cut = engine.cut();
    assertThat(cut.counters().get(Counter.OVERTAKEN))
        .as("all that were sent more than 100 ms before")
        .isEqualTo(high.size() - 1);
    assertThat(only(cut, HIGH).counters().get(Counter.OVERTAKEN)).isEqualTo(high.size() - 1);
    assertThat(only(cut, LOW).counters().get(Counter.OVERTAKEN)).isZero();
  }
}
