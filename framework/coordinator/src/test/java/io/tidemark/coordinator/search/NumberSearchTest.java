package io.tidemark.coordinator.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search over whole numbers, of systems whose limit is known. */
class NumberSearchTest {
  private final List<Trial> trials = new ArrayList<>();

  private static SearchSpec spec(Quantity over, double start) {
    SearchSpec keys =
        Grammar.defaults(SearchSpec.class).with().over(over).timeLimit(Duration.ofHours(1)).build();
    return keys.complete(start, Duration.ZERO, keys.shortTrialDuration());
  }

  private End search(SearchSpec spec, SearchScale scale, DoublePredicate passes) {
    RateSearch search = new RateSearch(spec, scale);
    while (true) {
      NextStep next = search.next(trials, Duration.ZERO);
      if (next instanceof End end) {
        return end;
      }
      Try step = (Try) next;
      boolean passed = passes.test(scale.value(step.ratePerSecond()));
      double handled = passed ? step.ratePerSecond() : Double.NaN;
      trials.add(new Trial(step.ratePerSecond(), step.full(), passed, handled));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100, 1",
    "1, 100, 7",
    "1, 100, 99",
    "100, 100, 1",
    "64, 100, 63",
    "3, 4, 2",
    "1, 2, 1",
    "50, 1000, 333",
    "1, 1000, 543"
  })
  void theHighestNumberThatPassesIsFound(int start, int most, int limit) {
    SearchSpec spec = spec(Quantity.PRODUCERS, start);
    SearchScale scale = new SearchScale(spec, most, false);

    End end = search(spec, scale, value -> value <= limit);

    assertThat(end.converged()).as(end.reason()).isTrue();
    Evidence evidence = new Evidence(trials);
    double passed = scale.value(evidence.low().orElseThrow());
    double failed = scale.value(evidence.high().orElseThrow());
    assertThat(passed).isLessThanOrEqualTo(limit);
    assertThat(failed).isGreaterThan(limit);
    assertThat(failed - passed).isLessThanOrEqualTo(Math.max(1, 0.06 * failed));
    assertThat(trials).allMatch(trial -> trial.ratePerSecond() == Math.rint(trial.ratePerSecond()));
    assertThat(trials).hasSizeLessThanOrEqualTo(24);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.013", "1, 0.5", "1, 1", "0.25, 2.7", "10, 300"})
  void theHighestScaleOfTheRatesIsFound(double start, double limit) {
    SearchSpec spec = spec(Quantity.SCALE_RATE, start);

    End end =
        search(spec, new SearchScale(spec, SearchSpec.MOST_SCALE, false), value -> value <= limit);

    assertThat(end.converged()).as(end.reason()).isTrue();
    Evidence evidence = new Evidence(trials);
    double failed = evidence.high().orElseThrow();
    assertThat(evidence.low().orElseThrow())
        .isLessThanOrEqualTo(limit)
        .isGreaterThan(0.94 * failed);
    assertThat(failed).isGreaterThan(limit);
  }

  @ParameterizedTest
  @CsvSource({"4, 4, 2", "8, 8, 3", "16, 16, 16", "10, 20, 7"})
  void theLowestNumberThatPassesIsFoundWhereMoreAreEasier(int start, int most, int limit) {
    SearchSpec spec = spec(Quantity.CONSUMERS, start);
    SearchScale scale = new SearchScale(spec, most, true);

    End end = search(spec, scale, value -> value >= limit);

    assertThat(end.converged()).as(end.reason()).isTrue();
    Evidence evidence = new Evidence(trials);
    assertThat(scale.value(evidence.low().orElseThrow())).isEqualTo(limit);
    assertThat(scale.value(evidence.high().orElseThrow())).isEqualTo(limit - 1);
    assertThat(scale.value(trials.get(0).ratePerSecond())).as("the first value").isEqualTo(start);
  }

  @ParameterizedTest
  @CsvSource({"PRODUCERS, 20", "MESSAGE_SIZE, 40", "SCALE_RATE, 40"})
  void clientsAreDoubledAndOthersQuadrupled(Quantity over, double second) {
    SearchSpec spec = spec(over, 10);
    search(spec, new SearchScale(spec, 1_000, false), value -> value <= 100);
    assertThat(trials.get(1).ratePerSecond()).isEqualTo(second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | no trial failed up to 16 producersPerTopic",
        "false | no trial passed, down to 1 producersPerTopic"
      })
  void aLimitOutsideTheRangeIsNoConvergence(boolean passes, String reason) {
    SearchSpec spec = spec(Quantity.PRODUCERS, 4);
    End end = search(spec, new SearchScale(spec, 16, false), value -> passes);
    assertThat(end.converged()).isFalse();
    assertThat(end.reason()).isEqualTo(reason);
  }

  private static SearchSpec precise(double precision) {
    SearchSpec keys =
        Grammar.defaults(SearchSpec.class)
            .with()
            .over(Quantity.PRODUCERS)
            .precision(precision)
            .build();
    return keys.complete(1, Duration.ZERO, keys.shortTrialDuration());
  }

  private static NextStep next(SearchSpec spec, Trial... trials) {
    return new RateSearch(spec, new SearchScale(spec, 100, false))
        .next(List.of(trials), Duration.ZERO);
  }

  /** A step of less than a half is none; after a failure steps are small. */
  @Test
  void aStepUpIsAtLeastOne() {
    assertThat(next(precise(0.05), new Trial(1, false, false, 1), new Trial(1, true, true, 1)))
        .isEqualTo(new Try(2, false));
  }

  /** With a precision of half of the value, and short trials for the same. */
  @Test
  void boundsAsFarApartAsThePrecisionAreNotHalved() {
    Trial low = new Trial(8, false, true, 8);
    Trial high = new Trial(16, false, false, 15);
    assertThat(next(precise(0.5), low, high)).as("repeated").isEqualTo(new Try(16, false));
    Trial longLow = new Trial(8, true, true, 8);
    Trial longHigh = new Trial(16, true, false, 15);
    assertThat(next(precise(0.5), longLow, longHigh)).as("confirmed").isEqualTo(new Try(16, true));
    assertThat(next(precise(0.4), longLow, longHigh)).as("halved").isEqualTo(new Try(11, true));
  }
}
