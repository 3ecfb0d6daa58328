package io.tidemark.features.history.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.history.bisect.BisectSimulation.Scenario;
import io.tidemark.features.history.bisect.BisectSimulation.Try;
import io.tidemark.features.history.bisect.Bisection.BisectRule;
import io.tidemark.features.history.bisect.Bisection.Observation;
import io.tidemark.features.history.bisect.Bisection.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BisectionTest {
  private static final BisectRule RULE = BisectRule.USUAL;

  private static Bisection of(int candidates, Set<Integer> skipped, double... candidateAndValue) {
    List<Observation> made = new ArrayList<>();
    for (int i = 0; i < candidateAndValue.length; i += 2) {
      made.add(new Observation((int) candidateAndValue[i], candidateAndValue[i + 1]));
    }
    return Bisection.of(candidates, made, skipped, RULE);
  }

  @Test
  void theEndsAreRunInTurn() {
    assertThat(of(9, Set.of()).next()).isZero();
    assertThat(of(9, Set.of(), 0, 100).next()).isEqualTo(8);
    assertThat(of(9, Set.of(), 0, 100, 8, 101).next()).isZero();
    assertThat(of(9, Set.of(), 0, 100, 8, 101).state()).isEqualTo(State.ENDS);
  }

  @Test
  void thenTheMiddleIsRun() {
    Bisection now = of(9, Set.of(), 0, 100, 8, 120, 0, 101, 8, 121, 0, 99, 8, 119);
    assertThat(now.state()).isEqualTo(State.SEARCH);
    assertThat(now.next()).isEqualTo(4);
  }

  @Test
  void twoNeighboursNeedNoSearch() {
    Bisection now = of(2, Set.of(), 0, 100, 1, 120, 0, 101, 1, 121, 0, 99, 1, 119);
    assertThat(now.state()).isEqualTo(State.FOUND);
    assertThat(now.found()).containsExactly(1);
  }

  @Test
  void aSearchWhoseEndsNoLongerDifferComparesThemAgain() {
    Bisection now =
        of(
            9, Set.of(), 0, 100, 8, 120, 0, 101, 8, 121, 0, 99, 8, 119, 4, 100, 0, 120, 8, 100, 0,
            121, 8, 101);
    assertThat(now.state()).isEqualTo(State.ENDS);
    assertThat(now.next()).isZero();
  }

  @Test
  void equalEndsEndIt() {
    Bisection now = of(9, Set.of(), 0, 100, 8, 100.1, 0, 99.9, 8, 100, 0, 100, 8, 99.9);
    assertThat(now.state()).isEqualTo(State.SAME);
  }

  @Test
  void aSmallerChangeThanWhatMattersEndsIt() {
    Bisection now = of(9, Set.of(), 0, 100, 8, 101, 0, 100.01, 8, 101.01, 0, 99.99, 8, 100.99);
    assertThat(now.change().orElseThrow().probability()).isLessThan(0.001);
    assertThat(now.state()).isEqualTo(State.SAME);
  }

  @Test
  void aPlaceOfCandidatesThatCannotBeTestedHasAllOfThem() {
    Bisection now = of(4, Set.of(1, 2), 0, 100, 3, 120, 0, 101, 3, 121, 0, 99, 3, 119);
    assertThat(now.state()).isEqualTo(State.FOUND);
    assertThat(now.found()).containsExactly(1, 2, 3);
  }

  /** The rule stops at 95 %: of 200 seeded tries at least 95 % are right. */
  @Test
  void theConfidenceIsNotTooHigh() {
    Scenario scenario = new Scenario(64, 0.08);
    List<Try> tries =
        LongStream.range(0, 200)
            .mapToObj(seed -> BisectSimulation.run(scenario, RULE, 1000 + seed))
            .toList();
    assertThat(tries.stream().filter(Try::right)).hasSizeGreaterThanOrEqualTo(190);
    assertThat(tries.stream().mapToInt(each -> each.made().size()).average().orElseThrow())
        .isLessThan(40);
  }
}
