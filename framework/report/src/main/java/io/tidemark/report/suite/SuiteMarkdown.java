package io.tidemark.report.suite;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.answer.AnswerText;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.answer.ReportAnswer;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.ComparisonText;
import io.tidemark.report.compare.RunSetComparison;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.text.DamageMarks;
import io.tidemark.report.text.MarkdownTable;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.VerdictText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The runs of a command as Markdown, for the page of a CI job. */
public final class SuiteMarkdown {
  private static final TerminalStyle STYLE = TerminalStyle.UNICODE;

  /** In the order of the columns. */
  private static final Map<Measure, String> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put(Measure.PUBLISH_LATENCY, "publish");
    LATENCIES.put(Measure.END_TO_END, "end-to-end");
    LATENCIES.put(Measure.ROUND_TRIP, "round trip");
  }

  private final List<RunOutcome> outcomes;
  private final List<String> lines = new ArrayList<>();

  private SuiteMarkdown(List<RunOutcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** Lines, each ended by a line feed. */
  public static String of(List<RunOutcome> outcomes) {
    SuiteMarkdown text = new SuiteMarkdown(List.copyOf(outcomes));
    text.lines.add("## Tidemark: " + RunOutcome.counts(outcomes));
    text.answer();
    text.figures();
    text.reasons();
    text.objectives();
    text.remarks();
    text.comparison();
    return String.join("\n", text.lines) + "\n";
  }

  /** What the runs that were written say. */
  private void answer() {
    List<Path> directories =
        outcomes.stream()
            .flatMap(outcome -> outcome.directory().stream())
            .filter(Files::isDirectory)
            .toList();
    if (directories.isEmpty()) {
      return;
    }
    try {
      ReportAnswer answer = Answers.of(ReportedRuns.ofCommand(directories));
      paragraph(List.of(AnswerText.markdown(answer).stripTrailing()));
    } catch (ResultsException e) {
      paragraph(List.of("No answer: " + MarkdownTable.escaped(Text.message(e))));
    }
  }

  private void figures() {
    List<String> head = new ArrayList<>(List.of("run", "verdict", "intended/s", "published/s"));
    head.addAll(List.of("consumed/s", "round trips/s", "failed sends", "lost"));
    LATENCIES.forEach(
        (measure, name) -> Statistic.FEW.forEach(each -> head.add(name + " " + each.label())));
    MarkdownTable table = new MarkdownTable(2, head);
    outcomes.forEach(outcome -> table.row(figures(outcome)));
    paragraph(table.lines());
  }

  private static List<String> figures(RunOutcome outcome) {
    List<String> row = new ArrayList<>(List.of(outcome.title().text(), outcome.status()));
    Optional<RunResult> result = outcome.run();
    DamageMarks marks = result.map(DamageMarks::of).orElse(DamageMarks.NONE);
    boolean asks = result.filter(run -> run.requestReply().isPresent()).isPresent();
    row.add(cell(result.flatMap(run -> run.totals().intendedRatePerSecond()).map(Text::perSecond)));
    row.add(asks ? "" : rate(result, Counter.ACKNOWLEDGED));
    row.add(asks ? "" : rate(result, Counter.RECEIVED));
    row.add(asks ? rate(result, Counter.ANSWERED) : "");
    row.add(cell(result.map(run -> Text.count(run.delivery().failed()))));
    row.add(cell(result.flatMap(run -> run.delivery().lost()).map(Text::count)));
    for (Measure measure : LATENCIES.keySet()) {
      Optional<LatencyMicros> latency =
          result.flatMap(run -> run.totals().latencies().get(measure));
      Statistic.FEW.forEach(
          each -> row.add(cell(latency.map(l -> latency(marks, measure, each, l)))));
    }
    return row;
  }

  private static String latency(
      DamageMarks marks, Measure measure, Statistic statistic, LatencyMicros latency) {
    double micros = statistic.of(latency).doubleValue();
    return marks.time(measure, statistic.label(), micros, STYLE.latency(micros));
  }

  private static String rate(Optional<RunResult> result, Counter counter) {
    ToDoubleFunction<RunResult> rate = run -> run.totals().perSecond(counter);
    return cell(
        result
            .filter(run -> run.totals().lengthSeconds() > 0)
            .map(run -> DamageMarks.of(run).rate(Text.perSecond(rate.applyAsDouble(run)))));
  }

  private static String cell(Optional<String> text) {
    return text.orElse("");
  }

  /** Why runs are not VALID, and warnings. */
  private void reasons() {
    List<String> items = new ArrayList<>();
    for (RunOutcome outcome : outcomes) {
      outcome.run().map(DamageMarks::of).map(marks -> marks.notes(FigureGroup.values())).stream()
          .flatMap(List::stream)
          .forEach(note -> items.add(item(outcome, note)));
      if (outcome.run().isEmpty()) {
        items.add(item(outcome, outcome.reason()));
      }
      findings(outcome)
          .filter(Finding::counts)
          .forEach(finding -> items.add(item(outcome, finding.line())));
    }
    list("### Findings", items);
  }

  private static Stream<Finding> findings(RunOutcome outcome) {
    return outcome.run().stream().flatMap(run -> VerdictText.shown(run.verdict()).stream());
  }

  private static String item(RunOutcome outcome, String text) {
    return "- **%s**: %s"
        .formatted(MarkdownTable.escaped(outcome.title().text()), MarkdownTable.escaped(text));
  }

  private void objectives() {
    MarkdownTable table =
        new MarkdownTable(5, List.of("run", "objective", "condition", "measured", "met"));
    boolean any = false;
    for (RunOutcome outcome : outcomes) {
      List<ObjectiveResult> objectives =
          outcome.run().map(run -> run.verdict().objectives()).orElse(List.of());
      any |= !objectives.isEmpty();
      objectives.forEach(
          each ->
              table.row(
                  List.of(
                      outcome.title().text(),
                      each.key(),
                      each.condition(),
                      each.actual(),
                      each.met() ? "yes" : "NO")));
    }
    if (any) {
      paragraph(List.of("### Objectives"));
      paragraph(table.lines());
    }
  }

  private void remarks() {
    List<String> items = new ArrayList<>();
    for (RunOutcome outcome : outcomes) {
      findings(outcome)
          .filter(finding -> !finding.counts())
          .map(finding -> item(outcome, finding.line()))
          .forEach(items::add);
    }
    if (!items.isEmpty()) {
      String title = Text.plural(items.size(), "remark");
      list("<details><summary>" + title + "</summary>", items);
      paragraph(List.of("</details>"));
    }
  }

  /** Comparisons of the first system with each other one. */
  private void comparison() {
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
    if (sets.size() > 1) {
      List<Comparison> comparisons = RunSetComparison.of(sets.get(0), sets.subList(1, sets.size()));
      if (!comparisons.isEmpty()) {
        String text = ComparisonText.markdown(comparisons);
        paragraph(List.of(text.stripTrailing()));
      }
    }
  }

  private void list(String title, List<String> items) {
    if (!items.isEmpty()) {
      paragraph(List.of(title));
      paragraph(items);
    }
  }

  private void paragraph(List<String> added) {
    lines.add("");
    lines.addAll(added);
  }
}
