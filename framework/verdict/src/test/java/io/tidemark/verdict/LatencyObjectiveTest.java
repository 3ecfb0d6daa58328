package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.PhaseScale;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objectives of latencies, where some messages have none. */
class LatencyObjectiveTest {
  private final GoodRun facts = new GoodRun();

  private ObjectiveResult latency(String key, long limitNanos) {
    return facts.objective(key, Comparison.AT_MOST, limitNanos, Unit.NANOSECONDS);
  }

  /** 1,000 messages were due, of which the given number has a latency: 1 us, 2 us and so on. */
  @ParameterizedTest
  @CsvSource({
    "990, p99, 991000, true, '990 us, with 10 never sent'",
    "990, p99, 988000, false, '990 us, with 10 never sent'",
    "990, p98, 981000, true, '980 us, with 10 never sent'",
    "990, p0, 1000, true, '1 us, with 10 never sent'",
    "990, p99.1, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "989, p99, 990000, false, 'unknown: 11 of 1,000 have none (11 never sent)'",
    "990, p100, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "990, max, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "990, mean, 990000, false, 'unknown: 10 of 1,000 have none (10 never sent)'",
    "990, min, 1000, true, '1 us, with 10 never sent'",
    "1000, p99, 991000, true, '990 us'",
    "1000, max, 1001000, true, '1.00 ms'",
  })
  void aMessageThatWasNeverSentIsSlowerThanAllThatWere(
      int measured, String statistic, long limitNanos, boolean met, String actual) {
    facts.sent = facts.acknowledged = facts.received = measured;
    facts.finalDebt = 1_000 - measured;
    facts.overdueNanos = 2_000_000;
    for (Measure measure :
        List.of(
            Measure.SCHEDULE_DELAY,
            Measure.PUBLISH_LATENCY,
            Measure.PUBLISH_RESPONSE,
            Measure.END_TO_END)) {
      facts.recordEachMicrosecondTo(measure, measured);

      ObjectiveResult result = latency(measure.key() + "." + statistic, limitNanos);

      assertThat(result.actual()).isEqualTo(actual);
      assertThat(result.met()).isEqualTo(met);
    }
  }

  @Test
  void whatHadJustBecomeDueWhenTheLoadStoppedSaysNothingAgainstALimit() {
    facts.finalDebt = 500;
    facts.overdueNanos = 4_000_000;

    assertThat(latency("publishLatency.p99", 5_100_000).met()).isTrue();
    facts.overdueNanos = 5_100_000;
    assertThat(latency("publishLatency.p99", 5_100_000).met()).isTrue();
    facts.overdueNanos = 5_200_000;
    assertThat(latency("publishLatency.p99", 5_100_000).actual())
        .isEqualTo("unknown: 500 of 10,500 have none (500 never sent)");
  }

  @Test
  void whatFailedOrWasNeverAcknowledgedIsSlowerThanWhatWas() {
    facts.recordEachMicrosecondTo(Measure.PUBLISH_RESPONSE, 9_900);
    facts.acknowledged = 9_900;
    facts.failed = 60;

    assertThat(latency("publishResponse.p99", 10_000_000).actual())
        .isEqualTo("9.90 ms, with 60 failed, 40 unacknowledged");
    assertThat(latency("publishResponse.p99.9", 10_000_000).actual())
        .isEqualTo("unknown: 100 of 10,000 have none (60 failed, 40 unacknowledged)");
    assertThat(latency("scheduleDelay.p99.9", 10_000_000).actual()).isEqualTo("20.0 us");
  }

  @Test
  void whatWasNeverReceivedIsSlowerThanWhatWas() {
    facts.recordEachMicrosecondTo(Measure.END_TO_END, 9_900);
    facts.received = 9_900;
    facts.messagesLost = Optional.of(100L);

    assertThat(latency("endToEnd.p99", 10_000_000).actual())
        .isEqualTo("9.90 ms, with 100 never received");
    assertThat(latency("endToEnd.p99.5", 10_000_000).met()).isFalse();
    assertThat(latency("publishLatency.p99.9", 10_000_000).met()).isTrue();
  }

