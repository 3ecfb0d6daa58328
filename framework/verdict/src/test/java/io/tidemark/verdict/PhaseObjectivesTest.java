package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.measure.schedule.Pacer;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Phase.Rates;
import io.tidemark.model.workload.PhaseScale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objectives of single phases, and of the lowest rates over a window. */
class PhaseObjectivesTest {
  private static final long SECOND = 1_000_000_000L;

  private final GoodRun facts = new GoodRun();

  @BeforeEach
  void aMinuteAtAThousandMessagesPerSecond() {
    facts.workload.warmup = Duration.ZERO;
    facts.workload.test = Optional.of(Duration.ofMinutes(1));
    facts.workload.load = Load.OpenLoop.of(1_000);
  }

  private static Objective atLeast(String key, double percent) {
    return new Objective(
        key, Comparison.AT_LEAST, percent, Unit.PERCENT, ">= " + (int) percent + "%");
  }

  private static Objective none(String key) {
    return new Objective(key, Comparison.EQUAL, 0, Unit.COUNT, "0");
  }

  private static Phase phase(String name, int seconds, double rate, Objective... objectives) {
    Phase phase =
        Phase.of(
            name,
            Duration.ofSeconds(seconds),
            keys -> keys.rate(Rates.of(Optional.of(rate), Optional.empty())));
    return phase.withObjectives(List.of(objectives));
  }

