package io.tidemark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in which a site failed: on the console and in its directory. */
class FailoverReportsTest {
  private static final RunResult RUN = SampleFailover.run();

  @TempDir Path folder;

  @Test
  void drawsWhatWasLostAndTheTimes() {
    String text =
        new TerminalRenderer(new TerminalStyle(true, false)).render(RunDocument.of(RUN, List.of()));

    Golden.assertSealed("summary-failover.txt", text);
    assertThat(text.lines())
        .anyMatch(line -> line.matches(" *missing at site B \\(RPO\\) +120"))
        .anyMatch(line -> line.matches(" *first message at site B after \\(RTO\\) +1.50 s"))
        .anyMatch(line -> line.matches(" *lag before the failure +300"))
        .allMatch(line -> line.codePointCount(0, line.length()) <= TerminalRenderer.WIDTH);
  }

  @Test
  void withoutAMissingMessageThereIsNoOldestOne() {
    String text =
        new TerminalRenderer(TerminalStyle.PLAIN)
            .render(RunDocument.of(SampleFailover.complete(), List.of()));

    assertThat(text).containsPattern("oldest missing message \\(RPO\\) +none is missing");
  }
}
