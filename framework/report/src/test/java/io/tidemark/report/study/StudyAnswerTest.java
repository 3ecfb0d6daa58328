package io.tidemark.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.Comparison.Side;
import io.tidemark.report.compare.ComparisonText;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyAnswerTest {
  private static final double NONE = 0;
  private static final Comparison NOTHING = comparison("w");

  private static Metric metric(
      ComparedMetric metric, double change, Outcome outcome, @Nullable Evidence evidence) {
    return new Metric(metric, 3, 4, 100, 100 * (1 + change), change, outcome, evidence);
  }

  private static Evidence evidence(double lowest, double highest, double detectable) {
    return new Evidence(lowest, highest, 0.5, 0.5, detectable, null);
  }

  private static Comparison comparison(String workload, Metric... metrics) {
    Side side = new Side("b", List.of(), List.of(), List.of(), List.of(metrics));
    return new Comparison(workload, "a", List.of(side), 0.05, 0.01);
  }

  @Test
  void aSystemHasOneSentenceWithAllThatWasShown() {
    Comparison one =
        comparison(
            "w",
            metric(ComparedMetric.PUBLISH_RATE, 0.041, Outcome.HIGHER, evidence(0.012, 0.07, 0.02)),
            metric(ComparedMetric.PUBLISH_P50, 0.001, Outcome.EQUAL, evidence(-0.001, 0.002, 0.02)),
            metric(ComparedMetric.PUBLISH_P99, 30, Outcome.HIGHER, evidence(20, 44, 2)),
            metric(ComparedMetric.END_TO_END_P50, 0.3, Outcome.NOT_SHOWN, evidence(-0.4, 1, 0.2)),
            metric(
                ComparedMetric.END_TO_END_P99, 3, Outcome.NOT_SHOWN, evidence(-0.4, 11, 32_340)));
    assertThat(StudyAnswer.sentences(List.of(one)))
        .containsExactly(
            "b (n = 4) against a (n = 3): publishRate is better: 104/s instead of 100/s, +4.1 % (95"
                + " %: +1.2 to +7.0 %); publishLatency.p99 is worse: 3.10 ms instead of 100 µs, 31"
                + " times (95 %: 21 to 45 times); publishLatency.p50 equal within 1 %; no"
                + " difference shown in endToEnd.p50, endToEnd.p99: so few runs, or runs that vary"
                + " so much, show only a factor of more than 10.");
  }

  @Test
  void aFailoverIsAnsweredWithWhatIsMissingAndTheTimes(@TempDir Path folder)
      throws ResultsException {
    RunDirectory.write(folder, SampleFailover.run(), Map.of());
    RunDirectory.write(folder, SampleFailover.complete(), Map.of());

    assertThat(StudyAnswer.of(ReportedRuns.read(List.of(folder)), List.of()))
        .containsExactly(
            "rabbitmq-two-sites (n = 2): 0 to 120 of 3,000 to 30,000 confirmed messages are missing"
                + " at site B; it has the first message 1.50 s and the last one 4 s after the"
                + " failure.");
  }

  private static RunResult failover(FigureValidity times, Finding... findings) {
    return SampleRuns.withVerdict(
        SampleFailover.run(),
        new Verdict(
            Status.INVALID,
            List.of(findings),
            List.of(),
            Map.of(
                FigureGroup.PUBLISH_LATENCY,
                FigureValidity.of(false, List.of("schedule-missed"), FigureError.UNKNOWN),
                FigureGroup.DELIVERY,
                FigureValidity.GOOD,
                FigureGroup.RECOVERY,
                times)));
  }

  @Test
  void theFiguresThatAreUsableGiveTheAnswerWithTheirError(@TempDir Path folder)
      throws ResultsException {
    FigureError small = FigureError.ofNanos(100_000_000);
    RunDirectory.write(
        folder,
        failover(
            FigureValidity.of(true, List.of("cpu-starved"), small),
            new Finding(
                Severity.REMARK,
                "other-processes",
                "on the machine of worker a other processes used 81 % of the CPU: yes 81 %")),
        Map.of());

    assertThat(StudyAnswer.of(ReportedRuns.read(List.of(folder)), List.of()))
        .containsExactly(
            "rabbitmq-two-sites (n = 1): 120 of 30,000 confirmed messages are missing at site B; it"
                + " has the first message 1.50 s and the last one 4 s after the failure (error at"
                + " most 100 ms).",
            "Disturbed: "
                + SampleFailover.run().identity().workloadName()
                + " on rabbitmq-two-sites, run 1: on the machine of worker a other processes used"
                + " 81 % of the CPU: yes 81 %.");
  }

  @Test
  void aTimeWithALargeErrorIsUnknown(@TempDir Path folder) throws ResultsException {
    FigureError large = FigureError.ofNanos(300_000_000);
    RunDirectory.write(
        folder, failover(FigureValidity.of(false, List.of("cpu-starved"), large)), Map.of());

    assertThat(StudyAnswer.of(ReportedRuns.read(List.of(folder)), List.of()).get(0))
        .contains("120 of 30,000 confirmed messages")
        .contains("the first message unknown and the last one 4 s after");
  }

  @Test
  void severalWorkloadsAreNamed() {
    Metric single = metric(ComparedMetric.PUBLISH_RATE, -0.5, Outcome.SINGLE_RUN, null);
    assertThat(StudyAnswer.sentences(List.of(comparison("w", single), comparison("x", single))))
        .containsExactly(
            "w: b (n = 4) against a (n = 3): publishRate -50.0 %, without statistics because one"
                + " side has a single run.",
            "x: b (n = 4) against a (n = 3): publishRate -50.0 %, without statistics because one"
                + " side has a single run.");
    assertThat(StudyAnswer.sentences(List.of(comparison("w")))).isEmpty();
  }

  @Test
  void largeChangesAreFactorsInTablesToo() {
    assertThat(ComparisonText.change(0.041)).isEqualTo("+4.1 %");
    assertThat(ComparisonText.change(9.99)).isEqualTo("+999.0 %");
    assertThat(ComparisonText.change(123)).isEqualTo("124 times");
    assertThat(ComparisonText.change(32_340)).isEqualTo("more than 1,000 times");
    assertThat(ComparisonText.change(-0.9959)).isEqualTo("0.0041 times");
    assertThat(ComparisonText.range(evidence(-0.49, 34.1, NONE))).isEqualTo("0.51 to 35.1 times");
    assertThat(ComparisonText.range(evidence(-0.99999, 34_000, NONE)))
        .isEqualTo("less than 0.001 to more than 1,000 times");
    assertThat(ComparisonText.cells(wide(32_340), NOTHING).get(5))
        .isEqualTo(
            "no difference shown; one of more than a factor of 10 would have been;"
                + " 5 % needs more than 1,000 runs each");
    assertThat(ComparisonText.cells(wide(0.06), NOTHING).get(5))
        .startsWith("no difference shown; 6 % would have been; ");
  }

  @Test
  void anIntervalWithoutZeroThatIsNotShownHasTheReason() {
    Evidence alone = new Evidence(0.1, 5.7, 0.01, 0.08, 5.02, null);
    Metric metric = metric(ComparedMetric.PUBLISH_P99, 2.7, Outcome.NOT_SHOWN, alone);
    assertThat(ComparisonText.cells(metric, NOTHING).get(5))
        .startsWith(
            "no difference shown after the correction for several tests;"
                + " 502 % would have been; ");
  }

  private static Metric wide(double detectable) {
    return metric(
        ComparedMetric.PUBLISH_P99, 12, Outcome.NOT_SHOWN, evidence(-0.9, 2_000, detectable));
  }
}
