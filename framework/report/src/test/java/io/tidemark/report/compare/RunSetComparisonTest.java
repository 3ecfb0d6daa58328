package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunConditions;
import io.tidemark.report.runs.RunSet;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs outside a study, of which only figures, conditions and settings are known. */
class RunSetComparisonTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference P99 =
      MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p99"));
  private static final Map<String, String> NONE = Map.of();

  private static ReportedRun run(double rate) {
    return ReportedRun.unknown(Path.of("r"), "w", "d").withMetrics(Map.of(RATE, rate));
  }

  private static RunSet set(String label, ReportedRun... runs) {
    return new RunSet(label, List.of(runs), List.of());
  }

  private static RunSet rates(String label, double... rates) {
    return new RunSet(
        label, Arrays.stream(rates).mapToObj(RunSetComparisonTest::run).toList(), List.of());
  }

  private static Side side(RunSet baseline, RunSet other) {
    return RunSetComparison.of(baseline, List.of(other)).get(0).others().get(0);
  }

  private static Metric metric(Side side, MetricReference metric) {
    return side.metrics().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static Evidence evidence(Metric metric) {
    return Objects.requireNonNull(metric.evidence());
  }

  /** Two sides that differ in their conditions alone. */
  private static Side conditions(Map<String, String> before, Map<String, String> after) {
    return side(set("a", run(1).withConditions(before)), set("b", run(1).withConditions(after)));
  }

  private static List<String> differences(Map<String, String> before, Map<String, String> after) {
    return differences(subject(before, Set.of()), subject(after, Set.of()));
  }

  private static List<String> differences(ReportedRun before, ReportedRun after) {
    return side(set("a", before), set("b", after)).differences();
  }

  private static ReportedRun subject(Map<String, String> subject, Set<String> defaults) {
    return run(1).withSubject(subject).withDefaults(defaults);
  }

  @Test
  void aConditionThatDiffersIsAnObstacle() {
    assertThat(conditions(Map.of("nodes", "3", "k", "1"), Map.of("nodes", "1", "k", "1")))
        .extracting(Side::obstacles)
        .isEqualTo(List.of("nodes: 3 against 1"));
    assertThat(conditions(Map.of("nodes", "3"), Map.of("nodes", "3")).obstacles()).isEmpty();
  }

  @Test
  void conditionsThatOneSideDoesNotKnowAreNamedTogether() {
    assertThat(conditions(Map.of("a", "1", "b", "2", "c", "3"), Map.of("c", "3", "d", "4")))
        .extracting(Side::obstacles)
        .isEqualTo(List.of("known of one side only: a, b, d"));
  }

  @Test
  void aConditionThatChangesWithinBothSidesIsAnObstacle() {
    ReportedRun one = run(1).withConditions(Map.of("nodes", "1"));
    ReportedRun three = run(1).withConditions(Map.of("nodes", "3"));
    List<Comparison> all =
        RunSetComparison.of(set("old", one, three), List.of(set("new", one, three)));
    assertThat(all.get(0).obstacles()).containsExactly("new: nodes: 1 and 3 against 1 and 3");
  }

  @Test
  void settingsThatDifferAreWhatIsCompared() {
    assertThat(
            differences(Map.of("acks", "all", "linger", "1"), Map.of("acks", "1", "linger", "1")))
        .containsExactly("acks: all against 1");
    assertThat(differences(Map.of("acks", "all"), NONE)).containsExactly("acks: all against none");
  }

  @Test
  void onlyTheIdentityOfTwoDriversIsCompared() {
    assertThat(
            differences(
                Map.of("driverClass", "A", "acks", "all", "broker.version", "4.3"),
                Map.of("driverClass", "B", "quorum", "3", "broker.version", "9.4")))
        .containsExactly("broker.version: 4.3 against 9.4", "driverClass: A against B");
  }

  @Test
  void aStatedDefaultOfABrokerIsNoDifference() {
    String key = RunConditions.SETTING + "broker: log.segment.bytes";
    ReportedRun stated = subject(Map.of(key, "1 GB"), Set.of(key));
    ReportedRun absent = subject(NONE, Set.of());
    assertThat(differences(stated, subject(Map.of(key, "1 GB"), Set.of()))).isEmpty();
    assertThat(differences(stated, absent)).isEmpty();
    assertThat(differences(absent, stated)).isEmpty();
    assertThat(differences(Map.of(key, "2 GB"), NONE)).containsExactly(key + ": 2 GB against none");
    assertThat(differences(stated, subject(Map.of(key, "2 GB"), Set.of())))
        .containsExactly(key + ": 1 GB (default) against 2 GB");
  }

  @Test
  void onlyWorkloadsOfBothSidesAreCompared() {
    ReportedRun other = run(1).withWorkload("x");
    RunSet baseline = new RunSet("a", List.of(rates("a", 1).runs().get(0), other), List.of());
    List<Comparison> all = RunSetComparison.of(baseline, List.of(rates("b", 2), rates("c", 3)));
    assertThat(all).extracting(Comparison::workload).containsExactly("w");
    assertThat(all.get(0).others()).extracting(Side::label).containsExactly("b", "c");
    List<Comparison> one = RunSetComparison.of(baseline, List.of(rates("b", 2), set("c", other)));
    assertThat(one.get(0).others()).extracting(Side::label).containsExactly("b");
    assertThat(one.get(1).others()).extracting(Side::label).containsExactly("c");
  }

  @Test
  void severalRunsHaveStatistics() {
    Metric metric = metric(side(rates("a", 100, 101, 102), rates("b", 120, 122, 121)), RATE);
    assertThat(metric.outcome()).isEqualTo(Outcome.HIGHER);
    assertThat(metric.change()).isCloseTo(0.198, within(0.001));
    assertThat(evidence(metric).lowest()).isBetween(0.15, 0.198);
    assertThat(evidence(metric).highest()).isBetween(0.198, 0.25);
    assertThat(evidence(metric).adjusted()).isEqualTo(evidence(metric).probability());
    assertThat(evidence(metric).basis().level()).isEqualTo(0.05);
    assertThat(evidence(metric).basis())
        .hasToString(
            "Welch, Holm; %.1f degrees of freedom"
                .formatted(evidence(metric).basis().degreesOfFreedom()));
  }

  @Test
  void aSingleRunOfASideHasNone() {
    Metric metric = metric(side(rates("a", 100, 101), rates("b", 120)), RATE);
    assertThat(metric.outcome()).isEqualTo(Outcome.SINGLE_RUN);
    assertThat(metric.evidence()).isNull();
  }

  private static RunSet latencies(
      String label, Optional<Question> question, double rate, double... latencies) {
    return new RunSet(
        label,
        Arrays.stream(latencies)
            .mapToObj(
                p99 ->
                    run(rate)
                        .withMetrics(Map.of(RATE, rate + p99 / 9, P99, p99))
                        .withQuestion(question))
            .toList(),
        List.of());
  }

  @Test
  void severalTestsAreCorrected() {
    Side side =
        side(
            latencies("a", Optional.empty(), 100, 10, 11, 12),
            latencies("b", Optional.empty(), 150, 12, 13, 14));
    Evidence rate = evidence(metric(side, RATE));
    assertThat(rate.adjusted())
        .as("the smaller of two probabilities is doubled")
        .isCloseTo(2 * rate.probability(), within(1e-12));
    Evidence p99 = evidence(metric(side, P99));
    assertThat(p99.adjusted()).isEqualTo(p99.probability()).isGreaterThan(rate.adjusted());
    assertThat(rate.basis().level()).isEqualTo(0.025);
    assertThat(metric(side, RATE).outcome()).isEqualTo(Outcome.HIGHER);
    assertThat(metric(side, P99).change()).isCloseTo(0.18, within(0.01));
  }

  @Test
  void onlyTheMetricsOfAQuestionAreTested() {
    Optional<Question> asked = Optional.of(new Question(List.of("publishLatency.p99"), 0.5));
    RunSet before = latencies("a", asked, 100, 10, 11, 12);
    RunSet after = latencies("b", asked, 150, 12, 13, 14);
    Comparison comparison = RunSetComparison.of(before, List.of(after)).get(0);
    assertThat(comparison.effect()).isEqualTo(0.5);
    assertThat(comparison.equalWithin()).isEqualTo(0.5);
    Side side = comparison.others().get(0);
    assertThat(metric(side, P99).outcome()).isEqualTo(Outcome.EQUAL);
    assertThat(evidence(metric(side, P99)).basis().level()).isEqualTo(0.05);
    Metric rate = metric(side, RATE);
    assertThat(rate.outcome()).isEqualTo(Outcome.EXPLORATORY);
    assertThat(evidence(rate).adjusted()).isEqualTo(evidence(rate).probability());
    assertThat(DifferencesSection.method(List.of(comparison)))
        .contains("over the tested metrics of a table", "the others are exploratory");
  }

  @Test
  void aMetricWithALimitIsTestedToo() {
    Optional<Question> asked = Optional.of(new Question(List.of("publishLatency.p99"), 0.5));
    Comparison comparison =
        RunSetComparison.of(
                latencies("a", asked, 100, 10, 11, 12),
                List.of(latencies("b", asked, 1000, 12, 13, 14)),
                Optional.of(0.2),
                Set.of(RATE))
            .get(0);
    assertThat(comparison.effect()).isEqualTo(0.2);
    assertThat(comparison.equalWithin()).isEqualTo(0.5);
    assertThat(metric(comparison.others().get(0), RATE).outcome()).isEqualTo(Outcome.HIGHER);
  }

  @Test
  void aSingleRunOfAMetricThatIsNotAskedForIsExploratory() {
    Optional<Question> asked = Optional.of(new Question(List.of("publishLatency.p99"), 0.5));
    Metric rate =
        metric(side(latencies("a", asked, 100, 10), latencies("b", asked, 150, 12, 13)), RATE);
    assertThat(rate.outcome()).isEqualTo(Outcome.EXPLORATORY);
    assertThat(rate.evidence()).isNull();
  }

  @Test
  void withoutAQuestionAllMetricsAreTestedForFivePercent() {
    Comparison comparison = RunSetComparison.of(rates("a", 1, 2), List.of(rates("b", 2, 3))).get(0);
    assertThat(comparison.effect()).isEqualTo(Comparison.USUAL_EFFECT);
    assertThat(comparison.equalWithin()).isEqualTo(Comparison.NEGLIGIBLE);
    assertThat(DifferencesSection.method(List.of(comparison)))
        .endsWith("Holm's correction over the metrics of a table, level 5 %.");
  }

  @Test
  void programsGetTheSame() {
    assertThat(Comparison.json(RunSetComparison.of(rates("a", 1), List.of(rates("b", 2)))))
        .contains("\"workload\" : \"w\"", "\"metric\" : \"publishRate\"", "\"change\" : 1.0")
        .doesNotContain("varied", "evidence");
  }
}
