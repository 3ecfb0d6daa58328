package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.MessageKind;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.worker.engine.load.EngineOptions;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the engine allocates for each message when it has everything that it needs. */
@Timeout(60)
class SteadyStateAllocationTest extends OneEngine {
  private static final int WARM_UP = 100_000;
  private static final int WINDOW = 20_000;
  private static final int WINDOWS = 10;
  private static final int MESSAGES = WARM_UP + WINDOWS * WINDOW;

  /** The smallest object has 16; what grows with the number of intervals or buckets has less. */
  private static final double NO_OBJECT = 1;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The compiler cannot avoid the allocation of an object that is stored here. */
  static volatile Object escaped;

  /** What the calling thread allocates, in windows of messages; the least of them counts. */
  private static final class Windows {
    private int messages;
    private long before;
    private volatile double leastBytesPerMessage = Double.MAX_VALUE;

    /** After each message; allocates nothing itself. */
    void message() {
      messages++;
      if (messages >= WARM_UP && (messages - WARM_UP) % WINDOW == 0) {
        long now = THREADS.getCurrentThreadAllocatedBytes();
        if (messages > WARM_UP) {
          leastBytesPerMessage = Math.min(leastBytesPerMessage, (now - before) / (double) WINDOW);
        }
        before = THREADS.getCurrentThreadAllocatedBytes();
      }
    }
  }

  /** Whose driver copies bodies, so that they need not be new arrays. */
  private Engine copying() {
    engine =
        new Engine(
            SystemClock.get(),
            RunSetups.setup(1, 100, DeliveryMode.FULL),
            new EngineOptions(false, true, getClass().getClassLoader(), 1, 0.5));
    return engine;
  }

  private void sendAll(BenchmarkProducer producer, CountDownLatch over) throws Exception {
    engine.addProducer(RunSetups.producer(0), producer);
    long now = SystemClock.get().epochNanos();
    engine.startLoad(RunSetups.closedLoop(now, 1, 1_000, MESSAGES));
    assertThat(over.await(50, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void sendsThatEndAtOnceAndTheirReceptionAllocateNothing() throws Exception {
    ConsumerCallback consumer = copying().callbackFor(RunSetups.consumer(0));
    SendFuture acknowledged = SendFuture.immediate();
    Windows windows = new Windows();
    CountDownLatch over = new CountDownLatch(MESSAGES);
    sendAll(
        producer(
            payload -> {
              consumer.messageReceived(payload, 0);
              windows.message();
              over.countDown();
              return acknowledged.completedNow();
            }),
        over);

    assertThat(windows.leastBytesPerMessage).isLessThan(NO_OBJECT);
  }

  @Test
  void sendsAllocateNothingAndNeitherDoTheirAcknowledgements() throws Exception {
    copying();
    SendFuture[] futures = new SendFuture[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
      futures[i] = new SendFuture();
    }
    AtomicInteger sent = new AtomicInteger();
    Windows sending = new Windows();
    Windows acknowledging = new Windows();
    CountDownLatch over = new CountDownLatch(1);
    Thread broker =
        new Thread(
            () -> {
              for (int i = 0; i < MESSAGES; i++) {
                while (sent.get() <= i) {
                  Thread.onSpinWait();
                }
                futures[i].complete(null);
                acknowledging.message();
              }
              over.countDown();
            });
    broker.start();
    sendAll(
        producer(
            payload -> {
              CompletableFuture<Void> future = futures[sent.get()];
              sending.message();
              sent.lazySet(sent.get() + 1);
              return future;
            }),
        over);
    broker.join();

    assertThat(sending.leastBytesPerMessage).isLessThan(NO_OBJECT);
    assertThat(acknowledging.leastBytesPerMessage).isLessThan(NO_OBJECT);
  }

  @Test
  void receptionOfArraysAndBuffersAllocatesNothing() {
    ConsumerCallback consumer = copying().callbackFor(RunSetups.consumer(0));
    EnvelopeLayout layout = EnvelopeLayout.forProducers(EnvelopeSpec.DEFAULT, 1);
    EnvelopeWriter writer = new EnvelopeWriter(layout, RunSetups.RUN_EPOCH, 0);
    byte[] body = new byte[100];
    ByteBuffer direct = ByteBuffer.allocateDirect(body.length);
    long hash = EnvelopeWriter.bodyHash(body, body.length, layout);
    Windows windows = new Windows();
    for (int i = 0; i < MESSAGES; i++) {
      long now = SystemClock.get().epochNanos();
      writer.write(body, EnvelopeForm.FULL, hash, MessageKind.DATA, i, now, 0);
      if (i % 2 == 0) {
        consumer.messageReceived(body, 0);
      } else {
        direct.clear().put(body).flip();
        consumer.messageReceived(direct, 0);
      }
      windows.message();
    }

    assertThat(windows.leastBytesPerMessage).isLessThan(NO_OBJECT);
  }

  @Test
  void anObjectForEachMessageWouldBeSeen() {
    copying();
    Windows windows = new Windows();
    for (int i = 0; i < MESSAGES; i++) {
      escaped = Optional.of(windows);
      windows.message();
    }

    assertThat(windows.leastBytesPerMessage).isGreaterThan(NO_OBJECT);
  }
}
