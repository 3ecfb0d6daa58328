package io.tidemark.report.answer;

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
import io.tidemark.report.answer.AnswerPicture.Dots;
import io.tidemark.report.answer.AnswerPicture.Panel;
import io.tidemark.report.answer.ReportAnswer.Limit;
import io.tidemark.report.answer.Trust.Level;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer that runs with a failover between two sites give. */
class FailoverAnswerTest {
  @TempDir Path folder;

  private ReportAnswer answer(RunResult... runs) throws ResultsException {
    return AnswerTest.answer(folder, runs);
  }

  @Test
  void aFailoverIsAnsweredWithWhatIsMissingAndTheTimes() throws ResultsException {
    ReportAnswer answer = answer(SampleFailover.run(), SampleFailover.complete());
    assertThat(answer.headline().sentence())
        .isEqualTo(
            "rabbitmq-two-sites: 0 to 120 of 3,000 to 30,000 confirmed messages of each run are"
                + " missing at site B; the first one is received there 1.50 s and the last one 4 s"
                + " after the failure, n = 2.");
    assertThat(answer.trust()).isEqualTo(new Trust(Level.USABLE, ""));
    assertThat(((Dots) answer.picture().orElseThrow()).panels())
        .extracting(Panel::title)
        .containsExactly(
            "Messages missing at site B",
            "Time from the failure to the first and the last message at site B");
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
  void theFiguresThatAreUsableGiveTheAnswerWithTheirError() throws ResultsException {
    FigureError small = FigureError.ofNanos(100_000_000);
    ReportAnswer answer =
        answer(
            failover(
                FigureValidity.of(true, List.of("cpu-starved"), small),
                new Finding(
                    Severity.REMARK,
                    "other-processes",
                    "on the machine of worker a other processes used 81 % of the CPU: yes 81 %")));
    assertThat(answer.headline().sentence())
        .isEqualTo(
            "rabbitmq-two-sites: 120 of 30,000 confirmed messages are missing at site B; the first"
                + " one is received there 1.50 s and the last one 4 s after the failure (killed 3"
                + " nodes of rabbitmq), accurate to 100 ms.");
    assertThat(answer.trust().sentence()).isEqualTo("Can be used.");
    assertThat(answer.limits())
        .extracting(Limit::text)
        .anyMatch(
            text -> text.startsWith("Inaccurate, but not in this answer: publish latency by "))
        .contains(
            "Disturbed: other processes used 81 % of the CPU: yes 81 %; repeat on a machine without"
                + " other work");
  }

  @Test
  void aTimeWithALargeErrorIsMarked() throws ResultsException {
    FigureError large = FigureError.ofNanos(300_000_000);
    ReportAnswer answer = answer(failover(FigureValidity.of(false, List.of("cpu-starved"), large)));
    assertThat(answer.headline().sentence())
        .contains("120 of 30,000 confirmed messages")
        .contains("the first one is received there about 1.50 s and the last one 4 s after")
        .endsWith(", accurate to 300 ms.");
    assertThat(answer.trust().sentence())
        .isEqualTo("Rough figures only: recovery times (inaccurate by up to 300 ms).");
  }

  @Test
  void aTimeWithAnUnknownErrorMustNotBeUsed() throws ResultsException {
    ReportAnswer answer =
        answer(failover(FigureValidity.of(false, List.of("x"), FigureError.UNKNOWN)));
    assertThat(answer.headline().sentence()).endsWith(", inaccurate by an unknown amount.");
    assertThat(answer.trust().sentence())
        .isEqualTo("Do not use these figures: recovery times (inaccurate by an unknown amount).");
  }
}
