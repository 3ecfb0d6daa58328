package io.tidemark.base.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UpgradePathTest {
  @Test
  void anyLaterKafkaMayFollow() {
    assertThat(UpgradePath.kafkaProblem("4.0.2", "4.3.1")).isEmpty();
    assertThat(UpgradePath.kafkaProblem("3.3.2", "4.3.1")).isEmpty();
    assertThat(UpgradePath.kafkaProblem("3.9.2", "4.0.0")).isEmpty();
    assertThat(UpgradePath.kafkaProblem("3.1.0", "3.9.2")).isEmpty();
    assertThat(UpgradePath.kafkaProblem("4.3.0", "4.3.1")).isEmpty();
    assertThat(UpgradePath.kafkaProblem("4.9.0", "4.10.0")).isEmpty();
  }

  @Test
  void kafkaBefore33DoesNotGoTo4AtOnce() {
    assertThat(UpgradePath.kafkaProblem("3.2.3", "4.3.1").orElseThrow())
        .contains("Kafka 3.2.3", "got to: 4.3.1", "allowed later versions of 3");
  }

  @Test
  void anEarlierOrTheSameVersionIsRefused() {
    assertThat(UpgradePath.kafkaProblem("4.3.1", "4.3.1").orElseThrow())
        .isEqualTo("Kafka has version 4.3.1, got to: 4.3.1; allowed later versions");
    assertThat(UpgradePath.kafkaProblem("4.3.1", "3.9.2")).isPresent();
    assertThat(UpgradePath.kafkaProblem("4.3.1", "latest").orElseThrow()).contains("is not known");
    assertThat(UpgradePath.rabbitMqProblem("4.3.6", "4.2.5")).isPresent();
  }

  @Test
  void rabbitMqGoesFromSeriesToSeries() {
    assertThat(UpgradePath.rabbitMqProblem("4.2.5", "4.3")).isEmpty();
    assertThat(UpgradePath.rabbitMqProblem("3.13.7", "4.0.5")).isEmpty();
    assertThat(UpgradePath.rabbitMqProblem("4.2.1", "4.2.5")).isEmpty();
    assertThat(UpgradePath.rabbitMqProblem("4.3.6", "4.4.0")).isEmpty();
    assertThat(UpgradePath.rabbitMqProblem("4.0.5", "4.3.6").orElseThrow())
        .contains("allowed a later 4.0, or 4.1");
    assertThat(UpgradePath.rabbitMqProblem("3.12.1", "4.0.5").orElseThrow()).contains("3.13");
  }
}
