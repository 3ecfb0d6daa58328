package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.worker.engine.load.Load;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The load thread is descheduled between the send and the registration of its callback; the future
 * completes meanwhile, on a thread of the client.
 */
class PublishStampTest extends OneEngine {
  private static final long ACKNOWLEDGED_AFTER = 410_000;
  private static final long DESCHEDULED = 7_450_000;

  private static void onAThreadOfTheClient(Runnable action) {
    Thread client = new Thread(action, "client");
    client.start();
    try {
      client.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void completeLate(Runnable completion) {
    manual.advance(ACKNOWLEDGED_AFTER);
    onAThreadOfTheClient(completion);
    manual.advance(DESCHEDULED);
  }

  /** Sends a message whose future is complete when it is registered. */
  private PhaseSlice sendWith(CompletableFuture<Void> future, Runnable completion) {
    return send(
        payload -> {
          completeLate(completion);
          return future;
        });
  }

  /** Sends one message. */
  private PhaseSlice send(Outcome outcome) {
    engine(manual, 1, outcome);
    Load load = engine.prepareLoad(RunSetups.openLoop(start, 1, 1, 1));
    load.shards().get(0).step();
    return slice();
  }

  private PhaseSlice slice() {
    return engine.cut().slices().get(0);
  }

  private static void assertOne(PhaseSlice slice, Measure measure, long nanos) {
    Histogram histogram = slice.latencies().get(measure).toHistogram();
    assertThat(histogram.getTotalCount()).isEqualTo(1);
    assertThat(histogram.getCountAtValue(nanos)).as(histogram.getMaxValue() + " ns").isEqualTo(1);
  }

  private static void assertUnstamped(PhaseSlice slice, long errorNanos) {
    assertThat(slice.counters().only(Counter.Group.UNSTAMPED))
        .isEqualTo(
            Counters.ZERO
                .with(Counter.UNSTAMPED_MESSAGES, 1)
                .with(Counter.UNSTAMPED_ERROR_NANOS, errorNanos)
                .with(Counter.UNSTAMPED_WORST_ERROR_NANOS, errorNanos));
  }

  @Test
  void theLatencyEndsWhereTheClientCompletedTheFuture() {
    Stamped future = new Stamped();
    PhaseSlice slice = sendWith(future, () -> future.complete(null));

    assertOne(slice, Measure.PUBLISH_LATENCY, ACKNOWLEDGED_AFTER);
    assertOne(slice, Measure.PUBLISH_RESPONSE, ACKNOWLEDGED_AFTER);
    assertThat(slice.counters().only(Counter.Group.UNSTAMPED)).isEqualTo(Counters.ZERO);
  }

  @Test
  void aFailureIsTimedByItsFutureToo() {
    Stamped future = new Stamped();
    Exception failure = new IllegalStateException("no");
    PhaseSlice slice = sendWith(future, () -> future.completeExceptionally(failure));

    assertOne(slice, Measure.FAILED_SEND, ACKNOWLEDGED_AFTER);
  }

  @Test
  void aPlainFutureThatWasCompleteIsCountedWithItsPossibleError() {
    CompletableFuture<Void> future = new CompletableFuture<>();
    PhaseSlice slice = sendWith(future, () -> future.complete(null));

    long recorded = ACKNOWLEDGED_AFTER + DESCHEDULED;
    assertOne(slice, Measure.PUBLISH_LATENCY, recorded);
    assertUnstamped(slice, recorded);
  }

  @Test
  void soIsOneThatCompletesJustBeforeTheRegistration() {
    PhaseSlice slice =
        send(
            payload ->
                new CompletableFuture<>() {
                  @Override
                  public CompletableFuture<Void> whenComplete(
                      BiConsumer<? super Void, ? super Throwable> action) {
                    completeLate(() -> complete(null));
                    return super.whenComplete(action);
                  }
                });

    long recorded = ACKNOWLEDGED_AFTER + DESCHEDULED;
    assertOne(slice, Measure.PUBLISH_LATENCY, recorded);
    assertUnstamped(slice, recorded);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCompletionAfterTheRegistrationIsExact(boolean stamped) {
    CompletableFuture<Void> future = stamped ? new Stamped() : new CompletableFuture<>();
    send(payload -> future);
    manual.advance(ACKNOWLEDGED_AFTER);
    onAThreadOfTheClient(() -> future.complete(null));
    PhaseSlice slice = slice();
    assertOne(slice, Measure.PUBLISH_LATENCY, ACKNOWLEDGED_AFTER);
    assertThat(slice.counters().only(Counter.Group.UNSTAMPED)).isEqualTo(Counters.ZERO);
  }

  @Test
  void aStampFromBeforeTheSendIsNone() {
    Stamped old = new Stamped();
    old.complete(null);
    manual.advance(1_000);
    PhaseSlice slice =
        send(
            payload -> {
              manual.advance(ACKNOWLEDGED_AFTER);
              return old;
            });

    assertUnstamped(slice, ACKNOWLEDGED_AFTER);
  }
}
