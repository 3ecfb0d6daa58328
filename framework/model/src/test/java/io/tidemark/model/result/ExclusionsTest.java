package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import org.junit.jupiter.api.Test;

class ExclusionsTest {
  private static final Counters SENT =
      Counters.ZERO.with(Counter.SENT, 100).with(Counter.ACKNOWLEDGED, 97).with(Counter.FAILED, 2);

  @Test
  void messagesThatFailedOrDidNotArriveHaveNoLatency() {
    assertThat(Exclusions.of(SENT.with(Counter.RECEIVED, 194), false, 2))
        .isEqualTo(new Exclusions(2, 1, 6));
  }

  /** Filters and aborts on purpose. */
  @Test
  void messagesThatNoSubscriptionExpectsAreNotExcluded() {
    Counters filtered = SENT.with(Counter.FILTERED_MESSAGES, 90).with(Counter.RECEIVED, 14);
    assertThat(Exclusions.of(filtered, false, 2).neverReceivedMessages()).isEqualTo(6);
    assertThat(Exclusions.of(SENT, false, 0).neverReceivedMessages()).isZero();
  }

  @Test
  void requestsWithoutAReplyHaveNoRoundTrip() {
    assertThat(Exclusions.of(SENT.with(Counter.ANSWERED, 95), true, 1).neverReceivedMessages())
        .isEqualTo(5);
  }
}
