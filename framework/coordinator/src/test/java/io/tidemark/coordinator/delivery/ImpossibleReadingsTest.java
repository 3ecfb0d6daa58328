package io.tidemark.coordinator.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.delivery.BrokerCounts.ImpossibleReadings;
import io.tidemark.model.snapshot.TelemetrySample;
import org.junit.jupiter.api.Test;

class ImpossibleReadingsTest {
  private final ImpossibleReadings readings = new ImpossibleReadings();

  private void read(String name, String subject, double value) {
    readings.add(new TelemetrySample(1, name, subject, value, 0));
  }

  @Test
  void readingsThatFitAreNotReported() {
    read(TelemetrySample.QUEUE_MESSAGES, "q", 100);
    read(TelemetrySample.RUN_ACKNOWLEDGED, "q", 40);
    read(TelemetrySample.RUN_ACKNOWLEDGED, "r", 60);
    read("nodeTemperature", "n", -20);
    assertThat(readings.lines(100, 100)).isEmpty();
  }

  @Test
  void negativeAndTooHighReadingsAreReported() {
    read(TelemetrySample.QUEUE_MESSAGES, "q", 200);
    read(TelemetrySample.QUEUE_MESSAGES, "q", 0);
    read(TelemetrySample.SUBSCRIPTION_LAG, "s", -3);
    read(TelemetrySample.RUN_ACKNOWLEDGED, "q", 202);
    assertThat(readings.lines(100, 101))
        .containsExactly(
            "subscriptionLagMessages of s was -3",
            "queueMessages of q was 200, and the run has sent 100",
            "runAcknowledgedMessages was 202, and the run has received 101");
    assertThat(readings.lines(Long.MAX_VALUE, Long.MAX_VALUE)).hasSize(1);
  }

  @Test
  void aFewOfManyAreEnough() {
    for (int i = 0; i < 20; i++) {
      read(TelemetrySample.QUEUE_MESSAGES, "q" + (10 + i), -1);
    }
    assertThat(readings.lines(1, 1)).hasSize(6).endsWith("15 readings more");
  }
}
