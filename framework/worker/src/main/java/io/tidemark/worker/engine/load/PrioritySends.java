package io.tidemark.worker.engine.load;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.measure.Interval;
import io.tidemark.worker.engine.record.PriorityLog;
import io.tidemark.worker.engine.record.Recording;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gives the messages of one producer their priorities, and records those of each. One thread at a
 * time sends; futures complete on any.
 */
public final class PrioritySends {
  private final Recording recording;
  private final PriorityLog log;
  private final int producer;

  /** That of the message that is sent now; of a probe any. */
  private int priority;

  /**
   * @param producer index of the producer in the run
   */
  public PrioritySends(Recording recording, PriorityLog log, int producer) {
    this.recording = recording;
    this.log = log;
    this.producer = producer;
    this.priority = log.plan.priority(0);
  }

  /** A driver's producer, used with these priorities; the engine never closes it. */
  public BenchmarkProducer of(BenchmarkProducer used) {
    if (used instanceof PrioritySender sender) {
      return new Prioritized(used, sender);
    }
    throw new IllegalStateException(
        used.getClass().getName()
            + " sends no priorities: every producer of a driver with PrioritySupport must implement"
            + " PrioritySender");
  }

  private final class Prioritized implements BenchmarkProducer, HeaderSender, ProbeSender {
    private final BenchmarkProducer used;
    private final PrioritySender sender;

    Prioritized(BenchmarkProducer used, PrioritySender sender) {
      this.used = used;
      this.sender = sender;
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      return sender.sendAsync(key, payload, List.of(), priority);
    }

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers) {
      return sender.sendAsync(key, payload, headers, priority);
    }

    @Override
    public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
      return used instanceof ProbeSender prober
          ? prober.sendProbeAsync(key, payload)
          : sendAsync(key, payload);
    }

    @Override
    public CompletableFuture<Void> sendProbeAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers) {
      return used instanceof HeaderSender headered
          ? headered.sendProbeAsync(key, payload, headers)
          : sendAsync(key, payload, headers);
    }

    @Override
    public void close() {}
  }

  /**
   * Sends a message with its priority.
   *
   * @param through passes it on to a producer of {@link #of}
   */
  CompletableFuture<Void> send(
      BenchmarkProducer through,
      Optional<String> key,
      byte[] payload,
      long sequence,
      long intended,
      long actual) {
    int level = log.plan.level(producer, sequence);
    int bytes = payload.length;
    int phase = recording.phases().pair(intended, actual);
    priority = log.plan.priority(level);
    log.record(level, interval -> interval.sent(phase, bytes, actual - intended));
    CompletableFuture<Void> future;
    try {
      future = through.sendAsync(key, payload);
    } catch (RuntimeException | Error e) {
      ended(level, bytes, intended, actual, e);
      throw e;
    }
    if (future == null) { // The lane refuses it.
      ended(level, bytes, intended, actual, new IllegalStateException("sendAsync returned null"));
    } else {
      CompletableFuture<Void> unused =
          future.whenComplete((ok, failure) -> ended(level, bytes, intended, actual, failure));
    }
    return future;
  }

  private void ended(
      int level, int bytes, long intended, long actual, @Nullable Throwable failure) {
    if (recording.isClosed()) {
      return;
    }
    long now = recording.clock.epochNanos();
    int phase = recording.phases().pair(intended, now);
    log.record(
        level,
        interval -> {
          if (failure == null || failure instanceof AbortedSend) {
            interval.acknowledged(
                phase, bytes, now - actual, now - intended, 0, Interval.NO_SEQUENCE);
          } else {
            interval.failed(phase, now - intended, 0, Interval.NO_SEQUENCE);
          }
        });
  }
}
