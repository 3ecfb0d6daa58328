package io.tidemark.report.suite;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.RunSetComparison;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import io.tidemark.report.file.JUnitXml.Problem.Kind;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.section.LatencySection;
import io.tidemark.report.section.RateSection;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.section.SummarySection;
import io.tidemark.report.section.VerdictSection;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.VerdictText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files about all runs of a command. A new format is a class that makes its text, and an entry. */
public enum SuiteFormat {
  /** Test cases for CI servers; replaces the file. */
  JUNIT {
    @Override
    public void write(Path file, List<RunOutcome> outcomes) throws ResultsException {
      ResultFiles.replaceFile(file, SuiteJUnit.xml(outcomes));
    }
  },
  /** A summary in Markdown; added to the end of the file. */
  MARKDOWN {
    @Override
    public void write(Path file, List<RunOutcome> outcomes) throws ResultsException {
      ResultFiles.append(file, SuiteMarkdown.of(outcomes));
    }
  };

  /**
   * Writes the runs.
   *
   * @throws ResultsException if the file cannot be written, with path and reason
   */
  public abstract void write(Path file, List<RunOutcome> outcomes) throws ResultsException;

  /**
   * The runs of a command as JUnit XML: each run is a test case. It is a failure if the run is
   * FAILED or INVALID, and an error if the run was aborted or has no result.
   */
  public static final class SuiteJUnit {
    private SuiteJUnit() {}

    /** The file. */
    public static String xml(List<RunOutcome> outcomes) {
      return JUnitXml.of("tidemark", outcomes.stream().map(SuiteJUnit::of).toList());
    }

    private static JUnitXml.Case of(RunOutcome outcome) {
      return new JUnitXml.Case(
          outcome.title().workload(),
          outcome.title().name(),
          outcome.run().map(SuiteJUnit::seconds),
          problem(outcome),
          outcome.run().map(run -> output(run, outcome)).orElse(""));
    }

    private static double seconds(RunResult run) {
      return run.phases().stream().mapToDouble(PhaseResult::lengthSeconds).sum();
    }

    private static Optional<Problem> problem(RunOutcome outcome) {
      return switch (outcome.status()) {
        case "VALID" -> Optional.empty();
        case "FAILED", "INVALID" -> Optional.of(problem(Kind.FAILURE, outcome));
        default -> Optional.of(problem(Kind.ERROR, outcome));
      };
    }

    private static Problem problem(Kind kind, RunOutcome outcome) {
      return new Problem(
          kind, outcome.reason(), outcome.run().map(run -> findings(run.verdict())).orElse(""));
    }

    private static String findings(Verdict verdict) {
      List<String> lines = new ArrayList<>();
      VerdictText.shown(verdict).stream()
          .filter(Finding::counts)
          .forEach(finding -> lines.add(finding.line()));
      verdict.objectives().stream()
          .filter(objective -> !objective.met())
          .map(each -> "objective %s %s: %s".formatted(each.key(), each.condition(), each.actual()))
          .forEach(lines::add);
      return String.join("\n", lines);
    }

    private static String output(RunResult run, RunOutcome outcome) {
      ShownRuns shown = ShownRuns.of(run);
      TerminalRenderer renderer = new TerminalRenderer(TerminalStyle.PLAIN);
      List<String> lines = new ArrayList<>(renderer.content(RateSection.of(shown)));
      lines.addAll(renderer.content(LatencySection.of(shown)));
      lines.add("measured " + Text.duration(run.totals().lengthSeconds()));
      outcome.directory().ifPresent(directory -> lines.add("results in " + directory));
      return String.join("\n", lines);
    }
  }

  /** The runs of a command as Markdown, for the page of a CI job. */
  public static final class SuiteMarkdown {
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
                                      outcome.title(),
                                      outcome.directory().orElse(Path.of("")),
                                      run)))
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
}
