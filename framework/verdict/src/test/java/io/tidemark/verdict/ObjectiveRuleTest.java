package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseScale;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveRuleTest {
  private final GoodRun facts = new GoodRun();

  @ParameterizedTest
  @CsvSource({
    "publishLatency.p99, AT_MOST, 5.01e6, NANOSECONDS, true, 5",
    "publishLatency.p99, LESS, 4e6, NANOSECONDS, false, 5",
    "endToEnd.p99.9, AT_MOST, 9e6, NANOSECONDS, false, 10",
    "endToEnd.mean, AT_MOST, 11e6, NANOSECONDS, true, 10",
    "publishResponse.max, AT_MOST, 1e9, NANOSECONDS, false, not measured",
    "publishRate, AT_LEAST, 99, PERCENT, true, 100",
    "publishRate, AT_LEAST, 1001, PER_SECOND, false, '1,000 msg/s'",
    "publishRate, AT_LEAST, 100000, BYTES_PER_SECOND, true, '100,000 B/s'",
    "consumeRate, AT_LEAST, 100, PERCENT, true, 100",
    "lost, EQUAL, 0, COUNT, true, 0",
    "errors, EQUAL, 0, COUNT, true, 0",
    "maxBacklog, AT_MOST, 2, COUNT, false, 3",
    "backlog, LESS, 4, COUNT, true, 3",
  })
  void comparesObjectivesWithWhatWasMeasured(
      String key, Comparison comparison, double limit, Unit unit, boolean met, String actual) {
    ObjectiveResult result = facts.objective(key, comparison, limit, unit);

    assertThat(result.met()).isEqualTo(met);
    assertThat(result.actual()).startsWith(actual);
    assertThat(result.condition()).isEqualTo("as written");
    assertThat(facts.verdict().status()).isEqualTo(met ? Status.VALID : Status.FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "PER_SECOND, 995 msg/s",
    "PERCENT, 99.500 %",
    "BYTES_PER_SECOND, not measured",
  })
  void aRoundTripHasARateAndNoSize(Unit unit, String actual) {
    facts.unstamped = Counters.ZERO.with(Counter.ANSWERED, 9_950);
    assertThat(facts.objective("roundTripRate", Comparison.AT_LEAST, 1, unit).actual())
        .as("without requests")
        .isEqualTo("not measured");
    facts.workload.pattern = Pattern.REQUEST_REPLY;
    facts.requestReply = Optional.of(GoodRun.roundTrips());

    assertThat(facts.objective("roundTripRate", Comparison.AT_LEAST, 1, unit).actual())
        .isEqualTo(actual);
  }

  @ParameterizedTest
  @CsvSource({
    "timeouts, 40",
    "lateReplies, 30",
    "duplicateReplies, 20",
    "neverAsked, 10",
    "unanswered, 7",
    "requestsLost, 6",
    "repliesLost, 5",
  })
  void requestsHaveCounts(String key, String actual) {
    assertThat(facts.objective(key, Comparison.EQUAL, 0, Unit.COUNT).actual())
        .isEqualTo("not measured");
    facts.workload.pattern = Pattern.REQUEST_REPLY;
    facts.requestReply = Optional.of(GoodRun.roundTrips());

    assertThat(facts.objective(key, Comparison.EQUAL, 0, Unit.COUNT).actual()).isEqualTo(actual);
  }

  @Test
  void aClosedLoopHasNoShareOfItsSchedule() {
    facts.intended = Optional.empty();

    assertThat(facts.objective("publishRate", Comparison.AT_LEAST, 99, Unit.PERCENT).actual())
        .isEqualTo("not measured");
  }

  @Test
  void eachSubscriptionIsToReceiveEachMessage() {
    facts.workload.subscriptions = 2;
    facts.received = 9_000;

    assertThat(facts.objective("consumeRate", Comparison.AT_LEAST, 99, Unit.PERCENT).actual())
        .isEqualTo("45.00 %");
  }

  /** Chance explains fewer messages than intended, never more. */
  @ParameterizedTest
  @CsvSource({"AT_LEAST, 99, true", "MORE, 99, true", "AT_MOST, 90, false", "LESS, 90, false"})
  void chanceExcusesALowerLimitOnly(Comparison comparison, double limit, boolean met) {
    facts.workload.arrivals = ArrivalProcess.POISSON;
    facts.acknowledged = 9_650;

    assertThat(facts.objective("publishRate", comparison, limit, Unit.PERCENT).met())
        .isEqualTo(met);
  }

  /** This run has sent nothing itself. */
  @Test
  void aShareOfAnEarlierRunIsOfItsMessages() {
    facts.sent = 0;
    facts.messagesLost = Optional.of(100L);
    assertThat(facts.objective("lost", Comparison.AT_MOST, 2, Unit.PERCENT).actual())
        .isEqualTo("not measured");
    facts.workload.pattern = Pattern.CONSUME_ONLY;
    facts.workload.fromRun = Optional.of(EarlierRun.ofId("00000000-0000-0000-0000-000000000000"));

    assertThat(facts.objective("lost", Comparison.AT_MOST, 2, Unit.PERCENT).actual())
        .isEqualTo("1.00 %");
  }

  @Test
  void aShareOfErrorsIsOfTheMessagesThatWereSent() {
    facts.sendsFail(150, 0);
    ObjectiveResult result = facts.objective("errors", Comparison.AT_MOST, 1.5, Unit.PERCENT);
    assertThat(result.actual()).isEqualTo("1.50 %");
    assertThat(result.met()).isTrue();
  }

  @Test
  void aWarmUpsDebtMeetsNoObjectiveOfARate() {
    Counters happened =
        Counters.ZERO
            .with(Counter.SENT, 11_000)
            .with(Counter.ACKNOWLEDGED, 10_967)
            .with(Counter.ACKNOWLEDGED_BYTES, 1_096_700)
            .with(Counter.FAILED, 500)
            .with(Counter.RECEIVED, 10_967)
            .with(Counter.RECEIVED_BYTES, 1_096_700);
    Counters counters = GoodRun.failing(10_000, 500);
    facts.steps = List.of(phase("test", happened, counters));
    ObjectiveResult result = facts.objective("publishRate", Comparison.AT_LEAST, 99, Unit.PERCENT);

    assertThat(result.met()).isFalse();
    assertThat(result.actual()).isEqualTo("95.00 %");
  }

  /** Trials exceed the limits of the system on purpose. */
  @Test
  void failedSendsAndBacklogOfTrialsMeetAndMissNothing() {
    Counters good = GoodRun.arrived(10_000);
    Counters refused = GoodRun.failing(40, 40);
    facts.steps =
        List.of(
            phase("search-1", refused, refused).withMeasured(false),
            phase("search-drain-1", Counters.ZERO, Counters.ZERO).withMeasured(false),
            phase("test", good, good));
    facts.failed = 40;
    facts.samples =
        List.of(
            sample("search-1", 0, refused, 9_999),
            sample("search-drain-1", 10, Counters.ZERO, 8_888),
            sample("test", 20, good, 7));
    facts.workload.objectives =
        List.of(
            new Objective("errors", Comparison.EQUAL, 0, Unit.COUNT, "0"),
            new Objective("maxBacklog", Comparison.AT_MOST, 7, Unit.COUNT, "<= 7"));
    assertThat(facts.verdict().objectives()).extracting(ObjectiveResult::met).contains(false);

    facts.search = GoodRun.search(Optional.of(900.0), Optional.of(930.0), "");

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::met)
        .containsExactly(true, true);
  }

  private static Sample sample(String phase, int second, Counters counters, long backlog) {
    return GoodRun.plainSample(
        phase, second * 1_000_000_000L, 10_000_000_000L, counters, backlog, 0);
  }

  @Test
  void aPhaseThatTheWorkloadCallsDrainCountsLikeAnyOther() {
    Counters counters = GoodRun.arrived(10_000);
    facts.steps = List.of(phase("drain", counters, counters));

    assertThat(facts.objective("publishRate", Comparison.AT_LEAST, 99, Unit.PERCENT).actual())
        .isEqualTo("100.00 %");
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "20, 5", "1000, 1", "1000, 20", "5000, 5"})
  void poissonArrivalsThatWereAllPublishedMeetTheirRate(double perSecond, int seconds) {
    facts.workload.arrivals = ArrivalProcess.POISSON;
    facts.intended = Optional.of(perSecond);
    facts.workload.objectives =
        List.of(new Objective("publishRate", Comparison.AT_LEAST, 99, Unit.PERCENT, ">= 99%"));

    for (int seed = 0; seed < 100; seed++) {
      long due = LongStream.of(PhaseObjectivesTest.arrivals(perSecond, seconds, seed)).sum();
      Counters counters =
          Counters.ZERO
              .with(Counter.SENT, due)
              .with(Counter.ACKNOWLEDGED, due)
              .with(Counter.RECEIVED, due);
      facts.steps = List.of(phase("test", seconds, counters, counters));

      ObjectiveResult result = facts.verdict().objectives().get(0);

      assertThat(result.met()).as("seed %d: %s", seed, result).isTrue();
    }
  }

  @Test
  void whatChanceExplainsIsReportedBesideTheShare() {
    facts.workload.arrivals = ArrivalProcess.POISSON;
    facts.acknowledged = 9_650;
    ObjectiveResult result = facts.objective("publishRate", Comparison.AT_LEAST, 99, Unit.PERCENT);

    assertThat(result.met()).isTrue();
    assertThat(result.actual())
        .isEqualTo("96.50 % (350 messages fewer than intended, up to 402 by chance)");
    facts.acknowledged = 9_500;
    assertThat(facts.verdict().objectives().get(0).met()).isFalse();
  }

  private PhaseResult phase(String name, Counters happened, Counters counters) {
    return phase(name, 10, happened, counters);
  }

  private PhaseResult phase(String name, double seconds, Counters happened, Counters counters) {
    long nanos = (long) (seconds * 1e9);
    return facts
        .phase(name, 0, counters, PhaseScale.NONE)
        .with()
        .lengthNanos(nanos)
        .byTime(new Throughput(happened, nanos))
        .build();
  }

  @Test
  void objectivesOfASweepAreJudgedStepByStep() {
    facts.steps = List.of(step(1, 5_000_000), step(250, 50_000_000));
    facts.workload.objectives =
        List.of(
            new Objective("roundTrip.p99", Comparison.AT_MOST, 20e6, Unit.NANOSECONDS, "<= 20ms"),
            new Objective("lost", Comparison.EQUAL, 0, Unit.COUNT, "0"));

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met)
        .containsExactly(
            Assertions.tuple("roundTrip.p99 of requesters-1", true),
            Assertions.tuple("roundTrip.p99 of requesters-250", false),
            Assertions.tuple("lost", true));
    facts.steps = List.of(step(1, 5_000_000));
    assertThat(facts.verdict().objectives().get(0).key())
        .as("one number of requesters is no sweep")
        .isEqualTo("roundTrip.p99");
  }

  private static PhaseResult step(int requesters, long roundTripNanos) {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValueWithCount(roundTripNanos, 1_000);
    Counters counters = GoodRun.arrived(1_000).with(Counter.ANSWERED, 1_000);
    return GoodRun.phase("requesters-" + requesters, 0, Optional.empty(), counters)
        .with()
        .requesters(Optional.of(requesters))
        .histograms(Map.of(Measure.ROUND_TRIP, histogram))
        .build();
  }
}
