package io.tidemark.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.suite.RunOutcome;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.watch.DashboardFrame.Columns;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DashboardFrameTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);
  private static final TerminalStyle COLOURED = new TerminalStyle(true, true);

  @TempDir Path folder;
  private Progress progress;
  private Runs runs;

  @BeforeEach
  void threeRuns() {
    runs = new Runs(folder, 3, clock -> progress = new Progress(clock));
  }

  private List<String> frame(TerminalStyle style, int columns, int rows) {
    return DashboardFrame.of(
        progress, style, new DashboardFrame.Size(columns, rows), ZoneOffset.UTC);
  }

  private void twelveSeconds() {
    runs.starts(1);
    for (int i = 0; i < 11; i++) {
      runs.second(500, 1);
    }
    runs.event("BLOCKED", "memory alarm\u001b[2J").second(400, 8);
  }

  @Test
  void showsWhereTheRunsStand() {
    twelveSeconds();
    assertThat(String.join("\n", frame(UNICODE, 80, 24)))
        .isEqualTo(
            """
            ── run 1 of 3: small on kafka (iteration 1 of 3) ──────────────────────────────
             test          12/20 s  ████████████░░░░░░░░░ 60 %
             all runs               ████░░░░░░░░░░░░░░░░░ 22 %  56 s left, until 22:14
                                 now  last 2 min
             intended/s          500                                                 ██████
             sent/s              400                                                 ██████
             published/s         400                                                 ██████
             consumed/s          400                                                 ██████
             backlog             100                                                 ▁▁▁▁▁█
             in flight             3                                                 ██████
             latency            p50       p99     p99.9       max  p99, 2 min
             end-to-end     2.00 ms   8.00 ms   16.0 ms   24.0 ms                       ▂▂█
             publish        1.00 ms   4.00 ms   8.00 ms   12.0 ms                       ▂▂█
             ! objective endToEnd.p99 <= 2ms: not met in 1 of 12 samples
             ! 22:13:35 BLOCKED connection 1: memory alarm\\u001b[2J
            """
                .stripTrailing());
  }

  @Test
  void showsWhatIsDoneBeforeTheLoadAndAfterIt() {
    assertThat(frame(UNICODE, 80, 24)).isEmpty();
    progress.starts(runs.run(1));
    progress.note("waiting for the broker");
    assertThat(frame(UNICODE, 80, 24))
        .hasSizeLessThanOrEqualTo(3)
        .contains(" waiting for the broker");
    twelveSeconds();
    progress.ended(RunOutcome.failed(runs.run(1).title(), "the broker has gone"));
    assertThat(frame(UNICODE, 80, 24)).contains(" without result: the broker has gone");
  }

  @ParameterizedTest
  @CsvSource({"80,24", "60,24", "40,10", "20,5", "200,50", "80,8", "80,1", "1,1"})
  void fitsIntoTheTerminal(int columns, int rows) {
    twelveSeconds();
    for (TerminalStyle style : List.of(UNICODE, COLOURED, TerminalStyle.PLAIN)) {
      List<String> frame = frame(style, columns, rows);
      assertThat(frame).hasSizeBetween(1, Math.max(1, rows - 3));
      assertThat(frame).allMatch(line -> Columns.of(line) < columns);
    }
  }

  @Test
  void theMostImportantLinesAreShownOnAShortTerminal() {
    twelveSeconds();
    assertThat(frame(UNICODE, 80, 8))
        .hasSize(5)
        .anyMatch(line -> line.startsWith(" test "))
        .anyMatch(line -> line.startsWith(" published/s "))
        .anyMatch(line -> line.contains("BLOCKED"));
  }

  @Test
  void isPlainAsciiWhereTheTerminalHasNoMore() {
    twelveSeconds();
    assertThat(frame(TerminalStyle.PLAIN, 80, 24)).allMatch(line -> line.matches("[ -~]*"));
  }

  @Test
  void textsOfOthersHaveNoControlCharacters() {
    twelveSeconds();
    assertThat(frame(COLOURED, 80, 24))
        .anyMatch(line -> line.contains("memory alarm\\u001b[2J"))
        .noneMatch(line -> line.replaceAll("\u001b\\[[0-9;]*m", "").contains("\u001b"));
  }

  @Test
  void saysThatNothingCame() {
    runs.starts(1).second(500, 1).second(0, 0);
    assertThat(frame(UNICODE, 80, 24)).contains(" ! no messages in the last sample");
  }
}
