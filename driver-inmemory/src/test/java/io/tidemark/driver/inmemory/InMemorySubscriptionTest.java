package io.tidemark.driver.inmemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InMemorySubscriptionTest {
  private final InMemorySubscription subscription =
      new InMemorySubscription(
          "s",
          1,
          new InMemoryConfiguration(
              InMemoryConfiguration.Delivery.DIRECT,
              "default",
              10,
              3,
              new InMemoryConfiguration.Known(
                  List.of(), 0, 0, 0, Duration.ZERO, Duration.ZERO, false)),
          Optional.empty(),
          2_000);

  private static InMemoryMessage message(int bytes) {
    return new InMemoryMessage().with(new byte[bytes], List.of(), 0, 0);
  }

  @Test
  void refusesMoreBytesThanItMayHoldWithoutConsumers() throws Exception {
    subscription.accept(message(1_000), 0);
    subscription.accept(message(1_000), 0);

    assertThatIllegalStateException()
        .isThrownBy(() -> subscription.accept(message(1), 0))
        .withMessageContaining("holds 2 messages and has no consumers");
    assertThat(subscription.backlog()).isEqualTo(2);
  }
}
