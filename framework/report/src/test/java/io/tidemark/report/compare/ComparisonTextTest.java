package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.runs.ComparedMetric;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTextTest {
  private static final Comparison NOTHING = new Comparison("w", "a", List.of(), 0.05, 0.01);

  private static Evidence evidence(double lowest, double highest, double detectable) {
    return new Evidence(lowest, highest, 0.5, 0.5, detectable, null);
  }

  private static Metric notShown(double change, Evidence evidence) {
    return new Metric(
        ComparedMetric.PUBLISH_P99,
        3,
        4,
        100,
        100 * (1 + change),
        change,
        Outcome.NOT_SHOWN,
        evidence);
  }

  private static String result(Metric metric) {
    return ComparisonText.cells(metric, NOTHING).get(5);
  }

  @Test
  void largeChangesAreFactors() {
    assertThat(ComparisonText.change(0.041)).isEqualTo("+4.1 %");
    assertThat(ComparisonText.change(9.99)).isEqualTo("+999.0 %");
    assertThat(ComparisonText.change(123)).isEqualTo("124 times");
    assertThat(ComparisonText.change(32_340)).isEqualTo("more than 1,000 times");
    assertThat(ComparisonText.change(-0.9959)).isEqualTo("0.0041 times");
    assertThat(ComparisonText.range(-0.49, 34.1)).isEqualTo("0.51 to 35.1 times");
    assertThat(ComparisonText.range(-0.99999, 34_000))
        .isEqualTo("less than 0.001 to more than 1,000 times");
    assertThat(result(notShown(12, evidence(-0.9, 2_000, 32_340))))
        .isEqualTo(
            "no difference shown; one of more than a factor of 10 would have been;"
                + " 5 % needs more than 1,000 runs each");
    assertThat(result(notShown(12, evidence(-0.9, 2_000, 0.06))))
        .startsWith("no difference shown; 6 % would have been; ");
  }

  @Test
  void anIntervalWithoutZeroThatIsNotShownHasTheReason() {
    Evidence alone = new Evidence(0.1, 5.7, 0.01, 0.08, 5.02, null);
    assertThat(result(notShown(2.7, alone)))
        .startsWith(
            "no difference shown after the correction for several tests;"
                + " 502 % would have been; ");
  }
}
