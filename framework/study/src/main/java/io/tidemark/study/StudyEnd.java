package io.tidemark.study;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.report.answer.AnswerText;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.ComparisonText;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.LeaderboardText;
import io.tidemark.report.text.MarkdownTable;
import io.tidemark.runs.Console;
import java.nio.file.Path;
import java.util.List;

/** What a study ends with: report, comparison and leaderboard, as files and on screen. */
record StudyEnd(Path folder, Console console) {

  /** Writes the files about the runs that are done. */
  void write() throws ResultsException {
    ReportedRuns runs = ReportedRuns.read(List.of(folder));
    runs.leftOut().forEach(line -> console.note("left out " + line));
    String name = runs.study().orElseThrow().name();
    List<Comparison> comparisons = StudyComparison.ofEnvironments(runs);
    Leaderboard board = Leaderboard.of(runs);
    if (!comparisons.isEmpty()) {
      console.print(ComparisonText.render(comparisons, console.style()).stripTrailing());
      String text = ComparisonText.markdown(comparisons);
      write("comparison.md", "# Comparison: " + MarkdownTable.escaped(name) + "\n\n" + text);
    }
    console.print("\nLeaderboard\n" + LeaderboardText.render(board).stripTrailing());
    StringBuilder leaderboard =
        new StringBuilder("# Leaderboard: ").append(MarkdownTable.escaped(name));
    leaderboard.append("\n\n").append(LeaderboardText.markdown(board));
    ReportAnswer answer = Answers.of(runs, comparisons);
    console.print("");
    AnswerText.lines(answer, console.style()).forEach(console::print);
    write("summary.md", AnswerText.markdown(answer, name));
    write("leaderboard.md", leaderboard.toString());
    write("report.html", ReportPage.html(runs, List.of()));
    console.print("\nReport: " + folder.resolve("report.html"));
  }

  private void write(String name, String text) throws ResultsException {
    ResultFiles.replaceFile(folder.resolve(name), text);
  }
}
