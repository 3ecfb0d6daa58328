package io.tidemark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.RunParts;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.csv.PhasesCsv.RequestersCsv;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.RunTitle;
import io.tidemark.report.text.TerminalStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The three tables of a run of requests and replies. */
class RequestReplyReportsTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @Test
  void drawsTheStepsAndTheFateOfTheRequests() {
    String text =
        new TerminalRenderer(UNICODE).render(RunDocument.of(SampleRuns.requestReply(), List.of()));
    Golden.assertSealed("summary-request-reply.txt", text);
    assertThat(text.lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= TerminalRenderer.WIDTH);
  }

  @Test
  void setsTheSameStepOfAllDriversTogether() {
    RunResult one = SampleRuns.requestReply();
    RunResult other = SampleRuns.withRequestReply(one, RunParts.identity("other", "local-jms"));
    Golden.assertSealed(
        "comparison-request-reply.txt",
        new TerminalRenderer(UNICODE)
            .render(SummarySection.document(List.of(reported(one), reported(other)))));
  }

  static ReportedRun reported(RunResult run) {
    RunIdentity id = run.identity();
    return ReportedRun.of(
        new RunTitle(id.workloadName(), id.driverName(), id.iteration(), id.iterations()),
        Path.of(""),
        run);
  }

  @Test
  void writesOneRowForEachStep() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RunResult run = SampleRuns.requestReply();
    RequestersCsv.of(run).writeTo(out);
    Golden.assertSealed("requesters.csv", out.toString(StandardCharsets.UTF_8));
  }
}
