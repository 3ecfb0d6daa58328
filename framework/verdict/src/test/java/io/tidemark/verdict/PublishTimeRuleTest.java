package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.UnstampedCounts;
import org.junit.jupiter.api.Test;

/** Publish latencies whose end is not known exactly. */
class PublishTimeRuleTest {
  private final Facts facts = new Facts();

  @Test
  void theSummaryNamesThemIfTheyReachThe99thPercentile() {
    facts.unstamped = new UnstampedCounts(100, 200_000_000, 7_860_000);

    assertThat(facts.finding("publish-latency-uncertain").severity()).isEqualTo(Severity.REMARK);
    assertThat(facts.finding("publish-latency-uncertain").message())
        .startsWith(
            "publish latencies of 100 of 10,000 messages (1.00 %) may be too long, by up to 7.86 ms"
                + " (mean 2 ms)");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void fewerAreOnlyCounted() {
    facts.unstamped = new UnstampedCounts(99, 200_000_000, 7_860_000);

    assertThat(facts.verdict().findings()).isEmpty();
  }
}
