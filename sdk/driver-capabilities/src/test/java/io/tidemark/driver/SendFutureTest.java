package io.tidemark.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SendFutureTest {
  private static final IOException FAILURE = new IOException("gone");

  private final List<Optional<Throwable>> calls = new ArrayList<>();

  private SendFuture listened() {
    SendFuture future = new SendFuture();
    future.whenDone((failure, nanoTime) -> calls.add(Optional.ofNullable(failure)));
    return future;
  }

  private void after(Consumer<SendFuture> completion) {
    SendFuture future = listened();
    assertThat(calls).isEmpty();
    completion.accept(future);
    assertThat(future).isDone();
  }

  private void before(Consumer<SendFuture> completion) {
    SendFuture future = new SendFuture();
    completion.accept(future);
    future.whenDone((failure, nanoTime) -> calls.add(Optional.ofNullable(failure)));
  }

  @Test
  void successIsReportedOnce() {
    after(future -> future.complete(null));
    before(future -> future.complete(null));
    assertThat(calls).containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void aFailureIsReportedAsItIs() {
    after(future -> future.completeExceptionally(FAILURE));
    before(future -> future.completeExceptionally(FAILURE));
    assertThat(calls).containsExactly(Optional.of(FAILURE), Optional.of(FAILURE));
  }

  @Test
  void cancellingIsAFailure() {
    after(future -> future.cancel(true));
    before(future -> future.cancel(false));
    assertThat(calls)
        .hasSize(2)
        .allSatisfy(c -> assertThat(c).containsInstanceOf(CancellationException.class));
  }

  @Test
  void whatComesAfterTheFirstCompletionIsNotReported() {
    SendFuture future = listened();
    assertThat(future.complete(null)).isTrue();
    assertThat(future.complete(null)).isFalse();
    assertThat(future.completeExceptionally(FAILURE)).isFalse();
    assertThat(future.cancel(true)).isFalse();
    assertThat(calls).hasSize(1);
  }

  @Test
  void aSecondCallbackIsRefused() {
    SendFuture future = listened();
    assertThatThrownBy(() -> future.whenDone((failure, nanoTime) -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theCallbackGetsTheTimeOfTheCompletionHoweverLateItComes() {
    AtomicLong now = new AtomicLong(1_000);
    List<Long> times = new ArrayList<>();
    SendFuture early = at(now);
    early.whenDone((failure, nanoTime) -> times.add(nanoTime));
    early.complete(null);
    SendFuture late = at(now);
    late.complete(null);
    SendFuture failed = at(now);
    failed.completeExceptionally(FAILURE);
    now.set(9_000_000);
    late.completeExceptionally(FAILURE); // Comes too late, and changes nothing.
    late.whenDone((failure, nanoTime) -> times.add(nanoTime));
    failed.whenDone((failure, nanoTime) -> times.add(nanoTime));

    assertThat(times).containsExactly(1_000L, 1_000L, 1_000L);
    assertThat(late.isStamped()).isTrue();
    assertThat(late.stampNanoTime()).isEqualTo(1_000);
  }

  @Test
  void onlyWhatCompletedWithoutACallbackKeepsItsTime() {
    SendFuture open = new SendFuture();
    SendFuture reported = listened();
    reported.complete(null);

    assertThat(open.isStamped()).isFalse();
    assertThat(reported.isStamped()).isFalse();
    assertThatThrownBy(open::stampNanoTime).isInstanceOf(IllegalStateException.class);
  }

  private static SendFuture at(AtomicLong nanoTime) {
    return new SendFuture() {
      @Override
      protected long nanoTime() {
        return nanoTime.get();
      }
    };
  }

  @Test
  void otherStagesWorkAsEver() {
    SendFuture future = listened();
    CompletableFuture<String> next = future.thenApply(result -> "done");
    future.complete(null);
    assertThat(next).isCompletedWithValue("done");
  }

  /** Concurrent registration and completion: exactly one callback. */
  @Test
  void aRaceLosesNoCompletion() throws InterruptedException {
    int rounds = 50_000;
    SendFuture[] futures = new SendFuture[rounds];
    for (int i = 0; i < rounds; i++) {
      futures[i] = new SendFuture();
    }
    AtomicInteger reported = new AtomicInteger();
    Thread completing =
        new Thread(
            () -> {
              for (SendFuture future : futures) {
                future.complete(null);
              }
            });
    completing.start();
    for (SendFuture future : futures) {
      future.whenDone((failure, nanoTime) -> reported.incrementAndGet());
    }
    completing.join();
    assertThat(reported).hasValue(rounds);
  }
}
