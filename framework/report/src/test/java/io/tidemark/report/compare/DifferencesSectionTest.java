package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DifferencesSectionTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference P99 =
      MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p99"));
  private static final Comparison NOTHING = new Comparison("w", "w", "a", List.of(), 0.05, 0.01);

  private static Evidence evidence(double lowest, double highest, double detectable) {
    return new Evidence(lowest, highest, 0.5, 0.5, detectable, null);
  }

  private static Metric notShown(double change, Evidence evidence) {
    return new Metric(P99, 3, 4, 100, 100 * (1 + change), change, Outcome.NOT_SHOWN, evidence);
  }

  private static String result(Metric metric) {
    return DifferencesSection.result(metric, NOTHING).text();
  }

  @Test
  void largeChangesAreFactors() {
    assertThat(DifferencesSection.change(0.041)).isEqualTo("+4.1 %");
    assertThat(DifferencesSection.change(9.99)).isEqualTo("+999.0 %");
    assertThat(DifferencesSection.change(123)).isEqualTo("124 times");
    assertThat(DifferencesSection.change(32_340)).isEqualTo("more than 1,000 times");
    assertThat(DifferencesSection.change(-0.9959)).isEqualTo("0.0041 times");
    assertThat(DifferencesSection.range(-0.49, 34.1)).isEqualTo("0.51 to 35.1 times");
    assertThat(DifferencesSection.range(-0.99999, 34_000))
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

  @Test
  void changesAtALimitAreStillPercent() {
    assertThat(DifferencesSection.change(10)).isEqualTo("+1000.0 %");
    assertThat(DifferencesSection.change(-0.99)).isEqualTo("-99.0 %");
    assertThat(DifferencesSection.change(0.01)).isEqualTo("+1.0 %");
    assertThat(DifferencesSection.change(-0.0099)).isEqualTo("-0.99 %");
    assertThat(DifferencesSection.change(999)).isEqualTo("1000 times");
    assertThat(DifferencesSection.range(-0.1, 0.2)).isEqualTo("-10.0 to +20.0 %");
    assertThat(DifferencesSection.range(-0.995, 0.2)).isEqualTo("0.005 to 1.2 times");
  }

  @Test
  void theLeastDetectableChangeIsAFactorAboveTen() {
    assertThat(result(notShown(0, evidence(0, 1, 10)))).contains("; 1,000 % would have been;");
    assertThat(result(notShown(0, evidence(0, 1, 10.1))))
        .contains("; one of more than a factor of 10 would have been;");
    assertThat(result(notShown(0, evidence(0, 1, 0.124)))).contains("; 12 % would have been;");
    assertThat(result(notShown(0, evidence(0, 1, 0.0123)))).contains("; 1.2 % would have been;");
  }

  @Test
  void anIntervalAtTheLevelIsNotCalledCorrected() {
    Evidence atLevel = new Evidence(0, 1, Comparison.LEVEL, 0.1, 0.2, 30);
    assertThat(result(notShown(0.5, atLevel)))
        .isEqualTo("no difference shown; 20 % would have been; 5 % needs 30 runs each");
  }

  private static Metric metric(
      MetricReference metric, Outcome outcome, double change, @Nullable Basis basis) {
    Evidence evidence =
        outcome == Outcome.SINGLE_RUN ? null : new Evidence(0.1, 0.3, 0.01, 0.02, 0.5, 9, basis);
    return new Metric(metric, 3, 4, 1_000, 1_000 * (1 + change), change, outcome, evidence);
  }

  private static Comparison comparison(Metric... metrics) {
    Side side =
        new Side(
            "b",
            List.of("nodes: 3 against 1"),
            List.of("acks: all against 1"),
            List.of("version: 1 against 2"),
            List.of(metrics));
    return new Comparison("w", "w", "a", List.of(side), 0.05, 0.02);
  }

  private static Section section(Comparison... comparisons) {
    return DifferencesSection.of(List.of(comparisons), Optional.empty());
  }

  private static List<String> texts(Table table) {
    return table.rows().stream()
        .map(row -> String.join("|", row.stream().map(Cell::text).toList()))
        .toList();
  }

  @Test
  void eachSideHasWhatDiffersAndThenItsMetrics() {
    Comparison comparison =
        comparison(
            metric(RATE, Outcome.HIGHER, 0.2, null),
            metric(P99, Outcome.EQUAL, 0.004, null),
            metric(
                MetricReference.of(Metrics.of(Measure.END_TO_END, "p99")),
                Outcome.SINGLE_RUN,
                0.5,
                null));
    List<Table> tables = section(comparison, comparison).tables();
    assertThat(tables)
        .extracting(Table::caption)
        .startsWith(
            "w: b against a (baseline): what differs", "w: b against a (baseline), 4 and 3 runs")
        .hasSize(4);
    assertThat(texts(tables.get(0)))
        .containsExactly(
            "not comparable|nodes: 3 against 1",
            "varied by the study|acks: all against 1",
            "differs|version: 1 against 2");
    assertThat(texts(tables.get(1)))
        .containsExactly(
            "publishRate|1,000/s|1,200/s|+20.0 %|+10.0 to +30.0 %|better: higher",
            "publishLatency.p99|1.00 ms|1.00 ms|+0.40 %|+10.0 to +30.0 %|equal within 2 %",
            "endToEnd.p99|1.00 ms|1.50 ms|+50.0 %|none|too few runs for statistics");
    assertThat(section(comparison).paragraphs(true)).hasSize(1);
  }

  @Test
  void betterIsGoodAndWorseIsBad() {
    assertThat(DifferencesSection.result(metric(RATE, Outcome.HIGHER, 0.2, null), NOTHING))
        .isEqualTo(Cell.of("better: higher", Tone.GOOD));
    assertThat(DifferencesSection.result(metric(P99, Outcome.HIGHER, 0.2, null), NOTHING))
        .isEqualTo(Cell.of("worse: higher", Tone.BAD));
    assertThat(DifferencesSection.result(metric(RATE, Outcome.LOWER, -1, null), NOTHING))
        .isEqualTo(Cell.of("worse: lower", Tone.BAD));
    assertThat(DifferencesSection.result(metric(P99, Outcome.LOWER, -0.2, null), NOTHING))
        .isEqualTo(Cell.of("better: lower", Tone.GOOD));
  }

  @Test
  void withoutMetricsThatIsSaid() {
    Side side = new Side("b", List.of(), List.of(), List.of(), List.of());
    Section section = section(new Comparison("w", "w", "a", List.of(side), 0.05, 0.01));
    assertThat(section.tables()).hasSize(1);
    assertThat(texts(section.tables().get(0)))
        .containsExactly("no figures|no metric was measured on both sides");
  }

  @Test
  void theMethodsOfAStudysTestedMetricsAreNamed() {
    Basis blocks = new Basis(Method.BLOCKS_DUNNETT, 4, 0.1, 0.05, 0.05);
    Basis welch = new Basis(Method.WELCH_HOLM, 3.25, 0.1, 0.05, 0.05);
    Comparison study =
        comparison(
            metric(RATE, Outcome.HIGHER, 0.2, blocks),
            metric(MetricReference.of(Metrics.CONSUME_RATE), Outcome.EXPLORATORY, 0.2, welch),
            metric(
                MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p50")),
                Outcome.EQUAL,
                0.2,
                blocks),
            metric(P99, Outcome.HIGHER, 0.2, welch));
    assertThat(texts(section(study).tables().get(0)))
        .endsWith(
            "tested by|publishRate, publishLatency.p50: blocks, Dunnett; 4 degrees of freedom",
            "tested by|publishLatency.p99: Welch, Holm; 3.3 degrees of freedom");
  }

  @Test
  void outsideAStudyOrWithoutAQuestionNoMethodIsNamed() {
    Basis welch = new Basis(Method.WELCH_HOLM, 3.25, 0.1, 0.05, 0.05);
    Metric exploratory = metric(RATE, Outcome.EXPLORATORY, 0.2, welch);
    Metric tested = metric(P99, Outcome.HIGHER, 0.2, welch);
    assertThat(texts(section(comparison(tested)).tables().get(0)))
        .noneMatch(text -> text.startsWith("tested by"));
    assertThat(texts(section(comparison(exploratory, tested)).tables().get(0)))
        .contains("tested by|publishLatency.p99: Welch, Holm; 3.3 degrees of freedom");
  }

  @Test
  void aChangeIsEqualOnlyIfItsIntervalIsWithinTheLimits() {
    assertThat(new Evidence(-0.009, 0.009, 1, 1, 0.1, 3).outcome(0, 0.01)).isEqualTo(Outcome.EQUAL);
    assertThat(new Evidence(-0.01, 0.009, 1, 1, 0.1, 3).outcome(0, 0.01))
        .isEqualTo(Outcome.NOT_SHOWN);
    assertThat(new Evidence(-0.009, 0.01, 1, 1, 0.1, 3).outcome(0, 0.01))
        .isEqualTo(Outcome.NOT_SHOWN);
  }

  @Test
  void aChangeIsShownBelowTheLevel() {
    assertThat(new Evidence(0.1, 0.2, 0, Comparison.LEVEL, 0.1, 3).outcome(0.15, 0.01))
        .isEqualTo(Outcome.NOT_SHOWN);
    assertThat(new Evidence(0.1, 0.2, 0, 0.0499, 0.1, 3).outcome(0.15, 0.01))
        .isEqualTo(Outcome.HIGHER);
    assertThat(new Evidence(-0.2, -0.1, 0, 0.0499, 0.1, 3).outcome(-0.15, 0.01))
        .isEqualTo(Outcome.LOWER);
  }
}
