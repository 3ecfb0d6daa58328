package io.tidemark.report.answer;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleRuns;
import io.tidemark.verdict.ConditionRule.OtherProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer that runs with a failover between two sites give. */
class FailoverAnswerTest {
  @TempDir Path folder;

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
  void itIsWhatIsMissingAndTheTimesWithTheirErrors() throws IOException {
    Finding disturbed =
        new OtherProcesses("a", 81, "81 % of the CPU: yes 81 %").finding(Severity.REMARK);
    List<String> because = List.of("cpu-starved");
    Map<String, List<RunResult>> runs = new LinkedHashMap<>();
    runs.put("two failovers", List.of(SampleFailover.run(), SampleFailover.complete()));
    runs.put(
        "a small error",
        List.of(
            failover(
                FigureValidity.of(true, because, FigureError.ofNanos(100_000_000)), disturbed)));
    runs.put(
        "a large error",
        List.of(failover(FigureValidity.of(false, because, FigureError.ofNanos(300_000_000)))));
    runs.put(
        "an unknown error",
        List.of(failover(FigureValidity.of(false, because, FigureError.UNKNOWN))));
    Map<String, ReportAnswer> answers = new LinkedHashMap<>();
    for (Map.Entry<String, List<RunResult>> each : runs.entrySet()) {
      answers.put(
          each.getKey(),
          AnswerTest.answer(
              folder.resolve(each.getKey()), each.getValue().toArray(RunResult[]::new)));
    }
    Golden.assertSealed("answers-failovers.txt", AnswerTest.text(answers));
  }
}
