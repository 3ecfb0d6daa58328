package io.tidemark.worker.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("warm-up") || thread.getName().equals("load-0-0"))
        .count();
  }

  @Test
  void endsBeforeSomethingIsMeasuredAndDoesNotBeginAgain() throws InterruptedException {
    WarmUp.begin();
    assertThat(threads()).isPositive();

    WarmUp.end();
    assertThat(threads()).isZero();

    WarmUp.begin();
    assertThat(threads()).isZero();
  }
}
