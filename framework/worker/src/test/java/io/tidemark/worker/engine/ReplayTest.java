package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.ManualClock;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TracePart;
import io.tidemark.worker.SendOnly;
import io.tidemark.worker.engine.load.LoadShard;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several workers that replay one trace, on a manual clock that is moved to each due time. */
class ReplayTest {
  private static final int LARGEST = 2_000;
  private static final long SECOND = 1_000_000_000L;
  private static final long START = new ManualClock().epochNanos() + SECOND;

  /** What was sent, or is to be sent. */
  private record Sent(long epochNanos, int bytes, Optional<String> key) {}

  private final List<Sent> sent = new ArrayList<>();

  private static List<Sent> trace(int messages) {
    Random random = new Random(5);
    List<Sent> all = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < messages; i++) {
      at += random.nextInt(4) == 0 ? 0 : random.nextInt(3_000_000);
      int key = random.nextInt(5);
      all.add(
          new Sent(
              START + at,
              random.nextInt(LARGEST),
              key == 0 ? Optional.empty() : Optional.of("k-" + key)));
    }
    return all;
  }

  private static TracePart block(
      int number, List<Sent> trace, int producers, int worker, int workers, int repeat, long end) {
    ByteBuffer packed = ByteBuffer.allocate(trace.size() * TracePart.MESSAGE_BYTES);
    for (int k = 0; k < trace.size(); k++) {
      if (k % producers % workers == worker) {
        Sent message = trace.get(k);
        TracePart.put(
            packed,
            k % producers,
            message.epochNanos() - START,
            message.bytes(),
            message.key().map(key -> Long.parseLong(key.substring(2))).orElse(0L));
      }
    }
    byte[] bytes = new byte[packed.position()];
    packed.flip().get(bytes);
    return new TracePart(number, bytes, 60 * SECOND, repeat, end, true);
  }

  private static Engine engine(ManualClock clock, int producers, int largest) {
    RunSetup setup = RunSetups.setup(producers, largest, DeliveryMode.FULL);
    return new Engine(clock, setup, RunSetups.options(false, 1));
  }

  /** Sends all that is due, worker by worker, each at its time. */
  private void replay(List<Sent> trace, int producers, int workers, int repeat, long endNanos) {
    for (int worker = 0; worker < workers; worker++) {
      int self = worker;
      ManualClock clock = new ManualClock();
      Engine engine = engine(clock, producers, LARGEST);
      IntStream.range(0, producers)
          .filter(producer -> producer % workers == self)
          .forEach(producer -> engine.addProducer(RunSetups.producer(producer), producerOn(clock)));
      int half = trace.size() / 2 / producers * producers;
      List<Sent> second = trace.subList(half, trace.size());
      engine.addTrace(
          block(0, trace.subList(0, half), producers, worker, workers, repeat, endNanos));
      engine.addTrace(block(1, second, producers, worker, workers, repeat, endNanos));
      engine.addTrace(block(1, second, producers, worker, workers, repeat, endNanos));
      LoadRequest request = RunSetups.openLoop(START, 1, producers, 0);
      LoadShard shard = engine.prepareLoad(request).shards().get(0);
      long next = shard.step();
      while (next != LoadShard.STOP && next < START + 1000 * SECOND) {
        clock.advance(Math.max(0, next - clock.epochNanos()));
        next = shard.step();
      }
      engine.close();
    }
    sent.sort(Comparator.comparingLong(Sent::epochNanos));
  }

  private BenchmarkProducer producerOn(ManualClock clock) {
    return (SendOnly)
        (key, payload) -> {
          sent.add(new Sent(clock.epochNanos(), payload.length, key));
          return OneEngine.DONE;
        };
  }

  @Test
  void allProducersTogetherSendTheTraceWithItsTimesSizesAndKeys() {
    List<Sent> trace = trace(5_000);
    replay(trace, 6, 2, 1, Long.MAX_VALUE);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(trace);
  }

  @Test
  void aTraceIsRepeatedUntilTheEndOfTheLoad() {
    List<Sent> trace = trace(100);
    long end = 60 * SECOND + (trace.get(50).epochNanos() - START) + 1;
    replay(trace, 3, 1, 5, end);

    List<Sent> expected = new ArrayList<>(trace);
    trace.stream()
        .filter(each -> each.epochNanos() <= trace.get(50).epochNanos())
        .map(each -> new Sent(each.epochNanos() + 60 * SECOND, each.bytes(), each.key()))
        .forEach(expected::add);
    assertThat(sent).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aProducerWithoutMessagesSendsNothing() {
    replay(trace(2), 5, 1, 1, Long.MAX_VALUE);

    assertThat(sent).hasSize(2);
  }

  @Test
  void blocksThatAreMissingOrTooLargeAreRefused() {
    Engine engine = engine(new ManualClock(), 1, 10);

    assertThatThrownBy(() -> engine.addTrace(block(1, List.of(), 1, 0, 1, 1, SECOND)))
        .hasMessageContainingAll("block 1", "0 blocks");
    List<Sent> large = List.of(new Sent(START, 11, Optional.empty()));
    assertThatThrownBy(() -> engine.addTrace(block(0, large, 1, 0, 1, 1, SECOND)))
        .hasMessageContaining("the largest is 10");
  }

  @Test
  void messagesThatAreDueAndNotSentAreDebt() {
    ManualClock clock = new ManualClock();
    Engine engine = engine(clock, 1, LARGEST);
    engine.addProducer(RunSetups.producer(0), producerOn(clock));
    List<Sent> trace = trace(50);
    engine.addTrace(block(0, trace, 1, 0, 1, 1, Long.MAX_VALUE));
    engine.prepareLoad(RunSetups.openLoop(START, 1, 1, 0));

    clock.advance(trace.get(19).epochNanos() - clock.epochNanos());
    long due = trace.stream().filter(each -> each.epochNanos() <= clock.epochNanos()).count();
    assertThat(engine.cut().load().debt()).isEqualTo(due);
  }
}
