package io.tidemark.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.watch.DashboardFrame.Columns;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private static final String RED = "\u001b[31m";
  private static final String RESET = TerminalStyle.RESET;

  @Test
  void coloursTakeNoColumnsAndWideCharactersTwo() {
    assertThat(Columns.of(RED + "abc" + RESET)).isEqualTo(3);
    assertThat(Columns.of("负载 ▁█─")).isEqualTo(8);
  }

  @Test
  void aCutTextEndsItsColour() {
    assertThat(Columns.cut(RED + "abcdef" + RESET, 3)).isEqualTo(RED + "abc" + RESET);
    assertThat(Columns.cut(RED + "abc" + RESET, 3)).isEqualTo(RED + "abc" + RESET);
    assertThat(Columns.cut("abcdef", 3)).isEqualTo("abc");
    assertThat(Columns.cut("负载", 3)).isEqualTo("负");
  }
}
