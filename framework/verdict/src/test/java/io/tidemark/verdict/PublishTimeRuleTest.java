package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import org.junit.jupiter.api.Test;

/** Publish latencies whose end is not known exactly. */
class PublishTimeRuleTest {
  private final GoodRun facts = new GoodRun();

  @Test
  void theSummaryNamesThemIfTheyReachThe99thPercentile() {
    facts.unstamped = unstamped(100);

    assertThat(facts.finding("publish-latency-uncertain").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("publish-latency-uncertain").message())
        .startsWith(
            "publish latencies of 100 of 10,000 messages (1.00 %) may be too long, by up to 7.86 ms"
                + " (mean 2 ms)");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void fewerAreOnlyCounted() {
    facts.unstamped = unstamped(99);

    assertThat(facts.verdict().findings()).isEmpty();
  }

  private static Counters unstamped(long messages) {
    return Counters.ZERO
        .with(Counter.UNSTAMPED_MESSAGES, messages)
        .with(Counter.UNSTAMPED_ERROR_NANOS, 200_000_000)
        .with(Counter.UNSTAMPED_WORST_ERROR_NANOS, 7_860_000);
  }
}
