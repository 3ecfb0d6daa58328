package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.model.workload.SearchSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
  private static final Duration NO_TIME = Duration.ZERO;

  static Stream<Arguments> systemsAndGuesses() {
    Stream<SimulatedSystems.Case> fixed =
        Stream.of(
            SimulatedSystems.tokenBucket(),
            SimulatedSystems.fixedServiceTime(),
            SimulatedSystems.fallingWithBacklog(),
            SimulatedSystems.warmUp(),
            SimulatedSystems.slowConsumers(),
            SimulatedSystems.slowBroker());
    Stream<SimulatedSystems.Case> outages =
        DoubleStream.iterate(0, at -> at < 400, at -> at + 7).mapToObj(SimulatedSystems::outage);
    Stream<SimulatedSystems.Case> noisy = LongStream.range(0, 10).mapToObj(SimulatedSystems::noisy);
    return Stream.of(fixed, outages, noisy)
        .flatMap(each -> each)
        .flatMap(
            each ->
                Stream.of(1000.0, 30.0, 1.0, 1 / 30.0, 1 / 1000.0)
                    .map(factor -> Arguments.of(each, each.truth() * factor)));
  }

  @ParameterizedTest(name = "{0} from {1} msg/s")
  @MethodSource("systemsAndGuesses")
  void findsTheHighestSustainableRate(SimulatedSystems.Case system, double startAt) {
    SearchSpec spec = spec(startAt);
    SimulatedSearch search = new SimulatedSearch(system.make().get(), spec);

    End end = search.run();

    assertThat(end).as(search.toString()).isEqualTo(new End(true, ""));
    double lower = search.evidence().lower().orElseThrow();
    double upper = search.evidence().upper().orElseThrow();
    assertThat(lower).as(search.toString()).isCloseTo(system.truth(), withPercentage(5));
    assertThat((upper - lower) / upper).isBetween(0.0, 0.05);
    assertThat(search.trials()).as(search.toString()).hasSizeLessThan(25);
  }

  @ParameterizedTest(name = "from {0} msg/s")
  @ValueSource(doubles = {20, 20_000, 20_000_000})
  void aBrokerThatDiesEndsTheSearchWithWhatIsKnown(double startAt) {
    SimulatedSearch search = new SimulatedSearch(SimulatedSystems.deadAfter(100), spec(startAt));

    End end = search.run();

    assertThat(end).isEqualTo(new End(false, "the backlog did not drain"));
    assertThat(search.evidence().low().orElseThrow()).isBetween(10_000.0, 21_000.0);
    assertThat(search.trials().get(search.trials().size() - 1).passed()).isFalse();
  }

  @Test
  void aSystemThatRefusesEverythingEndsTheSearch() {
    RateSearch search = new RateSearch(spec(1_000));
    List<Trial> refused = Collections.nCopies(5, new Trial(1_000, false, false, 0));

    assertThat(search.next(refused.subList(0, 4), NO_TIME)).isInstanceOf(Try.class);
    assertThat(search.next(refused, NO_TIME))
        .isEqualTo(new End(false, "nothing was received in the last 5 trials"));
  }

  @Test
  void neverTriesARateBelow1OrAbove10Million() {
    RateSearch search = new RateSearch(spec(0.5));
    assertThat(search.next(List.of(), NO_TIME)).isEqualTo(new Try(1, false));
    assertThat(search.next(List.of(new Trial(1, false, false, 0.2)), NO_TIME))
        .isEqualTo(new End(false, "no trial passed, down to 1 msg/s"));
    assertThat(search.next(List.of(new Trial(9e6, false, true, 9e6)), NO_TIME))
        .isEqualTo(new Try(1e7, false));
    assertThat(search.next(List.of(new Trial(1e7, false, true, 1e7)), NO_TIME))
        .isEqualTo(new End(false, "no trial failed up to 10,000,000 msg/s"));
  }

  @Test
  void endsWithTheLimitOfTrialsOrTime() {
    SearchSpec spec = spec(1_000);
    List<Trial> passed = Collections.nCopies(24, new Trial(1_000, false, true, 1_000));

    assertThat(new RateSearch(spec).next(passed, NO_TIME))
        .isEqualTo(
            new End(
                false,
                "maxTrials was reached after 24 trials; 4,000 msg/s would be the next trial"));
    assertThat(new RateSearch(spec).next(passed.subList(0, 2), spec.timeLimit()))
        .isEqualTo(
            new End(
                false,
                "timeLimit was reached after 2 trials; 4,000 msg/s would be the next trial"));
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1, 'the lower bound, 1,000 msg/s,'",
    "1100, 2, 'the upper bound, 1,100 msg/s,'"
  })
  void namesTheBoundThatNeedsAnotherTrial(double next, int fullTrials, String bound) {
    List<Trial> trials = new ArrayList<>();
    trials.add(brief(1_000, true, 1_000));
    trials.add(brief(1_100, false, 1_040));
    trials.add(brief(1_100, false, 1_040));
    if (fullTrials > 1) {
      trials.add(full(1_000, true));
      trials.add(full(1_049, true));
    }
    SearchSpec most = spec(1_000).withMaxTrials(trials.size());

    assertThat(next(trials.toArray(Trial[]::new))).isEqualTo(next);
    assertThat(new RateSearch(most).next(trials, NO_TIME))
        .isEqualTo(
            new End(
                false,
                "maxTrials was reached after %d trials; %s needs another trial"
                    .formatted(trials.size(), bound)));
  }

  @Test
  void aDisturbedTrialIsRepeatedOnce() {
    Trial disturbed = new Trial(4_000, false, false, 4_000, true);
    assertThat(next(brief(1_000, true, 1_000), disturbed)).isEqualTo(4_000);
    assertThat(next(brief(1_000, true, 1_000), disturbed, brief(4_000, true, 4_000)))
        .as("the repetition counts")
        .isGreaterThan(4_000);
    assertThat(next(brief(1_000, true, 1_000), disturbed, disturbed)).isBetween(1_000.0, 3_999.0);
  }

  @Test
  void aMorePreciseResultNeedsMoreTrials() {
    int usual = new RateSearch(spec(1_000)).least().orElseThrow().trials();
    SearchSpec rough = spec(1_000).withPrecision(0.3);

    assertThat(usual).isBetween(7, 12);
    assertThat(new RateSearch(rough).least().orElseThrow().trials()).isBetween(5, usual - 1);
  }

  @Test
  void fullLengthTrialsOverruleShortOnes() {
    Evidence evidence =
        evidence(brief(1_000, true, 1_000), brief(1_050, false, 900), full(1_100, true));

    assertThat(evidence.low()).hasValue(1_100);
    assertThat(evidence.high()).isEmpty();
  }

  @Test
  void theLastTwoTrialsAtARateCount() {
    Trial passed = new Trial(1_000, true, true, 1_000);
    Trial failed = new Trial(1_000, true, false, 900);

    assertThat(new Evidence(List.of(failed, passed)).contradictory()).hasValue(1_000);
    assertThat(new Evidence(List.of(failed, passed, passed)).lower()).hasValue(1_000);
    assertThat(new Evidence(List.of(passed, failed, failed)).upper()).hasValue(1_000);
    assertThat(new Evidence(List.of(passed, failed, passed, failed)).upper()).hasValue(1_000);
  }

  private static Trial brief(double rate, boolean passed, double achieved) {
    return new Trial(rate, false, passed, achieved);
  }

  private static Trial full(double rate, boolean passed) {
    return new Trial(rate, true, passed, passed ? rate : 0.95 * rate);
  }

  private static Evidence evidence(Trial... trials) {
    return new Evidence(List.of(trials));
  }

  private static double next(Trial... trials) {
    Try next = (Try) new RateSearch(spec(1_000)).next(List.of(trials), NO_TIME);
    return next.ratePerSecond();
  }

  @Test
  void aTrialThatHandledLessThanHadPassedIsDoubtfulUntilItIsRepeated() {
    Trial passed = brief(1_000, true, 1_000);
    Trial outage = brief(2_000, false, 899);
    assertThat(evidence(passed, outage).lastIsDoubtful()).isTrue();
    assertThat(evidence(passed, outage, outage).lastIsDoubtful()).isFalse();
    assertThat(evidence(passed, brief(2_000, false, 900)).lastIsDoubtful()).isFalse();
    assertThat(evidence(passed, brief(2_000, true, 899)).lastIsDoubtful()).isFalse();
    assertThat(evidence(brief(1_000, false, 900), outage).lastIsDoubtful()).isFalse();
    assertThat(evidence(brief(3_000, true, 3_000), outage).lastIsDoubtful()).isFalse();
    assertThat(evidence(brief(2_000, true, 2_000), full(2_000, false)).lastIsDoubtful()).isFalse();
    assertThat(
            evidence(brief(2_000, true, 2_000), new Trial(2_000, true, false, 899))
                .lastIsDoubtful())
        .as("a longer trial may show what a short one did not")
        .isFalse();
    assertThat(new RateSearch(spec(1_000)).next(List.of(passed, outage), NO_TIME))
        .as("repeated as it was")
        .isEqualTo(new Try(2_000, false));
  }

  @Test
  void theUpperBoundIsConfirmedAfterTheLowerOneHasPassed() {
    Trial low = full(1_000, true);
    Trial high = full(1_040, false);
    assertThat(evidence(low, high).isConfirmed(1_040)).as("once").isFalse();
    assertThat(evidence(low, high, high).isConfirmed(1_040)).isTrue();
    assertThat(evidence(high, high).isConfirmed(1_040)).as("nothing has passed").isTrue();
    assertThat(evidence(high, high, low, low).isConfirmed(1_040)).isFalse();
    assertThat(evidence(high, high, low, low).isConfirmed(1_000)).isTrue();
    assertThat(evidence(brief(1_000, true, 1_000), high, high, low).isConfirmed(1_040))
        .as("a short trial does not decide")
        .isFalse();
    assertThat(evidence(full(1_000, false), high, high, low, low).isConfirmed(1_040)).isFalse();
    assertThat(evidence(full(900, true), high, high, low).isConfirmed(1_040)).isFalse();
  }

  @Test
  void trialsBeyondABoundDoNotCount() {
    assertThat(evidence(full(1_000, false), full(2_000, true)).lower()).isEmpty();
    assertThat(evidence(full(1_000, true), brief(800, false, 700)).high()).isEmpty();
    assertThat(evidence(brief(3_000, true, 3_000), full(2_000, false), full(1_000, true)).low())
        .hasValue(1_000);
    assertThat(evidence(full(1_000, false), full(2_000, false), full(2_000, true)).contradictory())
        .isEmpty();
    assertThat(evidence(full(1_000, true), brief(1_500, true, 1_500)).low()).hasValue(1_500);
    assertThat(evidence(full(1_000, true), brief(900, true, 900)).low()).hasValue(1_000);
  }

  @Test
  void withoutAnyPassedTrialWhatWasHandledIsTriedNext() {
    assertThat(next(brief(10_000, false, 3_000))).isEqualTo(3_000);
    assertThat(next(brief(10_000, false, 0))).as("nothing is known").isEqualTo(2_500);
    assertThat(next(brief(10_000, false, 9_800))).as("too near").isEqualTo(2_500);
    assertThat(next(brief(10_500, false, 10_000))).as("just too near").isEqualTo(2_625);
  }

  @Test
  void betweenTheBoundsWhatWasHandledIsTriedUnlessItIsNearOne() {
    Trial low = brief(1_000, true, 1_000);
    assertThat(next(low, brief(4_000, false, 1_500))).isEqualTo(1_500);
    assertThat(next(low, brief(4_000, false, 3_900))).as("the geometric mean").isEqualTo(2_000);
    assertThat(next(low, brief(4_000, false, 1_020)))
        .as("a small step up")
        .isBetween(1_100., 1_500.);
    assertThat(next(low, brief(4_000, false, 1_050))).as("just too near").isBetween(1_100., 1_500.);
    assertThat(next(low, brief(4_200, false, 4_000))).as("just too near").isEqualTo(2_049);
    assertThat(next(brief(1_050, true, 1_050), brief(4_200, false, 1_000)))
        .as("just too far below")
        .isEqualTo(2_100);
    Trial outage = brief(4_000, false, 500);
    assertThat(next(low, outage, outage)).as("far below").isEqualTo(2_000);
    Trial silent = brief(4_000, false, 0);
    assertThat(next(low, silent, silent)).isEqualTo(2_000);
  }

  @Test
  void afterAFailureStepsUpAreSmallAndGrowWithEachPass() {
    Trial overruled = brief(4_000, false, 3_900);
    Trial passed = full(4_000, true);
    assertThat(next(passed)).isEqualTo(16_000);
    double small = next(overruled, passed);
    assertThat(small).isBetween(4_400., 6_000.);
    assertThat(next(overruled, passed, passed)).isGreaterThan(small);
    assertThat(next(overruled, passed, passed, passed, passed)).isBetween(8_000., 16_000.);
  }

  @Test
  void aWarmUpFollowsWhatWasHandled() {
    RateSearch search = new RateSearch(spec(1_000));
    Trial passed = brief(1_000, true, 1_000);
    assertThat(search.warmUp(List.of())).isEqualTo(new Try(1_000, false));
    assertThat(search.warmUp(List.of(passed))).isEqualTo(new Try(4_000, false));
    assertThat(search.warmUp(List.of(passed, brief(4_000, false, 1_500))))
        .isEqualTo(new Try(1_500, false));
    assertThat(search.warmUp(List.of(passed, brief(4_000, false, 10))))
        .as("not less than the last step but one")
        .isEqualTo(new Try(1_000, false));
    assertThat(search.warmUp(List.of(brief(4_000, false, 1_500), brief(1_500, true, 1_500))))
        .as("smaller steps after a rate that was too high")
        .isEqualTo(new Try(3_000, false));
  }

  private static SearchSpec spec(double startAt) {
    return SearchSpec.DEFAULT.withStartAt(Optional.of(startAt));
  }
}
