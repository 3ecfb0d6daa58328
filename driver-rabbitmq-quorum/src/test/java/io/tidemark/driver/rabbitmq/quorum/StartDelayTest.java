package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartDelayTest {
  private final List<Long> slept = new ArrayList<>();

  private void delay(Duration most) throws InterruptedException {
    StartDelay delay = new StartDelay(most, slept::add);
    for (int i = 0; i < 1_000; i++) {
      delay.await();
    }
  }

  @Test
  void clientsStartAtTimesOfTheirOwnWithinTheDelay() throws Exception {
    delay(Duration.ofSeconds(30));
    assertThat(slept).hasSize(1_000).allMatch(millis -> millis >= 0 && millis < 30_000);
    assertThat(slept).anyMatch(millis -> millis < 5_000).anyMatch(millis -> millis > 25_000);
  }

  @Test
  void nobodyWaitsWithoutADelay() throws Exception {
    delay(Duration.ZERO);
    assertThat(slept).isEmpty();
  }
}
