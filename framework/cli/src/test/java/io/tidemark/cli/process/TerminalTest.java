package io.tidemark.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runs.watch.DashboardFrame.Size;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void readsTheAnswerOfStty() {
    assertThat(Terminal.size("24 132\n")).contains(new Size(132, 24));
    assertThat(Terminal.size("0 0\n")).as("not known").contains(new Size(80, 24));
    assertThat(Terminal.size("")).as("no terminal").isEmpty();
  }
}