  /** One sample for each second, in which as many messages were acknowledged and received. */
  private static List<Sample> samples(String phase, int startSecond, long... counts) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      long n = counts[i];
      samples.add(
          GoodRun.plainSample(
              phase,
              (startSecond + i) * SECOND,
              SECOND,
              counters(n, 0),
              10 * (startSecond + i),
              0));
    }
    return samples;
  }

  private static Counters counters(long messages, long failed) {
    return GoodRun.failing(messages, failed)
        .with(Counter.ACKNOWLEDGED_BYTES, (messages - failed) * 100);
  }

  private PhaseResult result(
      String name, int startSecond, int seconds, double intended, long messages, long failed) {
    Counters counters = counters(messages, failed);
    return facts
        .phase(name, startSecond * SECOND, counters, PhaseScale.NONE)
        .with()
        .lengthNanos(seconds * SECOND)
        .intendedRatePerSecond(Optional.of(intended))
        .byTime(new Throughput(counters, seconds * SECOND))
        .build();
  }

  private static long[] each(int seconds, long count) {
    long[] counts = new long[seconds];
    Arrays.fill(counts, count);
    return counts;
  }

  @Test
  void aDipThatIsCaughtUpMissesTheLowestRateAndMeetsTheMean() {
    long[] counts = each(60, 1_000);
    for (int second = 20; second < 27; second++) {
      counts[second] = 649;
      counts[second + 7] = 1_351;
    }
    facts.samples = samples("test", 0, counts);
    facts.steps = List.of(result("test", 0, 60, 1_000, 60_000, 0));
    facts.workload.objectives =
        List.of(atLeast("publishRate", 99), atLeast("publishRate.min(10s)", 99));

    Verdict verdict = facts.verdict();

    assertThat(verdict.objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met, ObjectiveResult::actual)
        .containsExactly(
            tuple("publishRate", true, "100.00 %"),
            tuple("publishRate.min(10s)", false, "75.43 % in the window from 17.0 s"));
    assertThat(verdict.status()).isEqualTo(Status.FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "publishRate.min(5s), PER_SECOND, 648, true, 649 msg/s in the window from 1.0 s",
    "publishRate.min(5s), PER_SECOND, 650, false, 649 msg/s in the window from 1.0 s",
    "publishRate.min(5s), BYTES_PER_SECOND, 64900, true, '64,900 B/s in the window from 1.0 s'",
    "consumeRate.min(5s), PERCENT, 65, false, 64.90 % in the window from 1.0 s",
    "roundTripRate.min(5s), PER_SECOND, 1, false, not measured",
  })
  void theLowestRateIsOneOfMessagesOrBytes(
      String key, Unit unit, double limit, boolean met, String actual) {
    facts.samples = samples("test", 0, 1_000, 649, 649, 649, 649, 649, 1_000);
    facts.steps = List.of(result("test", 0, 7, 1_000, 5_245, 0));
    ObjectiveResult result = facts.objective(key, Comparison.AT_LEAST, limit, unit);

    assertThat(result.actual()).isEqualTo(actual);
    assertThat(result.met()).isEqualTo(met);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 20, 1_000})
  void poissonArrivalsThatWereAllPublishedMeetTheLowestRate(double perSecond) {
    facts.workload.arrivals = ArrivalProcess.POISSON;
    facts.workload.load = Load.OpenLoop.of(perSecond);
    facts.workload.test = Optional.of(Duration.ofSeconds(300));
    facts.workload.objectives = List.of(atLeast("publishRate.min(10s)", 99));

    for (int seed = 0; seed < 50; seed++) {
      facts.samples = samples("test", 0, arrivals(perSecond, 300, seed));

      ObjectiveResult result = facts.verdict().objectives().get(0);

      assertThat(result.met()).as("seed %d: %s", seed, result).isTrue();
    }
  }

  /** What the engine's own schedule of Poisson arrivals wants in each second. */
  static long[] arrivals(double perSecond, int seconds, long seed) {
    Pacer pacer = Pacer.of(RateCurve.constant(0, perSecond), ArrivalProcess.POISSON, 1, 0, seed);
    long[] counts = new long[seconds];
    while (pacer.nextDueEpochNanos() < seconds * SECOND) {
      counts[(int) (pacer.nextDueEpochNanos() / SECOND)]++;
      pacer.advance(0);
    }
    return counts;
  }

  @Test
  void aPhaseIsJudgedByItself() {
    facts.workload.phases =
        List.of(
            phase("calm", 5, 100, atLeast("publishRate.min(2s)", 99), none("errors")),
            phase(
                "rough",
                5,
                200,
                atLeast("publishRate.min(2s)", 99),
                none("errors"),
                none("maxBacklog")));
    facts.samples =
        Stream.concat(
                samples("calm", 0, each(5, 100)).stream(),
                samples("rough", 5, 200, 150, 150, 250, 250).stream())
            .toList();
    facts.steps = List.of(result("calm", 0, 5, 100, 500, 0), result("rough", 5, 5, 200, 1_000, 7));

    Verdict verdict = facts.verdict();

    assertThat(verdict.objectives())
        .extracting(
            ObjectiveResult::key,
            ObjectiveResult::phase,
            ObjectiveResult::met,
            ObjectiveResult::actual)
        .containsExactly(
            tuple("publishRate.min(2s) of calm", "calm", true, "100.00 % in the window from 0.0 s"),
            tuple("errors of calm", "calm", true, "0"),
            tuple(
                "publishRate.min(2s) of rough", "rough", false, "75.00 % in the window from 6.0 s"),
            tuple("errors of rough", "rough", false, "7"),
            tuple("maxBacklog of rough", "rough", false, "90"));
    assertThat(verdict.status()).isEqualTo(Status.FAILED);
  }

  @Test
  void messagesThatOnePhaseLacksSayNothingOfAnother() {
    Objective p99 =
        new Objective("publishLatency.p99", Comparison.AT_MOST, 1e9, Unit.NANOSECONDS, "<= 1s");
    facts.workload.phases = List.of(phase("one", 10, 1_000, p99), phase("two", 10, 1_000, p99));
    Histogram all = LatencyHistogram.create();
    all.recordValueWithCount(5_000_000, 10_000);
    facts.histograms.put(Measure.PUBLISH_LATENCY, all);
    facts.steps =
        List.of(result("one", 0, 10, 1_000, 10_000, 0), result("two", 10, 10, 1_000, 10_000, 200));
    facts.finalDebt = 500;
    facts.overdueNanos = 2 * SECOND;

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::actual)
        .containsExactly(
            "5.00 ms", "unknown: 700 of 10,700 have none (500 never sent, 200 failed)");
  }

  @Test
  void aPhaseThatTheRunDidNotReachIsNotMeasured() {
    facts.workload.phases =
        List.of(phase("one", 10, 1_000, none("errors")), phase("two", 10, 1_000, none("errors")));
    facts.steps = List.of(result("one", 0, 10, 1_000, 10_000, 0));

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met, ObjectiveResult::actual)
        .containsExactly(
            tuple("errors of one", true, "0"), tuple("errors of two", false, "not measured"));
  }

  private static Sample sample(String phase, int second, Counters counters) {
    return GoodRun.plainSample(phase, second * SECOND, SECOND, counters, 0, 0);
  }

  private String lowest(String key, Unit unit) {
    return facts.objective(key, Comparison.AT_LEAST, 1, unit).actual();
  }

  @Test
  void aTestShorterThanTheWindowIsOneWindow() {
    facts.samples = samples("test", 0, 1_000, 500);

    assertThat(lowest("publishRate.min(10s)", Unit.PERCENT))
        .isEqualTo("75.00 % in the window from 0.0 s");
  }

  @Test
  void noWindowContainsAPhaseThatIsNotMeasured() {
    facts.samples =
        Stream.of(
                samples("one", 0, 1_000, 500),
                samples("between", 2, 0, 0),
                samples("two", 4, 500, 1_000))
            .flatMap(List::stream)
            .toList();
    facts.steps =
        List.of(
            result("one", 0, 2, 1_000, 1_500, 0),
            result("between", 2, 2, 1_000, 0, 0).withMeasured(false),
            result("two", 4, 2, 1_000, 1_500, 0));

    assertThat(lowest("publishRate.min(2s)", Unit.PER_SECOND))
        .isEqualTo("750 msg/s in the window from 0.0 s");
  }

  /** A schedule, and a window, begin with the load and not with the clock. */
  @Test
  void timesAreThoseSinceTheLoadBegan() {
    facts.workload.messageLimit = 3_000;
    facts.samples = samples("test", 100, 1_000, 900, 1_000, 0, 0);

    assertThat(lowest("publishRate.min(2s)", Unit.PERCENT))
        .isEqualTo("95.00 % in the window from 0.0 s");
    assertThat(lowest("publishRate.min(1s)", Unit.PERCENT))
        .isEqualTo("90.00 % in the window from 1.0 s");
  }

  /** No consumer gets 50 of the 1,000 messages, and two subscriptions receive 900 of the others. */
  @ParameterizedTest
  @CsvSource({
    "publishRate.min(2s), PER_SECOND, '1,000 msg/s'",
    "consumeRate.min(2s), PER_SECOND, '1,800 msg/s'",
    "consumeRate.min(2s), BYTES_PER_SECOND, '7,777 B/s'",
    "consumeRate.min(2s), PERCENT, 95.00 %",
  })
  void subscriptionsReceiveTheMessagesThatAreForThem(String key, Unit unit, String actual) {
    facts.workload.subscriptions = 2;
    Counters counters =
        Counters.ZERO
            .with(Counter.SENT, 1_000)
            .with(Counter.ACKNOWLEDGED, 1_000)
            .with(Counter.FILTERED_MESSAGES, 50)
            .with(Counter.RECEIVED, 1_800)
            .with(Counter.RECEIVED_BYTES, 7_777);
    facts.samples = List.of(sample("test", 0, counters), sample("test", 1, counters));

    assertThat(lowest(key, unit)).isEqualTo(actual + " in the window from 0.0 s");
  }

  @ParameterizedTest
  @CsvSource({
    "PER_SECOND, 649 msg/s in the window from 0.0 s",
    "PERCENT, 64.90 % in the window from 0.0 s",
    "BYTES_PER_SECOND, not measured",
  })
  void aRoundTripHasARateAndNoSize(Unit unit, String actual) {
    facts.workload.pattern = Pattern.REQUEST_REPLY;
    facts.requestReply = Optional.of(GoodRun.roundTrips());
    facts.workload.requestReply = requesters(1);
    Counters counters = counters(1_000, 0).with(Counter.ANSWERED, 649);
    facts.samples = List.of(sample("test", 0, counters), sample("test", 1, counters));

    assertThat(lowest("roundTripRate.min(2s)", unit)).isEqualTo(actual);
  }

  /** Producers and consumers take turns. */
  @Test
  void aRateIsThatOfThePhaseInWhichItsClientsWork() {
    facts.workload.pattern = Pattern.FILL_THEN_DRAIN;
    facts.intended = Optional.empty();
    Counters idle = Counters.ZERO;
    facts.samples =
        List.of(
            sample("fill", 0, idle.with(Counter.ACKNOWLEDGED, 1_000)),
            sample("fill", 1, idle.with(Counter.ACKNOWLEDGED, 800)),
            sample("drain", 2, idle.with(Counter.RECEIVED, 500)),
            sample("drain", 3, idle.with(Counter.RECEIVED, 600)));
    facts.steps = List.of(result("fill", 0, 2, 1, 1_800, 0), result("drain", 2, 2, 1, 0, 0));

    assertThat(lowest("publishRate.min(2s)", Unit.PER_SECOND))
        .isEqualTo("900 msg/s in the window from 0.0 s");
    assertThat(lowest("consumeRate.min(2s)", Unit.PER_SECOND))
        .isEqualTo("550 msg/s in the window from 2.0 s");
  }

  @Test
  void eachStepOfASweepHasItsLowestRate() {
    facts.workload.pattern = Pattern.REQUEST_REPLY;
    facts.requestReply = Optional.of(GoodRun.roundTrips());
    facts.intended = Optional.empty();
    facts.workload.requestReply = requesters(1, 8);
    facts.samples =
        Stream.concat(
                samples("requesters-1", 0, 100, 90).stream(),
                samples("requesters-8", 2, 800, 600).stream())
            .toList();
    facts.steps =
        List.of(
            step(result("requesters-1", 0, 2, 1, 190, 0), 1),
            step(result("requesters-8", 2, 2, 1, 1_400, 0), 8));
    facts.workload.objectives =
        List.of(
            new Objective(
                "publishRate.min(1s)", Comparison.AT_LEAST, 100, Unit.PER_SECOND, "as written"));

    assertThat(facts.verdict().objectives())
        .extracting(ObjectiveResult::key, ObjectiveResult::met, ObjectiveResult::actual)
        .containsExactly(
            tuple(
                "publishRate.min(1s) of requesters-1",
                false,
                "90.0 msg/s in the window from 1.0 s"),
            tuple(
                "publishRate.min(1s) of requesters-8", true, "600 msg/s in the window from 3.0 s"));
  }

  private static Optional<RequestReplySpec> requesters(Integer... numbers) {
    return Optional.of(Grammar.defaults(RequestReplySpec.class).withRequesters(List.of(numbers)));
  }

  private static PhaseResult step(PhaseResult result, int requesters) {
    return result.withRequesters(Optional.of(requesters));
  }

  @ParameterizedTest
  @CsvSource({
    "corrupted, COUNT, 1",
    "foreign, COUNT, 2",
    "timeouts, COUNT, 3",
    "lateReplies, COUNT, 4",
    "duplicateReplies, COUNT, 5",
    "neverAsked, COUNT, 6",
    "consumeErrors, COUNT, 7",
    "unacknowledged, COUNT, 8",
    "errors, COUNT, 20",
    "errors, PERCENT, 2.00 %",
    "lost, COUNT, not measured",
  })
  void aPhaseHasItsOwnCounts(String key, Unit unit, String actual) {
    facts.requestReply = Optional.of(GoodRun.roundTrips());
    Counters counters =
        Counters.ZERO
            .with(Counter.SENT, 1_000)
            .with(Counter.ACKNOWLEDGED, 972)
            .with(Counter.FAILED, 20)
            .with(Counter.CORRUPTED, 1)
            .with(Counter.FOREIGN, 2)
            .with(Counter.TIMED_OUT, 3)
            .with(Counter.LATE, 4)
            .with(Counter.DUPLICATE_REPLIES, 5)
            .with(Counter.NEVER_ASKED, 6)
            .with(Counter.CONSUMER_ERRORS, 7);
    Objective objective = new Objective(key, Comparison.EQUAL, 0, unit, "0");
    facts.workload.phases =
        List.of(phase("one", 10, 100, objective), phase("two", 10, 100, objective));
    facts.steps =
        List.of(
            result("one", 0, 10, 100, 1_000, 0).withCounters(counters),
            result("two", 10, 10, 100, 0, 0));

    assertThat(facts.verdict().objectives().get(0).actual()).isEqualTo(actual);
    if (unit == Unit.PERCENT) {
      assertThat(facts.verdict().objectives().get(1).actual())
          .as("of no messages")
          .isEqualTo("not measured");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeouts", "neverAsked"})
  void onlyRequestsHaveTimeouts(String key) {
    Objective none = none(key);
    facts.workload.phases = List.of(phase("one", 10, 100, none));
    facts.steps = List.of(result("one", 0, 10, 100, 1_000, 0));

    assertThat(facts.verdict().objectives().get(0).actual()).isEqualTo("not measured");
  }
}
