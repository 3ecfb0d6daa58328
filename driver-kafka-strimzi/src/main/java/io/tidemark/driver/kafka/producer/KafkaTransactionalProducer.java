package io.tidemark.driver.kafka.producer;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.jspecify.annotations.Nullable;

/**
 * A producer whose sends are acknowledged when their transaction is committed. The client has one
 * transaction at a time, so a send waits while the transaction before it is committed.
 *
 * <p>One thread commits: at an interval, when a transaction has its number of messages, and as soon
 * as a send has failed, because Kafka can then only abort the transaction.
 */
public final class KafkaTransactionalProducer implements BenchmarkProducer, HeaderSender {
  private final Producer<String, byte[]> producer;
  private final String topic;
  private final Settings settings;
  private final ScheduledExecutorService committer;
  private final Consumer<AutoCloseable> whenClosed;
  private List<Committed> uncommitted = new ArrayList<>();
  private List<Committed> committing = List.of();
  private @Nullable RuntimeException failure;

  /** Transactions whose outcome is known. Of the thread that commits, as {@code failure} is. */
  private long ended;

  private boolean closed;

  /** Senders see it before they compete for the monitor with the thread that commits. */
  private volatile boolean commitDue;

  /**
   * How transactions are cut.
   *
   * @param interval from the end of a commit to the next commit
   * @param size messages of a transaction, at most; 0 for no limit
   * @param aborts share of transactions that are aborted on purpose
   * @param maxBlock longest wait of a send for the commit before it
   * @param closeTimeout for the last commit, and again for the client
   */
  public record Settings(
      Duration interval, int size, double aborts, Duration maxBlock, Duration closeTimeout) {

    /** Creates settings without aborts. */
    public Settings(Duration interval, int size, Duration maxBlock, Duration closeTimeout) {
      this(interval, size, 0, maxBlock, closeTimeout);
    }

    /** Whether the transaction with this number, from 0, is aborted: as evenly as possible. */
    private boolean aborts(long transaction) {
      return Math.floor((transaction + 1) * aborts) > Math.floor(transaction * aborts);
    }
  }

