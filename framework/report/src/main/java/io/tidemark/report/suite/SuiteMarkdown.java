package io.tidemark.report.suite;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.RunSetComparison;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.section.ShownRuns;
import io.tidemark.report.section.SummarySection;
import io.tidemark.report.section.VerdictSection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The runs of a command as Markdown, for the page of a CI job. */
public final class SuiteMarkdown {
  private final List<RunOutcome> outcomes;

  private SuiteMarkdown(List<RunOutcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** Lines, each ended by a line feed. */
  public static String of(List<RunOutcome> outcomes) {
    SuiteMarkdown text = new SuiteMarkdown(List.copyOf(outcomes));
    return Stream.of(
            "## Tidemark: " + RunOutcome.counts(outcomes),
            text.answer(),
            MarkdownRenderer.of(new Document("", List.of(), text.sections())).stripTrailing())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  /** What the runs that were written say; empty if none was. */
  private String answer() {
    List<Path> directories =
        outcomes.stream()
            .flatMap(outcome -> outcome.directory().stream())
            .filter(Files::isDirectory)
            .toList();
    try {
      return directories.isEmpty()
          ? ""
          : MarkdownRenderer.of(Answers.of(ReportedRuns.ofCommand(directories)).document())
              .stripTrailing();
    } catch (ResultsException e) {
      return "No answer: " + MarkdownRenderer.escaped(Text.message(e));
    }
  }

  /** The sections of the report that have no charts. */
  private List<Section> sections() {
    List<ReportedRun> runs =
        outcomes.stream()
            .flatMap(
                outcome ->
                    outcome.run().stream()
                        .map(
                            run ->
                                ReportedRun.of(
                                    outcome.title(), outcome.directory().orElse(Path.of("")), run)))
            .toList();
    List<String> failed =
        outcomes.stream()
            .filter(outcome -> outcome.run().isEmpty())
            .map(outcome -> outcome.title().text() + ": " + outcome.reason())
            .toList();
    ShownRuns shown = ShownRuns.of(runs);
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("failed", "Without result").warnings(failed));
    sections.add(SummarySection.of(runs));
    sections.add(VerdictSection.of(shown));
    sections.addAll(RunDocument.sections(shown));
    sections.add(DifferencesSection.of(comparisons(), Optional.empty()));
    return sections;
  }

  /** Comparisons of the first system with each other one. */
  private List<Comparison> comparisons() {
    Map<String, List<ReportedRun>> systems = new LinkedHashMap<>();
    for (RunOutcome outcome : outcomes) {
      outcome
          .run()
          .filter(RunResult::usable)
          .map(run -> ReportedRun.of(outcome.directory().orElse(Path.of("")), run))
          .ifPresent(
              run ->
                  systems
                      .computeIfAbsent(outcome.title().system(), name -> new ArrayList<>())
                      .add(run));
    }
    List<RunSet> sets =
        systems.entrySet().stream()
            .map(each -> new RunSet(each.getKey(), each.getValue(), List.of()))
            .toList();
    return sets.size() > 1
        ? RunSetComparison.of(sets.get(0), sets.subList(1, sets.size()))
        : List.of();
  }
}
