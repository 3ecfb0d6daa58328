package io.tidemark.worker.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpinBudgetTest {

  @Test
  void allEnginesOfAProcessShareThePermits() {
    SpinBudget one = SpinBudget.ofThisMachine(1);
    SpinBudget other = SpinBudget.ofThisMachine(1);
    int taken = 0;
    try {
      while (one.tryAcquire()) {
        taken++;
      }
      assertThat(taken).isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(other.tryAcquire()).isFalse();
    } finally {
      for (; taken > 0; taken--) {
        one.release();
      }
    }
    assertThat(other.tryAcquire()).isTrue();
    other.release();
  }

  @Test
  void aShareOf0AllowsNone() {
    assertThat(SpinBudget.ofThisMachine(0).tryAcquire()).isFalse();
  }
}
