package io.tidemark.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
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
  void itHasNoTimeBeforeItsCompletion() {
    SendFuture open = new SendFuture();
    assertThat(open.isStamped()).isFalse();
    assertThatThrownBy(open::stampNanoTime).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void otherMethodsThatCompleteItNeitherRecordTheTimeNorCallTheCallback() {
    SendFuture before = listened();
    before.obtrudeValue(null);
    SendFuture after = new SendFuture();
    after.obtrudeValue(null);
    after.whenDone((failure, nanoTime) -> calls.add(Optional.ofNullable(failure)));

    assertThat(before.isStamped()).isFalse();
    assertThat(after.isStamped()).isFalse();
    assertThat(calls).isEmpty();
  }

  private static SendFuture at(AtomicLong nanoTime) {
    return new SendFuture() {
      @Override
      protected long nanoTime() {
        return nanoTime.get();
      }
    };
  }

  /** Concurrent registration and completion. */
  @Test
  void aRaceCallsEachCallbackOnceWithTheTimeOfTheCompletion() throws InterruptedException {
    int rounds = 20_000;
    SendFuture[] futures = new SendFuture[rounds];
    for (int i = 0; i < rounds; i++) {
      long number = i + 1;
      futures[i] =
          new SendFuture() {
            @Override
            protected long nanoTime() {
              return number;
            }
          };
    }
    AtomicIntegerArray callsOf = new AtomicIntegerArray(rounds);
    AtomicInteger turn = new AtomicInteger();
    Thread completing =
        new Thread(
            () -> {
              for (int i = 0; i < rounds; i++) {
                meet(turn, 2 * i + 1);
                futures[i].complete(null);
              }
            });
    completing.start();
    for (int i = 0; i < rounds; i++) {
      int number = i;
      meet(turn, 2 * i + 1);
      futures[i].whenDone(
          (failure, nanoTime) -> {
            if (nanoTime == number + 1) {
              callsOf.incrementAndGet(number);
            }
          });
    }
    completing.join();
    for (int i = 0; i < rounds; i++) {
      assertThat(callsOf.get(i)).as("calls of callback %d", i).isEqualTo(1);
    }
  }

  /** Two threads continue at about the same moment. */
  private static void meet(AtomicInteger arrived, int last) {
    if (arrived.incrementAndGet() <= last) {
      for (int spins = 0; arrived.get() <= last; spins++) {
        if (spins < 1_000) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    }
  }

  @Test
  void oneFutureStandsForAllSendsThatEndAtOnce() {
    SendFuture future = SendFuture.immediate();
    assertThat(future).isCompleted();
    long first = future.completedNow().stampNanoTime();
    long before = System.nanoTime();
    SendFuture second = future.completedNow();

    assertThat(second).isSameAs(future);
    assertThat(second.isStamped()).isTrue();
    assertThat(second.stampNanoTime() - first).isNotNegative();
    assertThat(second.stampNanoTime() - before).isNotNegative();
    List<Long> times = new ArrayList<>();
    second.whenDone((failure, nanoTime) -> times.add(nanoTime));
    second.whenDone((failure, nanoTime) -> times.add(nanoTime));
    assertThat(times).containsExactly(second.stampNanoTime(), second.stampNanoTime());
  }

  @Test
  void aFutureOfOneSendTakesNoOtherTime() {
    SendFuture future = new SendFuture();
    future.complete(null);
    assertThatThrownBy(future::completedNow).isInstanceOf(IllegalStateException.class);
  }
}
