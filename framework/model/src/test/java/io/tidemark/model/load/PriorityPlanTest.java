package io.tidemark.model.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityPlanTest {
  @Test
  void sharesAreThoseOfTheKey() {
    PriorityPlan plan = new PriorityPlan(Map.of("9", "5 %", "4", "70%", "0", 0.25), 7);
    assertThat(plan.all()).containsExactly(0, 4, 9);
    long[] messages = new long[plan.levels()];
    LongStream.range(0, 100_000).forEach(number -> messages[plan.level(3, number)]++);
    assertThat(messages[0]).isBetween(24_000L, 26_000L);
    assertThat(messages[1]).isBetween(69_000L, 71_000L);
    assertThat(messages[2]).isBetween(4_500L, 5_500L);
  }

  @Test
  void producersAndSeedsHaveDifferentPriorities() {
    Map<String, Object> even = Map.of("9", "50 %", "4", "50 %");
    PriorityPlan plan = new PriorityPlan(even, 1);
    PriorityPlan other = new PriorityPlan(even, 2);
    long ofProducers =
        LongStream.range(0, 1_000).filter(n -> plan.level(0, n) == plan.level(1, n)).count();
    long ofSeeds =
        LongStream.range(0, 1_000).filter(n -> plan.level(0, n) == other.level(0, n)).count();
    assertThat(ofProducers).isBetween(400L, 600L);
    assertThat(ofSeeds).isBetween(400L, 600L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          9   | 5 %  | 4 | 90 % | has shares of together 95.0 %
          9   | 5 %  | 4 | 96 % | has shares of together 101.0 %
          256 | 5 %  | 4 | 95 % | got 256: 5 %
          -1  | 5 %  | 4 | 95 % | got -1: 5 %
          high | 5 % | 4 | 95 % | got high: 5 %
          9   | some | 4 | 95 % | got 9: some
          9   | 0 %  | 4 | 100 % | got 9: 0 %
          """)
  void wrongSharesAreNamedWithWhatIsAllowed(
      String one, String share, String other, String rest, String problem) {
    assertThat(PriorityPlan.problem(Map.of(one, share, other, rest)))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith(problem)
                    .contains("; allowed 1 to 32 priorities from 0 to 255"));
    assertThat(PriorityPlan.problem(Map.of("9", "5 %", "4", "95 %"))).isEmpty();
  }
}
