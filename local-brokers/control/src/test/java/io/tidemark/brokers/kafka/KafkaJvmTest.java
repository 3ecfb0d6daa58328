package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KafkaJvmTest {
  @Test
  void nodesThatOutnumberTheProcessorsDoNotUseTheOptimizingCompiler() {
    assertThat(KafkaJvm.compilation(3, 2)).containsExactly("-XX:TieredStopAtLevel=1");
    assertThat(KafkaJvm.compilation(2, 2)).isEmpty();
  }
}
