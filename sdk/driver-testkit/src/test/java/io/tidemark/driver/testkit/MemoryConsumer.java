package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A consumer of {@link MemoryDriver}: a thread that polls. */
final class MemoryConsumer implements BenchmarkConsumer, PausableConsumer {
  private static final int RARE = 1_000;

  /** The header that has the reason of a dead letter. */
  private static final String REASON = "memory-reason";

  private final MemoryDriver driver;
  private final MemoryBroker.Member member;
  private final CallbackAdapter callback;
  private final ExecutorService pool =
      Executors.newFixedThreadPool(2, BackgroundTasks.daemons("memory-pool"));
  private final Thread thread = BackgroundTasks.daemons("memory-consumer").newThread(this::run);
  private final ConsumerCallback plain;
  private final byte[] receiveBuffer = new byte[65_536];
  private volatile boolean closed;
  private boolean paused;
  private boolean dead;
  private int count;
  private MemoryBroker.@Nullable Message before;

  MemoryConsumer(MemoryDriver driver, String topic, String group, ConsumerCallback callback) {
    this.driver = driver;
    this.member = driver.broker().join(topic, group, driver.isProxied());
    this.plain = callback;
    this.callback = new CallbackAdapter(topic, callback);
    thread.start();
  }

  private void run() {
    try {
      boolean claims = driver.has(Defect.CLAIMS_FROM_LIVE_CONSUMERS);
      while (!closed && driver.isOpen()) {
        batch(driver.broker().poll(member, driver.prefetch(), claims));
        claims = false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      callback.failed(e);
    }
  }

  private void batch(List<MemoryBroker.Message> batch) throws InterruptedException, IOException {
    boolean early =
        driver.has(Defect.ACKNOWLEDGES_A_WHOLE_BATCH_FIRST)
            || driver.has(Defect.LOSES_WHAT_IS_UNDER_WAY_IN_A_CUT);
    if (early) {
      batch.forEach(message -> driver.broker().acknowledge(member, message));
    }
    for (MemoryBroker.Message message : batch) {
      awaitResume();
      if (!closed || driver.has(Defect.FINISHES_ITS_BATCH_AFTER_CLOSE)) {
        reordered(message);
      } else if (driver.has(Defect.KEEPS_THE_REST_OF_ITS_BATCH)) {
        driver.broker().acknowledge(member, message);
      } else {
        driver.broker().release(member, message);
      }
    }
  }

  private synchronized void awaitResume() throws InterruptedException {
    while (paused && !closed) {
      wait();
    }
  }

  @Override
  public synchronized void pause() {
    paused = !driver.has(Defect.IGNORES_PAUSE);
  }

  @Override
  public synchronized void resume() {
    paused = false;
    notifyAll();
  }

  private void reordered(MemoryBroker.Message message) throws InterruptedException, IOException {
    if (!driver.has(Defect.REORDERS)) {
      deliver(message);
    } else if (before == null) {
      before = message;
    } else {
      deliver(message);
      deliver(before);
      before = null;
    }
  }

  private void deliver(MemoryBroker.Message message) throws InterruptedException, IOException {
    count++;
    boolean skipped =
        count == 1 && driver.has(Defect.SUBSCRIBES_LATE)
            || driver.has(Defect.SERVES_FIRST_SUBSCRIPTION_ONLY)
                && !driver.isFirstGroup(member.topic, member.group);
    if (skipped) {
      driver.broker().acknowledge(member, message);
      return;
    }
    boolean rare = count % RARE == 0;
    if (driver.has(Defect.ACKNOWLEDGES_BEFORE_THE_CALLBACK)) {
      driver.broker().acknowledge(member, message);
    }
    Outcome outcome = Outcome.ACCEPT;
    if (!(rare && driver.has(Defect.LOSES_ONE_OF_1000_DELIVERIES))) {
      outcome = call(message, rare);
    }
    if (outcome != Outcome.ACCEPT) {
      refuse(message, outcome);
      return;
    }
    if (driver.has(Defect.REPORTS_FAILURES)) {
      callback.failed(new IllegalStateException("reported on purpose"));
    }
    if (rare && driver.has(Defect.DELIVERS_ONE_OF_1000_TWICE)) {
      call(message, false);
    }
    if (driver.has(Defect.LOSES_LAST_ACKNOWLEDGEMENT)) {
      MemoryBroker.Message last = before;
      before = message;
      if (last != null) {
        driver.broker().acknowledge(member, last);
      }
    } else if (acknowledges(rare)) {
      driver.broker().acknowledge(member, message);
    }
  }

  private void refuse(MemoryBroker.Message message, Outcome outcome)
      throws InterruptedException, IOException {
    boolean delayed = outcome == Outcome.DELAY || outcome == Outcome.ABANDON;
    boolean atOnce =
        driver.has(
            outcome == Outcome.DELAY
                ? Defect.RELEASES_WHAT_IS_DELAYED
                : Defect.RELEASES_WHAT_IS_ABANDONED);
    if (delayed && !atOnce) {
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)
          .execute(() -> driver.broker().release(member, message));
      return;
    }
    boolean release = outcome != Outcome.REJECT;
    if (driver.has(Defect.NEVER_DELIVERS_A_RELEASED_MESSAGE_AGAIN) && release) {
      return;
    }
    boolean givenUp =
        release
            ? driver.broker().deliveries(member, message) >= driver.giveUpAfter()
            : !driver.has(Defect.RELEASES_WHAT_IS_REJECTED);
    if (release && driver.has(Defect.ACCEPTS_WHAT_IS_RELEASED)
        || !release && driver.has(Defect.ACCEPTS_WHAT_IS_REJECTED)) {
      driver.broker().acknowledge(member, message);
    } else if (!givenUp) {
      driver.broker().release(member, message);
    } else {
      driver.broker().acknowledge(member, message);
      int copies =
          driver.has(Defect.DROPS_WHAT_IS_REJECTED)
              ? 0
              : driver.has(Defect.MAKES_TWO_DEAD_LETTERS_OF_ONE) ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        driver
            .broker()
            .publish(
                MemoryBroker.deadLetters(member.topic, member.group),
                Optional.empty(),
                message.body(),
                Stream.concat(
                        message.headers().stream(),
                        Stream.of(MessageHeader.text(REASON, reason(release).name())))
                    .toList());
      }
    }
  }

  private DeadLetterReason reason(boolean released) {
    if (released) {
      return driver.has(Defect.REPORTS_MESSAGES_GIVEN_UP_AS_REJECTED)
          ? DeadLetterReason.REJECTED
          : DeadLetterReason.GIVEN_UP;
    }
    return driver.has(Defect.REPORTS_REJECTED_MESSAGES_AS_EXPIRED)
        ? DeadLetterReason.EXPIRED
        : DeadLetterReason.REJECTED;
  }

  private boolean acknowledges(boolean rare) {
    return !driver.has(Defect.ACKNOWLEDGES_NOTHING_UNTIL_A_TIMEOUT)
        && !driver.has(Defect.ACKNOWLEDGES_NOTHING_WITHOUT_A_TIMEOUT)
        && !driver.has(Defect.NEVER_ACKNOWLEDGES_TO_BROKER)
        && !(driver.has(Defect.ACKNOWLEDGES_HALF) && count % 2 == 0)
        && !(driver.has(Defect.LEAVES_ONE_OF_1000_UNACKNOWLEDGED) && rare);
  }

  private Outcome call(MemoryBroker.Message message, boolean rare) throws InterruptedException {
    if (dead) {
      return Outcome.ACCEPT;
    }
    byte[] body = message.body().clone();
    if (driver.has(Defect.REUSES_RECEIVE_BUFFER)) {
      System.arraycopy(body, 0, receiveBuffer, 0, body.length);
      body = receiveBuffer;
    }
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
    if (driver.has(Defect.CASTS_CALLBACK)
        || driver.has(Defect.DIES_WITH_CALLBACK)
        || driver.has(Defect.SWALLOWS_CONSUMER_ERRORS)) {
      callPlainly(received);
    } else if (driver.has(Defect.OVERLAPS_CALLBACKS)) {
      pool.execute(() -> callback.received(received));
      TimeUnit.MICROSECONDS.sleep(100);
    } else if (!driver.has(Defect.NEEDS_A_CALLBACK_FOR_HEADERS)
        || plain instanceof MessageCallback
        || message.headers().isEmpty()) {
      return callback.settle(received);
    }
    return Outcome.ACCEPT;
  }

  private record Received(
      byte[] array, long publishedMillis, int partition, long offset, List<MessageHeader> headers)
      implements LogMessage {
    @Override
    public @Nullable DeadLetterReason deadLetterReason() {
      byte[] reason = header(REASON);
      return reason == null
          ? null
          : DeadLetterReason.valueOf(new String(reason, StandardCharsets.UTF_8));
    }

    @Override
    public byte[] header(String name) {
      return headers.stream()
          .filter(header -> header.name().equals(name))
          .findFirst()
          .map(MessageHeader::bytes)
          .orElse(null);
    }
  }

  private void callPlainly(Received received) {
    try {
      if (plain instanceof MessageCallback || driver.has(Defect.CASTS_CALLBACK)) {
        ((MessageCallback) plain).messageReceived(received);
      } else {
        plain.messageReceived(received.array(), received.publishedMillis());
      }
    } catch (IllegalStateException e) {
      dead = driver.has(Defect.DIES_WITH_CALLBACK);
      if (!driver.has(Defect.SWALLOWS_CONSUMER_ERRORS)) {
        callback.failed(e);
      }
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
    if (driver.has(Defect.HANGS_ON_CLOSE)) {
      new CountDownLatch(1).await();
    }
    if (driver.has(Defect.FEEDS_THE_CLOSED)) {
      driver.broker().prefer(member);
    }
    if (driver.has(Defect.DELIVERS_AFTER_CLOSE) || driver.has(Defect.FEEDS_THE_CLOSED)) {
      return;
    }
    closed = true;
    if (driver.has(Defect.FINISHES_ITS_BATCH_AFTER_CLOSE)) {
      return;
    }
    resume();
    thread.join();
    pool.shutdown();
    driver.broker().leave(member);
  }
}
