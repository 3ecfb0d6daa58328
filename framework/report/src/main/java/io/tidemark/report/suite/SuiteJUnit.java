package io.tidemark.report.suite;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.file.JUnitXml;
import io.tidemark.report.file.JUnitXml.Problem;
import io.tidemark.report.file.JUnitXml.Problem.Kind;
import io.tidemark.report.section.LatencySection;
import io.tidemark.report.section.RateSection;
import io.tidemark.report.section.ShownRuns;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.VerdictText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runs of a command as JUnit XML: each run is a test case. It is a failure if the run is FAILED
 * or INVALID, and an error if the run was aborted or has no result.
 */
public final class SuiteJUnit {
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
