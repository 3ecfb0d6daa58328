package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.model.grammar.ChangedRecord;
import io.tidemark.model.workload.SearchSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
        .isEqualTo(new End(false, "maxTrials was reached after 24 trials"));
    assertThat(new RateSearch(spec).next(passed.subList(0, 2), spec.timeLimit()))
        .isEqualTo(new End(false, "timeLimit was reached after 2 trials"));
  }

  @Test
  void fullLengthTrialsOverruleShortOnes() {
    List<Trial> trials =
        List.of(
            new Trial(1_000, false, true, 1_000),
            new Trial(1_050, false, false, 900),
            new Trial(1_100, true, true, 1_100));

    Evidence evidence = new Evidence(trials);

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

  private static SearchSpec spec(double startAt) {
    SearchSpec usual = SearchSpec.DEFAULT;
    return new SearchSpec(
        ChangedRecord.of(usual.keys()).with("startAt", Optional.of(startAt)).record(),
        usual.most());
  }
}