  /**
   * @param producer whose transactions have been initialized
   * @param committer with one thread, which ends with this producer
   * @param whenClosed gets this producer
   */
  public KafkaTransactionalProducer(
      Producer<String, byte[]> producer,
      String topic,
      Settings settings,
      ScheduledExecutorService committer,
      Consumer<AutoCloseable> whenClosed) {
    this.producer = producer;
    this.topic = topic;
    this.settings = settings;
    this.committer = committer;
    this.whenClosed = whenClosed;
    long nanos = settings.interval().toNanos();
    committer.scheduleWithFixedDelay(this::cut, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return send(new ProducerRecord<>(topic, key.orElse(null), payload));
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return send(HeaderedRecord.of(topic, key, payload, headers));
  }

  private CompletableFuture<Void> send(ProducerRecord<String, byte[]> message) {
    Committed committed = new Committed();
    try {
      send(message, committed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      committed.completeExceptionally(e);
    } catch (RuntimeException e) {
      committed.completeExceptionally(KafkaRefusals.shown(e));
      commitSoon();
    }
    return committed;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback says the same.
  private synchronized void send(ProducerRecord<String, byte[]> message, Committed committed)
      throws InterruptedException {
    awaitCommit();
    if (uncommitted.isEmpty()) {
      producer.beginTransaction();
    }
    uncommitted.add(committed);
    producer.send(message, committed);
    if (uncommitted.size() == settings.size()) {
      commitSoon();
    }
  }

  private void awaitCommit() throws InterruptedException {
    long deadlineNanos = 0;
    while (!closed && (commitDue || !committing.isEmpty())) {
      long nowNanos = System.nanoTime();
      if (deadlineNanos == 0) {
        deadlineNanos = nowNanos + settings.maxBlock().toNanos();
      } else if (nowNanos - deadlineNanos >= 0) {
        throw new TimeoutException(
            "the transaction before this message was not committed within max.block.ms="
                + settings.maxBlock().toMillis());
      }
      wait(1 + (deadlineNanos - nowNanos) / 1_000_000);
    }
    if (closed) {
      throw new IllegalStateException("the producer is closed");
    }
  }

  private void commitSoon() {
    if (!commitDue && !committer.isShutdown()) {
      commitDue = true;
      committer.execute(this::cut);
    }
  }

  private void cut() {
    commitDue = true;
    List<Committed> sent = take();
    if (!sent.isEmpty() && commitOrAbort()) {
      finish(sent);
    }
  }

  /** Repeats an unanswered commit; otherwise commits sent messages. */
  private synchronized List<Committed> take() {
    if (committing.isEmpty() && !uncommitted.isEmpty()) {
      committing = uncommitted;
      uncommitted = new ArrayList<>();
    }
    commitDue = false;
    notifyAll();
    return committing;
  }

  /** Whether the outcome is known. Without an answer Kafka allows only the same call again. */
  private boolean commitOrAbort() {
    if (settings.aborts(ended)) {
      return abortOnPurpose();
    }
    try {
      producer.commitTransaction();
      return true;
    } catch (TimeoutException | InterruptException e) {
      return false;
    } catch (RuntimeException e) {
      // The original failure is more useful than that of the abort.
      failure = failure == null ? e : failure;
    }
    try {
      producer.abortTransaction();
      return true;
    } catch (TimeoutException | InterruptException e) {
      return false;
    } catch (RuntimeException e) {
      // The client cannot be used any more; each later send fails with its reason.
      failure.addSuppressed(e);
      return true;
    }
  }

  /** The number does not change before the outcome is known, so an unanswered abort is repeated. */
  private boolean abortOnPurpose() {
    try {
      // An abort drops what the client has not sent yet: no consumer could receive it.
      producer.flush();
      producer.abortTransaction();
      failure = AbortedSend.CONFIRMED;
      return true;
    } catch (TimeoutException | InterruptException e) {
      return false;
    } catch (RuntimeException e) {
      failure = e;
      return true;
    }
  }

  private void finish(List<Committed> sent) {
    ended++;
    RuntimeException outcome = failure;
    failure = null;
    synchronized (this) {
      committing = List.of();
      notifyAll();
    }
    sent.forEach(each -> each.finish(outcome));
  }

  /** Commits sent messages. Messages not committed within the deadline fail. */
  @Override
  public void close() throws InterruptedException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      notifyAll();
    }
    boolean committed = false;
    try {
      committed = lastCommit();
    } finally {
      producer.close(committed ? settings.closeTimeout() : Duration.ZERO);
      committer.shutdownNow();
      failRest();
      whenClosed.accept(this);
    }
  }

  private boolean lastCommit() throws InterruptedException {
    Future<?> last = committer.submit(this::cut);
    try {
      last.get(settings.closeTimeout().toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      return false;
    }
  }

  private void failRest() {
    List<Committed> rest;
    synchronized (this) {
      rest = new ArrayList<>(committing);
      rest.addAll(uncommitted);
    }
    TimeoutException reason =
        new TimeoutException(
            "closed before the commit of the transaction was answered, closeTimeout="
                + settings.closeTimeout().toMillis()
                + "ms");
    rest.forEach(each -> each.completeExceptionally(reason));
  }

  private final class Committed extends SendFuture implements Callback {
    /** Written before the commit, which the future's completion follows. */
    private volatile @Nullable RecordMetadata acknowledged;

    @Override
    public Optional<MessagePosition> position() {
      return RecordPosition.of(acknowledged);
    }

    @Override
    public void onCompletion(RecordMetadata metadata, @Nullable Exception sendFailure) {
      if (sendFailure == null) {
        acknowledged = metadata;
      } else if (!(sendFailure instanceof TransactionAbortedException)) { // Its cause follows.
        completeExceptionally(KafkaRefusals.shown(sendFailure));
        commitSoon();
      }
    }

    void finish(@Nullable RuntimeException outcome) {
      if (outcome == null) {
        complete(null);
      } else {
        completeExceptionally(KafkaRefusals.shown(outcome));
      }
    }
  }
}
