package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.MessageHeader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A consumer of {@link MemoryDriver}: a thread that polls. */
final class MemoryConsumer implements BenchmarkConsumer {
  private static final int RARE = 1_000;

  private final MemoryDriver driver;
  private final MemoryBroker.Member member;
  private final CallbackAdapter callback;
  private final boolean detailed;
  private final ExecutorService pool =
      Executors.newFixedThreadPool(2, BackgroundTasks.daemons("memory-pool"));
  private final Thread thread = BackgroundTasks.daemons("memory-consumer").newThread(this::run);
  private volatile boolean closed;
  private int count;

  MemoryConsumer(MemoryDriver driver, String topic, String group, ConsumerCallback callback) {
    this.driver = driver;
    this.member = driver.broker().join(topic, group, driver.isProxied());
    this.callback = new CallbackAdapter(topic, callback);
    this.detailed = callback instanceof MessageCallback;
    thread.start();
  }

  private void run() {
    try {
      boolean claims = driver.has(Defect.CLAIMS_FROM_LIVE_CONSUMERS);
      while (!closed) {
        batch(driver.broker().poll(member, driver.prefetch(), claims));
        claims = false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      callback.failed(e);
    }
  }

  private void batch(List<MemoryBroker.Message> batch) throws InterruptedException {
    boolean early =
        driver.has(Defect.ACKNOWLEDGES_A_WHOLE_BATCH_FIRST)
            || driver.has(Defect.LOSES_WHAT_IS_UNDER_WAY_IN_A_CUT);
    if (early) {
      batch.forEach(message -> driver.broker().acknowledge(member, message));
    }
    for (MemoryBroker.Message message : batch) {
      if (!closed) {
        deliver(message);
      } else if (driver.has(Defect.KEEPS_THE_REST_OF_ITS_BATCH)) {
        driver.broker().acknowledge(member, message);
      } else {
        driver.broker().release(member, message);
      }
    }
  }

  private void deliver(MemoryBroker.Message message) throws InterruptedException {
    count++;
    boolean rare = count % RARE == 0;
    if (driver.has(Defect.ACKNOWLEDGES_BEFORE_THE_CALLBACK)) {
      driver.broker().acknowledge(member, message);
    }
    if (!(rare && driver.has(Defect.LOSES_ONE_OF_1000_DELIVERIES))) {
      call(message, rare);
    }
    if (rare && driver.has(Defect.DELIVERS_ONE_OF_1000_TWICE)) {
      call(message, false);
    }
    if (acknowledges(rare)) {
      driver.broker().acknowledge(member, message);
    }
  }

  private boolean acknowledges(boolean rare) {
    return !driver.has(Defect.ACKNOWLEDGES_NOTHING_UNTIL_A_TIMEOUT)
        && !driver.has(Defect.ACKNOWLEDGES_NOTHING_WITHOUT_A_TIMEOUT)
        && !(driver.has(Defect.ACKNOWLEDGES_HALF) && count % 2 == 0)
        && !(driver.has(Defect.LEAVES_ONE_OF_1000_UNACKNOWLEDGED) && rare);
  }

  private void call(MemoryBroker.Message message, boolean rare) throws InterruptedException {
    byte[] body = message.body().clone();
    if (rare && driver.has(Defect.CHANGES_ONE_OF_1000_DELIVERIES)) {
      body[body.length - 1]++;
    }
    Received received =
        new Received(
            body,
            driver.published(message),
            reported(message.partition()),
            offset(message),
            driver.has(Defect.PASSES_NO_HEADERS) ? List.of() : message.headers());
    if (driver.has(Defect.OVERLAPS_CALLBACKS)) {
      pool.execute(() -> callback.received(received));
      TimeUnit.MICROSECONDS.sleep(100);
    } else if (!driver.has(Defect.NEEDS_A_CALLBACK_FOR_HEADERS)
        || detailed
        || message.headers().isEmpty()) {
      callback.received(received);
    }
  }

  private record Received(
      byte[] array, long publishedMillis, int partition, long offset, List<MessageHeader> headers)
      implements LogMessage {
    @Override
    public byte[] header(String name) {
      return headers.stream()
          .filter(header -> header.name().equals(name))
          .findFirst()
          .map(MessageHeader::bytes)
          .orElse(null);
    }
  }

  private long offset(MemoryBroker.Message message) {
    if (driver.has(Defect.NUMBERS_MESSAGES_FOR_EACH_SUBSCRIPTION)) {
      return message.id() + (member.group.hashCode() & 0xFFFFFF) * 1_000_000L;
    }
    return driver.has(Defect.GIVES_TWO_MESSAGES_ONE_OFFSET) ? message.id() / 4 : message.id();
  }

  private int reported(int partition) {
    int partitions = driver.broker().partitions(member.topic).orElse(1);
    if (driver.has(Defect.NUMBERS_PARTITIONS_FROM_ONE)) {
      return partition + 1;
    }
    if (driver.has(Defect.REPORTS_PARTITION_0_ALWAYS)) {
      return 0;
    }
    if (driver.has(Defect.SHIFTS_PARTITIONS)) {
      return (partition + 1) % partitions;
    }
    return driver.has(Defect.MIRRORS_PARTITIONS) ? partitions - 1 - partition : partition;
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
    pool.shutdown();
    driver.broker().leave(member);
  }
}