  @Test
  void eachSubscriptionLacksWhatWasNeverSent() {
    facts.workload.subscriptions = 2;
    facts.received = 20_000;
    facts.finalDebt = 10;
    facts.overdueNanos = 1_000_000_000;

    assertThat(latency("endToEnd.p50", 20_000_000).actual()).endsWith("with 20 never sent");
  }

  @Test
  void whatASubscriptionReceivedTwiceIsNotAnotherMessage() {
    facts.received = 9_950;
    facts.duplicated = Optional.of(50L);

    assertThat(latency("endToEnd.p50", 20_000_000).actual()).endsWith("with 100 never received");
  }

  @Test
  void aMessageThatNoSubscriptionAsksForIsNotMissing() {
    facts.received = 9_900;
    facts.unstamped = Counters.ZERO.with(Counter.FILTERED_MESSAGES, 100);

    assertThat(latency("endToEnd.p99", 20_000_000).actual()).isEqualTo("10.0 ms");
  }

  @Test
  void eachSubscriptionMayLackEachMessage() {
    facts.workload.subscriptions = 2;
    facts.received = 4_000;

    assertThat(latency("endToEnd.p99", 20_000_000).actual()).contains("(16,000 never received)");
  }

  /** The warm-up has 30 of the 110 missing messages, of which some arrived while none was sent. */
  @Test
  void whatTheWarmUpLacksIsNotMissingInTheTest() {
    facts.workload.subscriptions = 2;
    facts.sent = facts.acknowledged = 11_000;
    facts.received = 21_890;
    facts.steps =
        List.of(
            phase("warm-up", 1_000, 1_970).withMeasured(false),
            phase("pause", 0, 20).withMeasured(false),
            phase("test", 10_000, 19_900));

    assertThat(latency("endToEnd.p50", 20_000_000).actual()).endsWith("with 80 never received");
  }

  private PhaseResult phase(String name, long sent, long received) {
    return phase(
        name,
        Counters.ZERO
            .with(Counter.SENT, sent)
            .with(Counter.ACKNOWLEDGED, sent)
            .with(Counter.RECEIVED, received));
  }

  private PhaseResult phase(String name, Counters counters) {
    return facts.phase(name, 0, counters, PhaseScale.NONE);
  }

  /** A request that timed out has the time of waiting as its response time, and no round trip. */
  @Test
  void aRequestWithoutAReplyIsSlowerThanThoseThatHadOne() {
    facts.record(Measure.ROUND_TRIP, 2_000).record(Measure.ROUND_TRIP_RESPONSE, 2_000);
    facts.steps =
        List.of(
            phase(
                "test",
                Counters.ZERO
                    .with(Counter.SENT, 10_000)
                    .with(Counter.ACKNOWLEDGED, 10_000)
                    .with(Counter.RECEIVED, 10_000)
                    .with(Counter.ANSWERED, 9_950)
                    .with(Counter.TIMED_OUT, 30)));

    assertThat(latency("roundTrip.p50", 20_000_000).actual()).isEqualTo("2 us, with 50 unanswered");
    assertThat(latency("roundTrip.p99.9", 20_000_000).actual())
        .isEqualTo("unknown: 50 of 10,050 have none (50 unanswered)");
    assertThat(latency("roundTripResponse.p50", 20_000_000).actual())
        .isEqualTo("2 us, with 20 unanswered");
  }

  @Test
  void whatCannotBeKnownMeetsNoLowerLimitEither() {
    facts.finalDebt = 5_000;
    facts.overdueNanos = 10_000_000_000L;
    assertThat(facts.objective("endToEnd.p99", Comparison.AT_LEAST, 1, Unit.NANOSECONDS).met())
        .isFalse();
  }
}
