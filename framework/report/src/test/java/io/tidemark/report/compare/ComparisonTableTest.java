package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @Test
  void drawsRunsByWorkloadAndSaysWhatCannotBeCompared() {
    RunResult three = SampleRuns.sample();
    RunResult one = SampleRuns.onOneNode(three);
    String text = render(three, one, SampleRuns.invalid());
    Golden.assertSealed("comparison.txt", text);
    assertThat(text).contains("not directly comparable: the clusters differ");
    assertThat(text.lines()).allMatch(line -> TextTable.width(line) <= 110);
  }

  @Test
  void comparesEqualClustersWithoutAWarning() {
    RunIdentity second =
        new RunIdentity("2", "1 topic / 3 partitions, 1 KB", "quickstart", "other", 1, 1, 0);
    assertThat(render(SampleRuns.sample(), SampleRuns.withIdentity(SampleRuns.sample(), second)))
        .doesNotContain("not directly comparable");
  }

  @Test
  void isEmptyWithoutRuns() {
    assertThat(ComparisonTable.render(List.of(), UNICODE)).isEmpty();
  }

  private static String render(RunResult... runs) {
    return ComparisonTable.render(List.of(runs), UNICODE);
  }
}
