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
import io.tidemark.report.study.LeaderboardSection;
import io.tidemark.runs.Console;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a study ends with: report, comparison and leaderboard, as files and on screen. */
public record StudyEnd(Path folder, Console console) {

  /** The answer of a study: what is on the screen and in its files. */
  public record Answered(Section differences, Section leaderboard, Document answer) {
    public static Answered of(ReportedRuns runs) throws ResultsException {
      List<Comparison> comparisons = StudyComparison.ofEnvironments(runs);
      return new Answered(
          DifferencesSection.of(comparisons, runs.study()),
          LeaderboardSection.of(runs),
          Answers.of(runs, comparisons).document());
    }

    /**
     * The texts of the files, by their names.
     *
     * @param study its name
     */
    public Map<String, String> files(String study) {
      Map<String, String> files = new LinkedHashMap<>();
      put(files, "comparison.md", "Comparison: " + study, differences);
      put(files, "leaderboard.md", "Leaderboard: " + study, leaderboard);
      files.put(
          "summary.md",
          "# " + MarkdownRenderer.escaped(study) + "\n\n" + MarkdownRenderer.of(answer));
      return files;
    }

    private static void put(Map<String, String> files, String name, String title, Section section) {
      if (!section.isEmpty()) {
        files.put(name, MarkdownRenderer.of(new Document(title, List.of(), List.of(section))));
      }
    }
  }

  /** Writes the files about the runs that are done. */
  void write() throws ResultsException {
    ReportedRuns runs = ReportedRuns.read(List.of(folder));
    runs.leftOut().forEach(line -> console.note("left out " + line));
    Answered answered = Answered.of(runs);
    console.print(
        new Document("", List.of(), List.of(answered.differences(), answered.leaderboard())));
    console.print("");
    console.print(answered.answer());
    for (var file : answered.files(runs.study().orElseThrow().name()).entrySet()) {
      ResultFiles.replaceFile(folder.resolve(file.getKey()), file.getValue());
    }
    ResultFiles.replaceFile(folder.resolve("report.html"), ReportPage.html(runs, List.of()));
    console.print("\nReport: " + folder.resolve("report.html"));
  }
}
