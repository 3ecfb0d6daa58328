package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The version people run today. */
class QuorumDriver4IT extends QuorumDriverContract {
  QuorumDriver4IT() {
    super("4");
  }

  @Test
  void refusesToMirrorWhatCannotBeMirroredAnyMore() {
    assertThatThrownBy(() -> bench("queueType: classic\nmirroring: {copies: 2}"))
        .hasMessageContaining("has no mirrored queues");
  }
}
