package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A producer of {@link MemoryDriver}. */
final class MemoryProducer
    implements BenchmarkProducer, HeaderSender, PrioritySender, GroupedSends {
  private static final int RARE = 1_000;
  private static final int LARGEST = 65_536;
  private static final int LONGEST_HEADER = 255;
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

  private final MemoryDriver driver;
  private final String topic;
  private final ExecutorService pool =
      Executors.newSingleThreadExecutor(BackgroundTasks.daemons("memory-acks"));
  private final List<Runnable> held = new ArrayList<>();
  private boolean holds;
  private int count;
  private List<MessageHeader> last = List.of();

  MemoryProducer(MemoryDriver driver, String topic) {
    this.driver = driver;
    this.topic = topic;
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    if (driver.has(Defect.HANGS_IN_SEND)
        || holds && driver.has(Defect.BLOCKS_WHILE_SENDS_ARE_HELD)) {
      new CompletableFuture<Void>().join();
    }
    if (driver.has(Defect.REFUSES_KEYS) && key.isPresent()) {
      return CompletableFuture.failedFuture(new IOException("no keys"));
    }
    if (driver.has(Defect.FORGETS_FUTURES_ON_CLOSE) || driver.has(Defect.FORGETS_A_FUTURE)) {
      return new CompletableFuture<>();
    }
    boolean acknowledged = driver.has(Defect.KEEPS_PAYLOAD_AFTER_ACKNOWLEDGEMENT);
    if (acknowledged || driver.has(Defect.KEEPS_PAYLOAD_AFTER_SEND)) {
      CompletableFuture<Void> later = new CompletableFuture<>();
      LATER.execute(() -> answer(later, send(key, payload, headers)));
      return acknowledged ? CompletableFuture.completedFuture(null) : later;
    }
    if (holds) {
      byte[] body = payload.clone();
      CompletableFuture<Void> later = new CompletableFuture<>();
      held.add(() -> answer(later, send(key, body, headers)));
      return later;
    }
    CompletableFuture<Void> sent = send(key, payload, headers);
    if (driver.has(Defect.MODIFIES_PAYLOAD)) {
      payload[payload.length - 1]++;
    }
    return sent;
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    int given =
        driver.has(Defect.IGNORES_PRIORITIES)
            ? 0
            : driver.has(Defect.DELIVERS_LOWER_PRIORITIES_FIRST) ? -priority : priority;
    boolean odd = payload[Long.BYTES - 1] % 2 == 1;
    List<MessageHeader> all = new ArrayList<>(headers);
    all.add(
        MessageHeader.text(
            MemoryBroker.PRIORITY,
            Integer.toString(
                odd && driver.has(Defect.REORDERS_MESSAGES_OF_A_PRIORITY) ? given + 1 : given)));
    return sendAsync(key, payload, all);
  }

  private static void answer(CompletableFuture<Void> later, CompletableFuture<Void> sent) {
    sent.whenComplete(
        (none, failure) -> {
          if (failure == null) {
            later.complete(null);
          } else {
            later.completeExceptionally(failure);
          }
        });
  }

  @Override
  public void hold() {
    holds = true;
  }

  @Override
  public void release() {
    holds = false;
    if (!driver.has(Defect.KEEPS_A_GROUP)) {
      held.forEach(Runnable::run);
      held.clear();
    }
  }

  private CompletableFuture<Void> send(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    count++;
    List<MessageHeader> carried = carried(headers);
    boolean rare = count % RARE == 0;
    boolean aborted = driver.aborts() && count % 10 == 0;
    Acknowledgement acknowledgement = new Acknowledgement();
    try {
      if (!(aborted && !driver.has(Defect.DELIVERS_ABORTED_MESSAGES))
          && !(rare && driver.has(Defect.LOSES_ONE_OF_1000_SENDS))
          && !(isFiftieth(payload) && driver.has(Defect.LOSES_ONE))
          && driver.serves(topic)
          && !(payload.length == 0 && driver.has(Defect.LOSES_EMPTY_BODIES))) {
        MemoryBroker.Message stored =
            driver.broker().publish(topic, spread(key), body(payload, rare), carried);
        long more = driver.has(Defect.ACKNOWLEDGES_THE_NEXT_OFFSET) ? 1 : 0;
        acknowledgement.position = new MessagePosition(stored.partition(), stored.id() + more);
      }
      if (rare && driver.has(Defect.SENDS_ONE_OF_1000_TWICE)
          || isFiftieth(payload) && driver.has(Defect.DUPLICATES_ONE)) {
        driver.broker().publish(topic, key, payload.clone(), carried);
      }
    } catch (IOException e) {
      return driver.has(Defect.REPORTS_A_REFUSAL_AS_SUCCESS)
          ? CompletableFuture.completedFuture(null)
          : CompletableFuture.failedFuture(e);
    }
    boolean forgotten = count % 9 == 0 && driver.has(Defect.NEVER_COMPLETES_EVERY_NINTH_SEND);
    if (aborted) {
      acknowledgement.completeExceptionally(AbortedSend.CONFIRMED);
    } else if (driver.has(Defect.COMPLETES_LATE)) {
      CompletableFuture.delayedExecutor(800, TimeUnit.MILLISECONDS)
          .execute(() -> acknowledgement.complete(null));
    } else if (driver.has(Defect.COMPLETES_IN_A_SLOW_POOL)) {
      pool.execute(() -> completeSlowly(acknowledgement));
    } else if (!forgotten) {
      acknowledgement.complete(null);
    }
    return acknowledgement;
  }

  private static final class Acknowledgement extends SendFuture {
    private @Nullable MessagePosition position;

    @Override
    public Optional<MessagePosition> position() {
      return Optional.ofNullable(position);
    }
  }

  private List<MessageHeader> carried(List<MessageHeader> headers) {
    List<MessageHeader> carried = new ArrayList<>();
    for (MessageHeader header : headers) {
      boolean empty = header.bytes().length == 0;
      if (!(empty && driver.has(Defect.LOSES_EMPTY_HEADERS))) {
        carried.add(carried(header));
      }
    }
    List<MessageHeader> before = last;
    last = headers.isEmpty() ? before : carried;
    return headers.isEmpty() && driver.has(Defect.KEEPS_HEADERS_FOR_THE_NEXT_MESSAGE)
        ? before
        : carried;
  }

  private MessageHeader carried(MessageHeader header) {
    byte[] value = header.bytes();
    if (value.length > LONGEST_HEADER && driver.has(Defect.CUTS_LONG_HEADERS)) {
      return MessageHeader.binary(header.name(), Arrays.copyOf(value, LONGEST_HEADER));
    }
    return driver.has(Defect.DECODES_HEADERS_AS_TEXT)
        ? MessageHeader.text(header.name(), new String(value, StandardCharsets.UTF_8))
        : header;
  }

  private Optional<String> spread(Optional<String> key) {
    return driver.has(Defect.SPREADS_KEYS) ? Optional.empty() : key;
  }

  private static boolean isFiftieth(byte[] payload) {
    return payload.length >= NumberedPayload.MIN_BYTES && NumberedPayload.number(payload) == 50;
  }

  private byte[] body(byte[] payload, boolean rare) {
    int most =
        driver.has(Defect.TRUNCATES)
            ? LARGEST / 2
            : driver.has(Defect.CUTS_BODIES_OVER_64_KIB) ? LARGEST : Integer.MAX_VALUE;
    byte[] body = Arrays.copyOf(payload, Math.min(most, payload.length));
    if (rare && driver.has(Defect.CHANGES_ONE_OF_1000_SENDS)) {
      body[body.length - 1]++;
    }
    return body;
  }

  private static void completeSlowly(Acknowledgement acknowledgement) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    acknowledgement.complete(null);
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
