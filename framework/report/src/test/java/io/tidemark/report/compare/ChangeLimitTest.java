package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.compare.ChangeLimit.ComparisonJUnit;
import io.tidemark.report.compare.ChangeLimit.ComparisonJUnit.Case;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeLimitTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);

  private static ChangeLimit limit(String text) {
    return ChangeLimit.of(text, MetricReference::compared);
  }

  private static Metric change(double change, Outcome outcome, @Nullable Evidence evidence) {
    return new Metric(RATE, 3, 3, 100, 100 * (1 + change), change, outcome, evidence);
  }

  private static Evidence evidence(double adjusted) {
    return new Evidence(-0.1, 0.1, adjusted, adjusted, 0.1, 3);
  }

  @ParameterizedTest
  @CsvSource({
    "'  publishLatency.p99>10 % ', publishLatency.p99, false, 0.1",
    "publishRate < -5%, publishRate, true, -0.05",
    "publishRate worse by 5%, publishRate, true, -0.05",
    "endToEnd.p99  worse by 5 %, endToEnd.p99, false, 0.05",
    "roundTripRate at 8 requesters < -5%, roundTripRate at 8 requesters, true, -0.05",
    "recoveryTime > 5%, recoveryTime, false, 0.05",
  })
  void historyAndCompareHaveOneLanguage(String text, String metric, boolean least, double limit) {
    assertThat(limit(text).text()).isEqualTo(text.strip());
    assertThat(limit(text).metric()).isEqualTo(metric);
    assertThat(limit(text).least()).isEqualTo(least);
    assertThat(limit(text).limit()).isCloseTo(limit, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "publishRate, allowed a metric and a change in percent",
    "publishRate < 5, allowed a metric and a change in percent",
    "publishRate <= -5%, allowed a metric and a change in percent",
    "publishRate < many%, 'got many%'",
    "endToEnd.p99 worse by -5%, 'got -5%'",
    "endToEndd.p99 > 10%, 'unknown metric, got endToEndd.p99 (did you mean endToEnd.p99?)'",
    "e2e p99 worse by 10%, 'unknown metric, got e2e p99 (did you mean endToEnd.p99?)'",
    "unknown < -5%, 'unknown metric, got unknown; allowed publishRate, '",
    "failover.recoveryPointMessages > 5%, unknown metric",
  })
  void othersAreNoLimits(String text, String problem) {
    assertThatThrownBy(() -> limit(text)).hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "publishRate < -5%, -0.06, true",
    "publishRate < -5%, -0.05, false",
    "publishRate < -5%, 0.06, false",
    "publishRate > 5%, 0.06, true",
    "publishRate > 5%, 0.05, false",
    "publishRate > 5%, -0.06, false",
  })
  void figuresOfSingleRunsDecide(String text, double change, boolean exceeded) {
    assertThat(limit(text).isExceededBy(change(change, Outcome.SINGLE_RUN, null)))
        .isEqualTo(exceeded);
  }

  @ParameterizedTest
  @CsvSource({
    "LOWER, 0.049, true",
    "LOWER, 0.05, false",
    "EQUAL, 0.01, true",
    "NOT_SHOWN, 0.01, false",
  })
  void aChangeThatMayBeChanceDoesNotFail(Outcome outcome, double adjusted, boolean exceeded) {
    assertThat(limit("publishRate < -5%").isExceededBy(change(-0.2, outcome, evidence(adjusted))))
        .isEqualTo(exceeded);
    assertThat(limit("publishRate < -5%").isExceededBy(change(-0.01, outcome, evidence(adjusted))))
        .as("within the limit")
        .isFalse();
  }

  private static List<Case> cases(double change) {
    Side side =
        new Side(
            "b",
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new Metric(
                    MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p99")),
                    1,
                    1,
                    1,
                    1,
                    0,
                    Outcome.SINGLE_RUN,
                    null),
                change(change, Outcome.SINGLE_RUN, null)));
    return ComparisonJUnit.cases(
        List.of(new Comparison("w", "w", "a", List.of(side), 0.05, 0.01)),
        List.of(limit("publishRate < -5%"), limit("consumeRate < -5%")));
  }

  @Test
  void eachLimitIsATestCaseOfEachChangeOfItsMetric() {
    assertThat(cases(-0.073))
        .singleElement()
        .matches(Case::exceeded)
        .extracting(Case::text)
        .isEqualTo("w, b: publishRate -7.3 %, limit publishRate < -5%");
    assertThat(cases(-0.01)).singleElement().matches(each -> !each.exceeded());
  }

  @Test
  void junitReadsTheFailedLimits() {
    assertThat(ComparisonJUnit.xml(cases(-0.073)))
        .contains(
            "name=\"tidemark compare\"",
            "classname=\"w.b\"",
            "name=\"publishRate &lt; -5%\"",
            "<failure message=\"w, b: publishRate -7.3 %, limit publishRate &lt; -5%\"");
    assertThat(ComparisonJUnit.xml(cases(-0.01))).contains("w.b").doesNotContain("<failure");
  }
}
