package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names in stored runs are text on the page, not a part of it. */
class ComparisonMarkdownTest {
  private static final String HOSTILE = "<img src=x onerror=alert(1)> | [x](javascript:1) \u202e";

  private static RunSet set(String label) {
    RunIdentity identity = new RunIdentity("2", HOSTILE, "quickstart", "kafka", 1, 1, 0);
    RunResult run = SampleRuns.withIdentity(SampleRuns.sample(), identity);
    return new RunSet(label, List.of(ReportedRun.of(Path.of("r"), run)), List.of());
  }

  @Test
  void writesNoHtmlOfNames() {
    List<Comparison> comparisons = RunSetComparison.of(set("a"), List.of(set(HOSTILE)));
    String markdown = ComparisonText.markdown(comparisons);
    assertThat(markdown)
        .contains("&lt;img src=x", "\\[x\\](javascript:1)", "\\\\u202e")
        .doesNotContain("<img", "\u202e");
  }
}
