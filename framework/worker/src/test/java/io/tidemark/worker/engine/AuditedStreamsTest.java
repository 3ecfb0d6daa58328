package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.worker.PhaseRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Random streams with losses, repetitions, disorder and damage: the audit of the engine, which
 * takes consecutive messages together, says of them what a look at each message says.
 */
class AuditedStreamsTest extends OneEngine {
  private static final int BYTES = 100;
  private static final int CASES = 10;
  private static final long SENT = 1_000_000_000L;

  /**
   * A producer's sequences of one partition: no message is in two. If it were, and late in one of
   * them only, its first delivery could not be told when stripes are merged.
   */
  private static final long OF_PARTITION = 1_000_000;

  /** More than a thread must record before it gets a log. */
  private static final int MESSAGES = 3_000;

  private final List<Engine> engines = new ArrayList<>();

  /** What a look at each message says of a producer's messages. */
  private static final class Expected {
    private final Set<Long> received = new TreeSet<>();
    private final Set<Long> regressed = new TreeSet<>();
    private long duplicated;
    private boolean orderJudged = true;
  }

  /** A stream on its way, which its messages leave in another way than they came. */
  private static final class Way {
    private final int producer;
    private final int partition;
    private long next;

    Way(int producer, int partition, long first) {
      this.producer = producer;
      this.partition = partition;
      this.next = first;
    }

    /** Mostly the next sequence; also one after a gap, or an earlier one. */
    private long take(Random any) {
      int kind = any.nextInt(40);
      if (kind == 0) {
        next += any.nextInt(2_000);
      } else if (kind == 1) {
        return Math.max(0, next - any.nextInt(100));
      }
      return next++;
    }
  }

  @Test
  void theAuditSaysWhatALookAtEachMessageSays() {
    for (int i = 0; i < CASES; i++) {
      long seed = new Random().nextLong();
      try {
        isAudited(new Random(seed));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private void isAudited(Random any) {
    int producers = 1 + any.nextInt(40);
    engine(manual, RunSetups.setup(producers, BYTES, DeliveryMode.FULL));
    engines.add(engine);
    engine.announcePhases(List.of(new PhaseRequest(0, "test", start)));
    MessageCallback consumer = engine.callbackFor(RunSetups.consumer(0));
    List<Way> ways = new ArrayList<>();
    for (int i = any.nextInt(6); i >= 0; i--) {
      int partition = any.nextInt(5) - 1;
      long first = (partition + 1) * OF_PARTITION + any.nextInt(100_000);
      ways.add(new Way(any.nextInt(producers), partition, first));
    }
    Map<Integer, Expected> expected = new HashMap<>();
    Map<Integer, Map<Integer, Long>> highest = new HashMap<>();
    int damaged = 0;
    for (int i = 0; i < MESSAGES; ) {
      Way way = ways.get(any.nextInt(ways.size()));
      ReceivedBatch batch = any.nextBoolean() ? consumer.batchArrived() : ReceivedBatch.NONE;
      for (int run = any.nextInt(200); run >= 0; run--, i++) {
        long sequence = way.take(any);
        if (pass(consumer, batch, way, producers, sequence, any)) {
          look(expected, highest, way, sequence);
        } else {
          damaged++;
        }
      }
    }
    compare(engine.cut(), expected, damaged);
  }

  /** Returns whether the message is not seen to be damaged: its check has 16 bits. */
  private static boolean pass(
      MessageCallback consumer,
      ReceivedBatch batch,
      Way way,
      int producers,
      long sequence,
      Random any) {
    EnvelopeLayout layout = EnvelopeLayout.forProducers(EnvelopeSpec.DEFAULT, producers);
    byte[] payload = stamped(producers, way.producer, sequence, SENT, 0);
    if (any.nextInt(500) == 0) {
      payload[BYTES - 1 - any.nextInt(BYTES - 32)] ^= 4;
    }
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).put(payload).flip();
    consumer.messageReceived(
        any.nextBoolean()
            ? Received.of(payload, way.partition, batch)
            : new Received(null, buffer, way.partition, false, batch));
    return new EnvelopeReader().read(payload, layout, RunSetups.RUN_EPOCH, true) == Result.OURS;
  }

  private static void look(
      Map<Integer, Expected> expected,
      Map<Integer, Map<Integer, Long>> highest,
      Way way,
      long sequence) {
    Expected of = expected.computeIfAbsent(way.producer, producer -> new Expected());
    Map<Integer, Long> ofPartitions =
        highest.computeIfAbsent(way.producer, producer -> new HashMap<>());
    long before = ofPartitions.getOrDefault(way.partition, -1L);
    ofPartitions.put(way.partition, Math.max(before, sequence));
    if (!of.received.add(sequence)) {
      of.duplicated++;
    } else if (way.partition >= 0 && sequence < before) {
      of.regressed.add(sequence);
    }
    of.orderJudged &= way.partition >= 0;
  }

  private static void compare(EngineCut cut, Map<Integer, Expected> expected, int damaged) {
    assertThat(cut.counters().get(Counter.CORRUPTED)).isEqualTo(damaged);
    assertThat(cut.audit().delivered()).hasSameSizeAs(expected.keySet());
    for (AuditDelta.Delivered delivered : cut.audit().delivered()) {
      Expected of = expected.get(delivered.producer());
      assertThat(set(delivered.received())).isEqualTo(of.received);
      assertThat(set(delivered.regressed())).isEqualTo(of.regressed);
      assertThat(delivered.duplicated()).isEqualTo(of.duplicated);
      assertThat(delivered.orderJudged()).isEqualTo(of.orderJudged);
    }
  }

  private static Set<Long> set(Roaring64Bitmap sequences) {
    Set<Long> set = new HashSet<>();
    sequences.forEach(set::add);
    return set;
  }

  @AfterEach
  void closeAll() {
    engines.forEach(Engine::close);
  }
}
