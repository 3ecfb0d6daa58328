package io.tidemark.report.answer;

import static io.tidemark.report.SampleFaults.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.FaultReport.Flow;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.SampleFaults;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers that say what was measured: of how many runs, and of each system alike. */
class RequirementsTest {
  private static final Map<String, String> NONE = Map.of();
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final String PRODUCERS = "workload.producersPerTopic";

  @TempDir Path folder;

  private void run(String system, RunResult run) throws ResultsException {
    RunDirectory.write(folder.resolve(system), run, Map.of());
  }

  private ReportAnswer answer(String... systems) throws ResultsException {
    return Answers.of(ReportedRuns.read(List.of(systems).stream().map(folder::resolve).toList()));
  }

  private static List<String> cells(ReportAnswer answer, String row) {
    return answer.table().map(Table::rows).orElse(List.of()).stream()
        .filter(cells -> cells.get(0).text().equals(row))
        .flatMap(cells -> cells.stream().skip(1))
        .map(Cell::text)
        .toList();
  }

  /** That carried 900 of 1,500 messages before a fault, and had them again at once. */
  private static FaultReport belowTheLoad() {
    Flow flow =
        new Flow(
            900,
            Optional.of(1_500.0),
            100,
            0,
            Optional.empty(),
            Optional.of(0.2),
            Optional.empty(),
            3_000,
            Optional.empty(),
            Optional.of(60.0));
    FaultReport fault = fault("node-dies", Optional.of(0.4));
    Effect effect =
        fault
            .effect()
            .orElseThrow()
            .with()
            .publish(Optional.of(flow))
            .deliver(Optional.of(flow))
            .build();
    return fault.withEffect(Optional.of(effect));
  }

  private static RunResult withDelivery(RunResult run, DeliveryReport delivery) {
    return run.with(DeliveryReport.PART, delivery);
  }

  @Test
  void aDecisionUnderAFaultBeginsWithWhatEachSystemMisses() throws ResultsException {
    run("kafka", SampleFaults.run(fault("node-dies", Optional.of(2.6))));
    DeliveryReport delivery = SampleRuns.invalid().delivery().withFailed(341L);
    run("rabbitmq", withDelivery(SampleFaults.run(belowTheLoad()), delivery));

    ReportAnswer answer = answer("kafka", "rabbitmq");

    assertThat(answer.headline().text())
        .startsWith("Of 6 requirements: kafka meets all; rabbitmq misses 3 (no lost messages;")
        .contains("2 not measurable (no messages out of order; recovery to 99 % of the intended");
    assertThat(cells(answer, "no failed sends")).containsExactly("met", "missed: 348");
    assertThat(cells(answer, "no duplicates")).containsExactly("met", "missed: 5");
    assertThat(cells(answer, "recovery to 99 % of the intended rate"))
        .containsExactly(
            "met: 2.60 s", "not measurable: 900/s of the intended 1,500/s before the fault");
    assertThat(answer.statements())
        .extracting(Statement::text)
        .anyMatch(text -> text.startsWith("not back to 99 % of the intended rate after the fault"));
  }

  @Test
  void anObjectiveSaysByHowMuchItIsMissedAndInHowManyRuns() throws ResultsException {
    for (boolean met : List.of(true, false)) {
      ObjectiveResult objective =
          new ObjectiveResult("publishLatency.p99", "<= 20ms", met ? "6 ms" : "31 ms", met);
      Verdict verdict =
          new Verdict(met ? Status.VALID : Status.FAILED, List.of(), List.of(objective));
      run("b", SampleRuns.withVerdict(SampleRuns.sample(), verdict));
      run("a", SampleRuns.sample());
    }
    ReportAnswer answer = answer("a", "b");
    assertThat(cells(answer, "p99 publish latency <= 20ms"))
        .containsExactly("met: 5.95 ms", "missed in 1 of 2 runs: 31 ms");
    assertThat(
            cells(
                answer,
                "no lost messages, no failed sends, no duplicates, no messages out of order"))
        .containsExactly("met", "met");
  }

  @Test
  void aRateInAWindowIsNotMeasurableIfRatesMustNotBeUsed() throws ResultsException {
    Verdict verdict =
        new Verdict(
            Status.INVALID,
            List.of(new Finding(Severity.INVALIDATES, "cpu-starved", "too little CPU")),
            List.of(new ObjectiveResult("publishRate.min(5s)", ">= 95%", "78 %", false)),
            Map.of(
                FigureGroup.RATES,
                FigureValidity.of(false, List.of("cpu-starved"), FigureError.UNKNOWN),
                FigureGroup.DELIVERY,
                FigureValidity.GOOD));
    run("a", SampleRuns.withVerdict(SampleRuns.sample(), verdict));
    run("b", SampleRuns.sample());
    assertThat(cells(answer("a", "b"), "publishRate.min(5s) >= 95%"))
        .containsExactly(
            "not measurable: rates inaccurate by an unknown amount",
            "not measurable: not an objective of the run");
  }

