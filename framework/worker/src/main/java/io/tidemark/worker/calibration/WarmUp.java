package io.tidemark.worker.calibration;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.SendFuture;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.engine.Engine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the engine of this process without a broker while brokers start and clients connect, so that
 * the JVM has compiled its code when the load begins. It has a separate engine: no result contains
 * anything of it. Thread-safe.
 */
public final class WarmUp {
  /**
   * Logging is initialised by the thread that begins: while another one does, it cannot be used.
   */
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  /** Time of the open loop; with the closed loop 2 s together. */
  private static final Duration OPEN_LOOP = Duration.ofMillis(1_500);

  private static final Duration CLOSED_LOOP = Duration.ofMillis(500);
  private static final double RATE_PER_SECOND = 100_000;
  private static final int BYTES = 100;
  private static final Duration END = Duration.ofSeconds(1);
  private static @Nullable Thread underWay;

  private WarmUp() {}

  /** Begins it, once for a process, and does not wait. */
  public static synchronized void begin() {
    if (underWay == null) {
      LOG.debug("the engine runs without a broker");
      underWay = DaemonThreads.of("warm-up", WarmUp::run);
      underWay.start();
    }
  }

  /** Ends it, if it has not ended: what follows is measured. */
  public static synchronized void end() throws InterruptedException {
    if (underWay != null && underWay.isAlive()) {
      underWay.interrupt();
      underWay.join(END.toMillis());
    }
  }

  private static void run() {
    Clock clock = SystemClock.get();
    Calibration engines =
        new Calibration(clock, BYTES, OPEN_LOOP, WarmUpSink::new, Optional.empty());
    if (run(engines, clock, Optional.of(Curve.constant(RATE_PER_SECOND)), OPEN_LOOP)) {
      run(engines, clock, Optional.empty(), CLOSED_LOOP);
    }
  }

  /** Returns whether it was not ended. */
  private static boolean run(
      Calibration engines, Clock clock, Optional<Curve> rate, Duration duration) {
    try (Engine engine = engines.engine(1, DeliveryMode.FULL)) {
      engine.startLoad(Calibration.plan(rate, 1, clock.epochNanos()));
      engines.pause(duration);
      boolean ended = Thread.interrupted();
      engine.stopLoad(END);
      engine.cut();
      return !ended;
    }
  }

  /** A message as a driver passes it: an array or a buffer. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Passed(byte @Nullable [] array, @Nullable ByteBuffer buffer, ReceivedBatch batch)
      implements ReceivedMessage {
    @Override
    public long publishedMillis() {
      return 0;
    }

    @Override
    public int partition() {
      return 0;
    }
  }

  /**
   * Passes messages to the consumer as drivers do, by arrays and buffers, alone and in batches. A
   * send ends before it returns, or with the next one.
   */
  private static final class WarmUpSink implements BenchmarkProducer {
    private static final int KIND = 32;
    private final CallbackAdapter consumer;
    private final SendFuture ended = SendFuture.immediate();
    private SendFuture last = new SendFuture();
    private int number;

    WarmUpSink(ConsumerCallback callback) {
      this.consumer = new CallbackAdapter("warm-up", callback);
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      int kind = number++ / KIND % 4;
      if (kind < 2) {
        consumer.received(new Passed(payload, null, ReceivedBatch.NONE));
      } else {
        consumer.received(new Passed(null, ByteBuffer.wrap(payload), consumer.batchArrived()));
      }
      last.complete(null);
      if (kind % 2 == 0) {
        return ended.completedNow();
      }
      last = new SendFuture();
      return last;
    }

    @Override
    public void close() {}
  }
}
