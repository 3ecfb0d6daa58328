package io.tidemark.features.study;

import io.tidemark.charts.page.ReportPage;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.BreakEven.LeaderboardSection;
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
    Section differences = DifferencesSection.of(comparisons, runs.study());
    Section leaderboard = LeaderboardSection.of(runs);
    console.print(new Document("", List.of(), List.of(differences, leaderboard)));
    write("comparison.md", "Comparison: " + name, differences);
    write("leaderboard.md", "Leaderboard: " + name, leaderboard);
    Document answer = Answers.of(runs, comparisons).document();
    console.print("");
    console.print(answer);
    write(
        "summary.md", "# " + MarkdownRenderer.escaped(name) + "\n\n" + MarkdownRenderer.of(answer));
    write("report.html", ReportPage.html(runs, List.of()));
    console.print("\nReport: " + folder.resolve("report.html"));
  }

  private void write(String name, String title, Section section) throws ResultsException {
    if (!section.isEmpty()) {
      write(name, MarkdownRenderer.of(new Document(title, List.of(), List.of(section))));
    }
  }

  private void write(String name, String text) throws ResultsException {
    ResultFiles.replaceFile(folder.resolve(name), text);
  }
}
