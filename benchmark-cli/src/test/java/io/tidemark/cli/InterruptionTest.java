package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InterruptionTest {
  private final Interruption interruption = new Interruption();

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
  void runsAnActionThatComesAfterTheRequest() {
    interruption.request();
    boolean[] ran = new boolean[1];

    interruption.onRequest(() -> ran[0] = true);

    assertThat(ran[0]).isTrue();
  }
}
