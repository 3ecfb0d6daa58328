package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.Clock;
import io.tidemark.base.ManualClock;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.MessageKind;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.worker.SendOnly;
import io.tidemark.worker.engine.load.LoadShard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;

/** One engine, closed after each test, whose sends and clock the test decides. */
abstract class OneEngine {
  static final long SECOND = 1_000_000_000L;
  static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
  final ManualClock manual = new ManualClock();
  final long start = manual.epochNanos();
  final List<byte[]> sent = new ArrayList<>();
  Engine engine;

  /** The acknowledgement of a driver that knows this framework, by the test's clock. */
  final class Stamped extends SendFuture {
    @Override
    protected long nanoTime() {
      return manual.nanoTime();
    }
  }

  /** Sends go into a list; what they return is up to the test. */
  interface Outcome {
    CompletableFuture<Void> of(byte[] payload) throws InterruptedException;
  }

  static BenchmarkProducer producer(Outcome outcome) {
    return (SendOnly)
        (key, payload) -> {
          try {
            return outcome.of(payload);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(e);
          }
        };
  }

  /** Without producers. */
  Engine engine(Clock clock, RunSetup setup) {
    engine = new Engine(clock, setup, RunSetups.options(false, 1));
    return engine;
  }

  Engine engine(Clock clock, int producers, Outcome outcome) {
    engine(clock, RunSetups.setup(producers, 100, DeliveryMode.FULL));
    for (int i = 0; i < producers; i++) {
      engine.addProducer(RunSetups.producer(i), producer(outcome));
    }
    return engine;
  }

  CompletableFuture<Void> keep(byte[] payload) {
    sent.add(payload);
    return DONE;
  }

  /** A message of 100 bytes, as one of the run's producers sends it. */
  static byte[] stamped(int producers, int producer, long sequence, long intended, long delay) {
    EnvelopeLayout layout = EnvelopeLayout.forProducers(EnvelopeSpec.DEFAULT, producers);
    byte[] payload = new byte[100];
    long hash = EnvelopeWriter.bodyHash(payload, payload.length, layout);
    new EnvelopeWriter(layout, RunSetups.RUN_EPOCH, producer)
        .write(payload, EnvelopeForm.FULL, hash, MessageKind.DATA, sequence, intended, delay);
    return payload;
  }

  void stepUntil(LoadShard shard, long epochNanos) {
    long due = shard.step();
    while (due != LoadShard.STOP && due <= epochNanos) {
      manual.setEpochNanos(Math.max(due, manual.epochNanos()));
      due = shard.step();
    }
    manual.setEpochNanos(epochNanos);
  }

  @AfterEach
  void theEngineHadNoInternalError() {
    assertThat(engine.ownFailures()).isZero();
    engine.close();
  }
}
