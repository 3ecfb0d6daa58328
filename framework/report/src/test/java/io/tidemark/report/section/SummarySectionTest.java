package io.tidemark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.RunParts;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.RunTitle;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SummarySectionTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @Test
  void drawsRunsSideBySideAndSaysWhatCannotBeCompared() {
    RunResult three = SampleRuns.sample();
    RunResult one = SampleRuns.onOneNode(three);
    Golden.assertSealed("comparison.txt", render(three, one, SampleRuns.invalid()));
  }

  @Test
  void comparesEqualClustersWithoutAWarning() {
    RunIdentity second =
        new RunIdentity("2", "1 topic / 3 partitions, 1 KB", "quickstart", "other", 1, 1, 0);
    assertThat(render(SampleRuns.sample(), SampleRuns.withIdentity(SampleRuns.sample(), second)))
        .doesNotContain("not directly comparable");
  }

  @Test
  void setsTheSameStepOfAllDriversTogether() {
    RunResult one = SampleRuns.requestReply();
    RunResult other = SampleRuns.withRequestReply(one, RunParts.identity("other", "local-jms"));
    Golden.assertSealed("comparison-request-reply.txt", render(one, other));
  }

  @Test
  void ratesAreShownForRunsWithAndWithoutRequests() {
    RunResult asks = SampleRuns.requestReply();
    RunResult same = SampleRuns.withIdentity(SampleRuns.sample(), asks.identity());
    assertThat(render(asks, same)).contains("published/s", "round trips/s", "native");
  }

  private static String render(RunResult... runs) {
    return new TerminalRenderer(UNICODE)
        .render(
            SummarySection.document(Stream.of(runs).map(SummarySectionTest::reported).toList()));
  }

  private static ReportedRun reported(RunResult run) {
    RunIdentity id = run.identity();
    return ReportedRun.of(
        new RunTitle(id.workloadName(), id.driverName(), id.iteration(), id.iterations()),
        Path.of(""),
        run);
  }
}
