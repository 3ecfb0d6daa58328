package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AchievedTest {
  @Test
  void whatWasOwedFromBeforeFulfilsNothing() {
    assertThat(new Achieved(120, 900, 10).percentOf(100)).isEqualTo(90);
  }

  @Test
  void theFewerMessagesCount() {
    assertThat(new Achieved(120, 900, 10).fewerMessages()).isEqualTo(900);
    assertThat(new Achieved(80, 1_000, 10).fewerMessages()).isEqualTo(800);
  }

  @Test
  void whatHappensAfterItsTimeFulfilsNothing() {
    assertThat(new Achieved(80, 1_000, 10).percentOf(100)).isEqualTo(80);
  }
}
