package io.tidemark.report.text;

import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One run on the console: the verdict first, then what was measured, then where it is stored. */
public final class SummaryTable {
  private final RunResult run;
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private SummaryTable(RunResult run, TerminalStyle style) {
    this.run = run;
    this.style = style;
  }

  /**
   * Draws a run in at most 100 columns.
   *
   * @param files where its results are; may be empty
   * @return lines, each ended by a line feed
   */
  public static String render(RunResult run, TerminalStyle style, List<Path> files) {
    SummaryTable table = new SummaryTable(run, style);
    table.headline();
    table.facts();
    table.section("Search", SearchSection.lines(run, style));
    table.section("Failover", FailoverSection.lines(run, style));
    table.section("Rates", RateSection.lines(run, style));
    Optional<RequestReplyReport> asked = run.requestReply();
    if (asked.isPresent()) {
      table.section("Round trips", RequestReplySection.steps(run, style));
    } else {
      table.section("Phases", PhaseSection.lines(run, style));
    }
    table.section("Latency", LatencySection.lines(run, style));
    asked.ifPresent(
        report ->
            table.section(
                "Requests (whole run, with warm-up)", RequestReplySection.fate(report, style)));
    table.section("Traffic classes", ClassSection.lines(run, style));
    table.section("Messages (whole run, with warm-up)", MessageSection.lines(run, style));
    table.section("Efficiency", EfficiencySection.lines(run));
    table.section("Price", PriceSection.lines(run));
    table.section("Faults", FaultSection.lines(run, style));
    table.section("Disruptions", DisruptionSection.lines(run, style));
    table.objectives();
    table.findings();
    table.files(files);
    return String.join("\n", table.lines) + "\n";
  }

  /** The verdict of a run alone, drawn as in the summary. */
  public static String renderVerdict(RunResult run, TerminalStyle style, List<Path> files) {
    SummaryTable table = new SummaryTable(run, style);
    table.headline();
    table.objectives();
    table.findings();
    table.files(files);
    return String.join("\n", table.lines) + "\n";
  }

  private void headline() {
    RunIdentity id = run.identity();
    String iteration =
        id.iterations() > 1
            ? String.format(Locale.ROOT, " (%d of %d)", id.iteration(), id.iterations())
            : "";
    String reason = VerdictText.reason(run).map(text -> ": " + text).orElse("");
    lines.add(style.bold(id.workloadName() + " on " + id.driverName() + iteration));
    List<String> verdict = Wrapped.lines(run.verdict().status() + reason, Wrapped.WIDTH, "  ");
    verdict.forEach(line -> lines.add(VerdictText.coloured(run.verdict().status(), line, style)));
    VerdictText.warnings(run)
        .flatMap(text -> Wrapped.lines("WARNING: " + text, Wrapped.WIDTH, "  ").stream())
        .forEach(line -> lines.add(style.warning(line)));
    lines.add(style.rule(Wrapped.WIDTH));
  }

  private void facts() {
    RunFacts facts = new RunFacts(run, style);
    field("broker", BrokerLine.of(run));
    field("load", facts.load());
    facts.bodies().ifPresent(text -> field("bodies", text));
    field("workers", facts.workers());
  }

  private void objectives() {
    TextTable table = new TextTable(4);
    for (Verdict.ObjectiveResult objective : run.verdict().objectives()) {
      table.row(
          objective.met() ? style.good("pass") : style.bad("FAIL"),
          objective.key(),
          objective.condition(),
          objective.actual());
    }
    section("Objectives", table.lines());
  }

  private void findings() {
    List<String> texts = new ArrayList<>();
    for (Finding finding : VerdictText.shown(run.verdict())) {
      String text = label(finding) + " " + finding.code() + ": " + finding.message();
      for (String line : Wrapped.lines(text, Wrapped.WIDTH - 2, "  ")) {
        texts.add(coloured(finding.severity(), line));
      }
      if (!finding.next().isEmpty()) {
        texts.addAll(Wrapped.lines("  next: " + finding.next(), Wrapped.WIDTH - 2, "  "));
      }
    }
    section("Findings", texts);
  }

  private String coloured(Severity severity, String line) {
    return switch (severity) {
      case REMARK -> line;
      case WARNS, FAILS -> style.warning(line);
      case INVALIDATES, ABORTS -> style.bad(line);
    };
  }

  private static String label(Finding finding) {
    return switch (finding.severity()) {
      case REMARK -> "remark";
      case WARNS -> "WARNING";
      case FAILS -> "FAILED";
      case INVALIDATES -> "INVALID";
      case ABORTS -> "ABORTED";
    };
  }

  private void files(List<Path> files) {
    section("Results", files.stream().map(Path::toString).toList());
  }

  private void field(String name, String value) {
    lines.addAll(Wrapped.lines(String.format("%-9s%s", name, value), Wrapped.WIDTH, " ".repeat(9)));
  }

  private void section(String title, List<String> content) {
    if (content.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(style.bold(title));
    content.forEach(line -> lines.add("  " + line));
  }
}
