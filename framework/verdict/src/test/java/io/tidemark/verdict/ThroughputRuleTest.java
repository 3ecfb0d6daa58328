package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Phase.Rates;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether broker and consumers kept up with a load that kept its schedule. */
class ThroughputRuleTest {
  private final GoodRun facts = new GoodRun();

  private static List<Long> series(IntToLongFunction waiting) {
    return IntStream.range(0, 10).mapToLong(waiting).boxed().toList();
  }

  @Test
  void aBrokerThatAcknowledgesHalfFailsBelowTheInFlightCap() {
    facts.maxInFlight = 65_536;
    facts.inFlightSeries = series(i -> 500L * (i + 1));

    facts.assertFailed(
        "rate-not-met",
        "phase test: the broker answered 1,000 msg/s of 1,000 msg/s: the sends without an answer"
            + " grew from 2,000 to 5,000, below the in-flight cap of 65,536 for each producer;"
            + " median publish latency 5");
  }

  @ParameterizedTest
  @CsvSource({"8, VALID", "11, FAILED"})
  void aGrowthOfOnePercentOfTheMessagesIsAllowed(long perSecond, Status status) {
    facts.inFlightSeries = series(i -> perSecond * i);

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aSlowBrokerThatKeepsUpIsNoFailure() {
    facts.inFlightSeries = series(i -> Math.min(2_500, 1_000L * (i + 1)));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aPauseAtTheEndOfAShortRunIsNoFailureAndAnOutageIs() {
    facts.inFlightSeries = series(i -> i == 9 ? 900 : 5);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);

    facts.inFlightSeries = series(i -> i == 8 ? 900 : i == 9 ? 1_900 : 5);
    facts.assertFailed("rate-not-met", "grew from 5 to 1,900");
  }

  @Test
  void refusalsAndMissingAnswersAreOneCause() {
    facts.sendsFail(5_000, 1_000);

    facts.assertFailed(
        "rate-not-met",
        "phase test: of 10,000 sends, 4,000 were acknowledged (40.00 % of the 10,000 intended,"
            + " limit 99.00 %): 5,000 sends failed, 1,000 had no answer");
    assertThat(facts.verdict().findings().toString()).contains("REMARK, code=send-errors");
  }

  @Test
  void aDriverThatNeverCompletesIsJudgedAsOneThatReportsTheSameFailures() {
    facts.sendsFail(1_000, 0);
    Status reported = facts.verdict().status();
    List<String> codes = GoodRun.codes(facts.verdict());

    facts.sendsFail(0, 1_000);

    assertThat(facts.verdict().status()).isEqualTo(reported).isEqualTo(Status.FAILED);
    assertThat(GoodRun.codes(facts.verdict())).containsAll(codes);
  }

  @Test
  void consumersThatAreTooSlowFailTheRun() {
    facts.backlogSeries = series(i -> 200L * (i + 1));

    facts.assertFailed("rate-not-met", "the backlog grew from 800 to 2,000 messages");
  }

  /** The case of S9: the publishers' rate counts, while consumers are slower on purpose. */
  @ParameterizedTest
  @CsvSource({"0, VALID", "20, VALID", "90, FAILED", "100, FAILED"})
  void consumersMayBeAsSlowAsTheWorkloadSays(double consumedRate, Status status) {
    facts.backlogSeries = series(i -> 500L * (i + 1));
    facts.workload.thresholds = Map.of("consumedRate", consumedRate);

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  /** Messages of other phases are in it, too. */
  @Test
  void aBacklogThatGrowsByMoreThanWasSentIsNotJudgedWithoutARateOfConsumption() {
    facts.backlogSeries = series(i -> 2_000L * i);
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
    facts.workload.thresholds = Map.of("consumedRate", 0.0);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aBacklogThatIsWantedIsNoFailure() {
    facts.workload.pattern = Pattern.CONSUME_ONLY;
    facts.backlogSeries = series(i -> 200L * (i + 1));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void lostMessagesAreNoBacklogThatGrows() {
    facts.backlogSeries = series(i -> 20L * (i + 1));
    facts.messagesLost = Optional.of(200L);
    facts.received = 9_800;
    facts.drained = false;
    facts.missing = true;

    assertThat(facts.verdict().status()).as("lost counts by objectives").isEqualTo(Status.VALID);
  }

  @Test
  void aClosedLoopIsNotJudgedByARateItDoesNotHave() {
    facts.intended = Optional.empty();
    facts.inFlightSeries = series(i -> 500L * (i + 1));
    facts.backlogSeries = series(i -> 500L * (i + 1));

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @Test
  void aRunThatBrokeOffIsNotJudgedByWhatItLeftUnanswered() {
    facts.ending = Ending.INTERRUPTED;
    facts.acknowledged = 5_000;

    assertThat(GoodRun.codes(facts.verdict())).doesNotContain("rate-not-met");
  }

  @ParameterizedTest
  @CsvSource({"10, false, FAILED", "9, false, VALID", "10, true, VALID"})
  void messagesThatWereStillArrivingAreBacklogAndNotLost(
      long drainSeconds, boolean ended, Status status) {
    facts.backlogSeries = series(i -> 20L * (i + 1));
    facts.messagesLost = Optional.of(200L);
    facts.received = 9_800;
    facts.drained = false;
    facts.missing = true;
    facts.phaseEnds = List.of(new PhaseEnd("drain", drainSeconds * 1_000_000_000L, ended, 200));

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  private static PhaseResult phase(String name, long startSecond, long acknowledged) {
    return phase(name, startSecond, 1_000, acknowledged);
  }

  private static PhaseResult phase(
      String name, long startSecond, double perSecond, long acknowledged) {
    long sent = Math.round(10 * perSecond);
    return GoodRun.phase(
        name, startSecond, Optional.of(perSecond), GoodRun.failing(sent, sent - acknowledged));
  }

  @ParameterizedTest
  @CsvSource({"9000, 5000, two", "5000, 9000, one", "5000, 5000, one"})
  void theWorstOfSeveralPhasesIsReported(long first, long second, String worst) {
    facts.steps = List.of(phase("one", 0, first), phase("two", 10, second));

    facts.assertFailed("rate-not-met", "of 10,000 sends, 5,000 were acknowledged");
    assertThat(facts.finding("rate-not-met").message()).contains("one", "two").contains(worst);
  }

  /** Half of 1,000 messages are a larger share than a fifth of 10,000. */
  @Test
  void thePhaseThatMissesTheLargestShareIsTheWorst() {
    facts.steps = List.of(phase("one", 0, 100, 500), phase("two", 0, 1_000, 8_000));

    assertThat(facts.finding("rate-not-met").message())
        .startsWith("phases one, two: the worst is one: of 1,000 sends, 500 were");
  }

  /** 50 of 100 messages a second are a larger share than 300 of 1,000, also from a higher level. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theQueueThatGrowsByTheLargestShareIsTheWorst(boolean backlog) {
    facts.steps = List.of(phase("one", 0, 100, 1_000), phase("two", 0, 1_000, 10_000));
    facts.samples =
        Stream.concat(
                growing("one", i -> 50L * i, backlog),
                growing("two", i -> 5_000 + 300L * i, backlog))
            .toList();

    assertThat(facts.finding("rate-not-met").message())
        .startsWith("phases one, two: the worst is one: ");
  }

  private static Stream<Sample> growing(String phase, IntToLongFunction waiting, boolean backlog) {
    Counters counters = Counters.ZERO.with(Counter.ACKNOWLEDGED, 1).with(Counter.RECEIVED, 1);
    return IntStream.range(0, 10)
        .mapToObj(
            i ->
                GoodRun.plainSample(
                    phase,
                    i * 1_000_000_000L,
                    1_000_000_000L,
                    counters,
                    backlog ? waiting.applyAsLong(i) : 0,
                    backlog ? 0 : waiting.applyAsLong(i)));
  }

  @ParameterizedTest
  @CsvSource({"16, VALID", "22, FAILED"})
  void eachSubscriptionMayLackAPercent(long perSecond, Status status) {
    facts.workload.subscriptions = 2;
    facts.backlogSeries = series(i -> perSecond * i);

    assertThat(facts.verdict().status()).isEqualTo(status);
    if (status == Status.FAILED) {
      assertThat(facts.finding("rate-not-met").message())
          .contains("consumers received 1,000 msg/s of 2,000 msg/s");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, VALID", "1, FAILED"})
  void aPhaseWithoutConsumersMayHaveABacklog(int consumers, Status status) {
    facts.workload.phases =
        List.of(
            Phase.of(
                "test",
                Duration.ofSeconds(10),
                keys ->
                    keys.rate(Rates.of(Optional.of(1_000.0), Optional.empty()))
                        .consumersPerSubscription(Optional.of(consumers))));
    facts.backlogSeries = series(i -> 500L * i);

    assertThat(facts.verdict().status()).isEqualTo(status);
  }

  @Test
  void aBacklogThatStaysIsNoFailure() {
    facts.backlogSeries = series(i -> 700);
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
    facts.backlogSeries = series(i -> i == 9 ? 1_005 : 5);
    assertThat(facts.verdict().status()).as("one second of messages").isEqualTo(Status.VALID);
    facts.backlogSeries = series(i -> i == 9 ? 1_006 : 5);
    assertThat(facts.verdict().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void messagesThatWereLostAtTheEndAreNoBacklog() {
    facts.backlogSeries = series(i -> i == 9 ? 1_900 : 5);
    facts.messagesLost = Optional.of(1_900L);

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }
}
