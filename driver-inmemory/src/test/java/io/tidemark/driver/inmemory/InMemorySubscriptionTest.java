package io.tidemark.driver.inmemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tidemark.driver.ReceivedHeaders;
import org.junit.jupiter.api.Test;

class InMemorySubscriptionTest {
  private final InMemorySubscription subscription =
      new InMemorySubscription(
          "s",
          1,
          new InMemoryConfiguration(InMemoryConfiguration.Delivery.DIRECT, "default", 10, 3),
          2_000);

  @Test
  void refusesMoreBytesThanItMayHoldWithoutConsumers() throws Exception {
    subscription.accept(new byte[1_000], ReceivedHeaders.NONE, 0, 0, 0);
    subscription.accept(new byte[1_000], ReceivedHeaders.NONE, 0, 0, 0);

    assertThatIllegalStateException()
        .isThrownBy(() -> subscription.accept(new byte[1], ReceivedHeaders.NONE, 0, 0, 0))
        .withMessageContaining("holds 2 messages and has no consumers");
    assertThat(subscription.backlog()).isEqualTo(2);
  }

  @Test
  void refusesMoreMessagesThanItMayHoldWithoutConsumers() throws Exception {
    for (int i = 0; i < 3; i++) {
      subscription.accept(new byte[1], ReceivedHeaders.NONE, 0, 0, 0);
    }

    assertThatIllegalStateException()
        .isThrownBy(() -> subscription.accept(new byte[1], ReceivedHeaders.NONE, 0, 0, 0))
        .withMessageContaining("holds 3 messages");
  }
}
