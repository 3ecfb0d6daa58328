package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.awaitility.Awaitility;

/** A driver with its file, one topic, and what its consumers received. */
class DriverRun implements AutoCloseable {
  static final String TOPIC = "BENCH.1";
  private static final long WAIT_SECONDS = 20;

  private final IbmMqBenchmarkDriver driver = new IbmMqBenchmarkDriver();
  private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
  private final List<DriverEvent> events = new CopyOnWriteArrayList<>();

  DriverRun(Path file) throws IOException {
    driver.onEvent(events::add);
    try {
      driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  IbmMqBenchmarkDriver driver() {
    return driver;
  }

  List<DriverEvent> events() {
    return events;
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  BenchmarkProducer producer() throws Exception {
    return get(driver.createProducer(TOPIC));
  }

  BenchmarkConsumer consumer() throws Exception {
    return get(driver.createConsumer(TOPIC, "sub", new Collector()));
  }

  /** One message put by a separate producer. */
  void put(byte[] payload) throws Exception {
    try (BenchmarkProducer producer = producer()) {
      get(producer.sendAsync(Optional.empty(), payload));
    }
  }

  /** The next message of any consumer, or null. */
  byte[] received() throws InterruptedException {
    return received.poll(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    driver.close();
  }

  private final class Collector implements ConsumerCallback {
    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      received.add(payload);
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      byte[] copy = new byte[payload.remaining()];
      payload.get(copy);
      received.add(copy);
    }
  }

  /** Receives messages that have their number as the first byte. */
  static final class Numbers implements ConsumerCallback {
    private final Queue<Integer> received = new ConcurrentLinkedQueue<>();

    @Override
    public void messageReceived(byte[] payload, long publishTimestamp) {
      received.add((int) payload[0]);
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
      received.add((int) payload.get());
    }

    /** So many, and none twice. */
    void await(int count) {
      Awaitility.await().until(() -> received.size() == count);
      assertThat(received).doesNotHaveDuplicates();
    }
  }
}