  private static RunResult starved(RunResult run) {
    Finding finding =
        new Finding(
            Severity.INVALIDATES,
            "cpu-starved",
            "worker local: it had too little CPU: the worker used 27 % of the cores",
            "",
            "use a second machine for the load, or lower the rate",
            Map.of());
    return SampleRuns.withVerdict(run, new Verdict(Status.INVALID, List.of(finding), List.of()));
  }

  @Test
  void withoutAUsableRunTheAnswerIsTheCauseAndTheNextStep() throws ResultsException {
    for (String system : List.of("kafka", "kafka", "rabbitmq", "rabbitmq")) {
      run(system, starved(SampleRuns.sample()));
    }
    assertThat(answer("kafka", "rabbitmq").headline().sentence())
        .isEqualTo(
            "No answer: all 4 runs INVALID: cpu starved; use a second machine for the load, or"
                + " lower the rate.");
  }

  @Test
  void severalWorkloadsAreATableWithTheRateThatEachSystemCarries() throws ResultsException {
    RunIdentity steps =
        new RunIdentity("r", "steps", "steps", "kafka-strimzi-local", 1, 1, 1_000_000_000_000L);
    run("a", SampleRuns.sample());
    run("a", SampleRuns.withIdentity(SampleRuns.ramp(), steps));
    run("b", SampleRuns.sample());
    run("b", SampleRuns.withIdentity(starved(SampleRuns.sample()), steps));

    ReportAnswer answer = answer("a", "b");

    assertThat(answer.headline().text())
        .isEqualTo(
            "Within the objectives, of 2 situations: a in all; b in 1, 1 not measurable (steps).");
    assertThat(cells(answer, "steps"))
        .containsExactly("5,000 msg/s", "not measurable: INVALID: cpu starved");
  }

  private static void damaged(
      SampleStudy study, String system, int block, double rate, boolean by) {
    study.run(
        system,
        NONE,
        block,
        Map.of(RATE, rate),
        Optional.empty(),
        by
            ? Map.of(
                FigureGroup.RATES,
                FigureValidity.of(false, List.of("cpu-starved"), FigureError.UNKNOWN))
            : Map.of());
  }

  /** Two of three runs damaged: the figure is that of one run, and says so. */
  @Test
  void theNumberOfRunsIsThatOfTheFigure() {
    SampleStudy study = AnswerTest.rates();
    damaged(study, "rf1", 1, 1_360_000, false);
    damaged(study, "rf1", 2, 1_000_000, true);
    damaged(study, "rf1", 3, 900_000, true);
    ReportAnswer answer = Answers.of(study.study());
    assertThat(answer.headline().sentence()).isEqualTo("rf1: Publish rate 1,360,000/s, n = 1.");
    assertThat(answer.trust().sentence())
        .isEqualTo(
            "Rough figures only: a figure is of a single run: how much runs vary is not known.");
  }

  @Test
  void twoRunsAreShownAsValuesWithoutAnInterval() {
    ReportAnswer level = Answers.of(AnswerTest.rates().runs("a", NONE, RATE, 100, 8_000).study());
    assertThat(level.headline().sentence()).isEqualTo("a: Publish rate 100/s and 8,000/s, n = 2.");
    assertThat(level.trust().level()).isEqualTo(Trust.Level.ROUGH);
    assertThat(level.charts().get(0).lines()).allMatch(line -> line.low().length == 0);
    ReportAnswer change =
        Answers.of(
            AnswerTest.rates()
                .runs("a", NONE, RATE, 100, 101)
                .runs("b", NONE, RATE, 200, 203)
                .study());
    assertThat(change.headline().sentence())
        .contains("200/s and 203/s instead of 100/s and 101/s")
        .doesNotContain("95 %");
  }

  private static SampleStudy ofTls() {
    return AnswerTest.rates()
        .matrix(PRODUCERS, "1", "4")
        .runs("plain", Map.of(PRODUCERS, "1"), RATE, 100, 101, 102)
        .runs("plain", Map.of(PRODUCERS, "4"), RATE, 200, 203, 202)
        .runs("tls", Map.of(PRODUCERS, "1"), RATE, 50, 51, 52)
        .runs("tls", Map.of(PRODUCERS, "4"), RATE, 199, 204, 202);
  }

  @Test
  void theFirstSentenceIsAboutWhatTheStudyCompares() {
    assertThat(Answers.of(ofTls().compare("environments", PRODUCERS).study()).headline().sentence())
        .isEqualTo(
            "Publish rate compared with plain: tls 50 % lower with producersPerTopic 1, equal"
                + " within 5 % with producersPerTopic 4, n = 3.");
    assertThat(Answers.of(ofTls().compare(PRODUCERS).study()).headline().sentence())
        .startsWith("Publish rate from producersPerTopic 1 to 4: ");
    assertThat(Answers.of(ofTls().study()).headline().sentence())
        .startsWith("Publish rate from producersPerTopic 1 to 4: ");
  }
}
