package io.tidemark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.RunParts;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.compare.ComparisonTable;
import io.tidemark.report.csv.RequestersCsv;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The three tables of a run of requests and replies. */
class RequestReplyReportsTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @Test
  void drawsTheStepsAndTheFateOfTheRequests() {
    String text = SummaryTable.render(SampleRuns.requestReply(), UNICODE, List.of());
    Golden.assertSealed("summary-request-reply.txt", text);
    assertThat(text.lines()).allMatch(line -> TextTable.width(line) <= Wrapped.WIDTH);
  }

  @Test
  void setsTheSameStepOfAllDriversTogether() {
    RunResult one = SampleRuns.requestReply();
    RunResult other = SampleRuns.withRequestReply(one, RunParts.identity("other", "local-jms"));
    Golden.assertSealed(
        "comparison-request-reply.txt", ComparisonTable.render(List.of((one), (other)), UNICODE));
  }

  @Test
  void writesOneRowForEachStep() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RunResult run = SampleRuns.requestReply();
    RequestersCsv.of(run, run.requestReply().orElseThrow()).writeTo(out);
    Golden.assertSealed("requesters.csv", out.toString(StandardCharsets.UTF_8));
  }
}
