package io.tidemark.report.answer;

import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.ReportAnswer.Tone;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.runs.ReportedRun;
import java.util.List;

/** Runs without a usable figure. */
record Unanswered(List<ReportedRun> runs) implements AnswerPattern {
  Unanswered {
    runs = List.copyOf(runs);
  }

  @Override
  public String question() {
    return "What do these runs show?";
  }

  @Override
  public Statement headline() {
    return new Statement("", "No answer: " + Cause.ofAll(runs) + ".", Tone.BAD);
  }

  @Override
  public int fewest() {
    return 0;
  }

  @Override
  public boolean isAnswered() {
    return false;
  }

  @Override
  public List<Statement> statements() {
    return List.of();
  }

  @Override
  public List<Chart> charts() {
    return List.of();
  }
}
