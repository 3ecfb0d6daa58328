package io.tidemark.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.base.ManualClock;
import io.tidemark.cli.process.ProcessInterruption.SecondInterrupt;
import io.tidemark.runs.Interruption;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommandInterruptionTest {
  private static final Duration DEADLINE = Duration.ofSeconds(90);

  private final ManualClock clock = new ManualClock();
  private final Interruption interruption = new Interruption(clock, Duration.ofSeconds(60));

  @Test
  void breaksOffWorkAndLeavesTheThreadFreeToWriteResults() {
    assertThatThrownBy(
            () ->
                interruption.breakingOff(
                    () -> {
                      interruption.request();
                      throw new IllegalStateException(
                          "interrupted " + Thread.currentThread().isInterrupted());
                    }))
        .hasMessage("interrupted true");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(interruption.requested()).isTrue();
  }

  @Test
  void breaksOffAtOnceWhatBeginsAfterTheRequest() {
    interruption.request();

    boolean interrupted = interruption.breakingOff(() -> Thread.currentThread().isInterrupted());

    assertThat(interrupted).isTrue();
  }

  @Test
  void doesNotInterruptWhenTheWorkIsDone() {
    assertThat(interruption.breakingOff(() -> "done")).isEqualTo("done");

    interruption.request();

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void waitsForResultsToBeWrittenWithoutADeadlineAndForWhatFollowsWithOne() throws Exception {
    interruption.writing();
    FutureTask<Boolean> end = new FutureTask<>(interruption::awaitEnd);
    Thread hook = new Thread(end);
    hook.start();
    await().atMost(DEADLINE).until(() -> hook.getState() == Thread.State.WAITING);
    clock.advance(Duration.ofHours(1).toNanos());

    interruption.written();

    await().atMost(DEADLINE).until(() -> hook.getState() == Thread.State.TIMED_WAITING);
    interruption.done();
    assertThat(end.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void givesUpOnWhatIsNotWriting() throws Exception {
    Interruption hasty = new Interruption(clock, Duration.ZERO);

    assertThat(hasty.awaitEnd()).isFalse();
  }

  @Test
  void aSecondInterruptEndsAtOnceUnlessItIsTheSameKeystroke() {
    int[] ended = new int[1];
    SecondInterrupt second = new SecondInterrupt(clock, () -> ended[0]++);

    second.received();
    assertThat(ended[0]).isZero();
    clock.advance(Duration.ofSeconds(1).toNanos());
    second.received();

    assertThat(ended[0]).isEqualTo(1);
  }

  @Test
  void runsAnActionThatComesAfterTheRequest() {
    interruption.request();
    boolean[] ran = new boolean[1];

    interruption.onRequest(() -> ran[0] = true);

    assertThat(ran[0]).isTrue();
  }
}
