package io.tidemark.charts.page;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.text.VerdictText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether the figures may be used, and whether the objectives were met. */
final class VerdictSection {
  /** The status of a file in OMB's format. */
  private static final String NO_VERDICT = "no verdict";

  private static final int LISTED = 4;

  private VerdictSection() {}

  static Section section(ReportedRuns runs) {
    Map<Finding, List<String>> findings = findings(runs.runs());
    List<Table> tables = new ArrayList<>();
    objectives(runs.runs(), tables);
    decisive(findings, tables);
    return Section.of("verdict", "Verdict")
        .notes(List.of(counts(runs.runs())))
        .warnings(warnings(runs))
        .add(tables)
        .add(remarks(findings, runs.runs().size()));
  }

  private static List<String> warnings(ReportedRuns runs) {
    List<ReportedRun> unusable =
        runs.runs().stream().filter(run -> run.unusable().isPresent()).toList();
    List<String> damaged =
        runs.runs().stream()
            .filter(run -> run.unusable().isEmpty())
            .flatMap(
                run ->
                    run.damage().map(what -> "Do not use of " + name(run) + ": " + what).stream())
            .toList();
    List<String> warnings = new ArrayList<>();
    unusable.stream()
        .limit(LISTED)
        .map(run -> "Do not use the figures of " + name(run) + ": " + run.unusable().get())
        .forEach(warnings::add);
    if (unusable.size() > LISTED) {
      warnings.add(
          String.format(Locale.ROOT, "The summary marks %d more runs", unusable.size() - LISTED)
              + " that must not be used.");
    }
    damaged.stream().limit(LISTED).forEach(warnings::add);
    if (damaged.size() > LISTED) {
      warnings.add(
          String.format(Locale.ROOT, "The summary marks %d more runs", damaged.size() - LISTED)
              + " with damaged figures.");
    }
    runs.leftOut().forEach(file -> warnings.add("Left out: " + file));
    return warnings;
  }

  /** Those that change the verdict or are a warning, the worst first. */
  private static void decisive(Map<Finding, List<String>> findings, List<Table> tables) {
    List<List<Cell>> rows =
        findings.entrySet().stream()
            .filter(each -> each.getKey().severity() != Severity.REMARK)
            .sorted(
                Comparator.comparing(each -> each.getKey().severity(), Comparator.reverseOrder()))
            .map(each -> row(each.getKey(), each.getValue()))
            .toList();
    if (!rows.isEmpty()) {
      tables.add(
          new Table(
              "Findings",
              List.of("effect", "finding", "what was found", "what to do", "runs"),
              rows));
    }
  }

  private static String counts(List<ReportedRun> runs) {
    Map<String, Long> counts =
        runs.stream()
            .collect(
                Collectors.groupingBy(VerdictSection::status, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
            .map(each -> Text.plural(each.getValue(), "run") + " " + each.getKey())
            .collect(Collectors.joining(", "))
        + ". The definitions at the end explain each verdict.";
  }

  static String status(ReportedRun run) {
    return run.stored()
        .map(stored -> stored.verdict().status().name())
        .orElse(run.unusable().isPresent() ? Verdict.Status.INVALID.name() : NO_VERDICT);
  }

  static Tone tone(ReportedRun run) {
    return switch (status(run)) {
      case "VALID" -> Tone.GOOD;
      case "FAILED" -> Tone.WARNING;
      case NO_VERDICT -> Tone.NONE;
      default -> Tone.BAD;
    };
  }

  static String name(ReportedRun run) {
    return run.workload() + " on " + run.label();
  }

  private record Objective(String workload, String environment, String key, String condition) {}

  private static void objectives(List<ReportedRun> runs, List<Table> tables) {
    Map<Objective, List<ObjectiveResult>> results = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      run.stored().stream()
          .flatMap(stored -> stored.verdict().objectives().stream())
          .forEach(
              result ->
                  results
                      .computeIfAbsent(
                          new Objective(
                              run.workload(), run.environment(), result.key(), result.condition()),
                          any -> new ArrayList<>())
                      .add(result));
    }
    List<List<Cell>> rows = new ArrayList<>();
    results.forEach((objective, all) -> rows.add(row(objective, all)));
    if (!rows.isEmpty()) {
      tables.add(
          new Table(
              "Objectives of the workloads",
              List.of("workload", "system", "objective", "condition", "met", "measured"),
              rows));
    }
  }

  private static List<Cell> row(Objective objective, List<ObjectiveResult> results) {
    long met = results.stream().filter(ObjectiveResult::met).count();
    String all = met == results.size() ? "met" : "missed";
    return List.of(
        Cell.of(objective.workload()),
        Cell.of(objective.environment()),
        Cell.of(objective.key()),
        Cell.of(objective.condition()),
        Cell.of(
            results.size() == 1
                ? all
                : String.format(Locale.ROOT, "met in %d of %d runs", met, results.size()),
            met == results.size() ? Tone.GOOD : Tone.BAD),
        Cell.of(listed(results.stream().map(ObjectiveResult::actual).distinct().toList())));
  }

  /** With the runs that have them. */
  private static Map<Finding, List<String>> findings(List<ReportedRun> runs) {
    Map<Finding, List<String>> findings = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      run.stored().stream()
          .flatMap(stored -> VerdictText.shown(stored.verdict()).stream())
          .forEach(
              finding ->
                  findings.computeIfAbsent(finding, any -> new ArrayList<>()).add(name(run)));
    }
    return findings;
  }

  private static List<Cell> row(Finding finding, List<String> runs) {
    return List.of(
        severity(finding),
        Cell.of(finding.code()),
        Cell.of(finding.message()),
        Cell.of(finding.next()),
        Cell.of(listed(runs)));
  }

  private static List<Block.Text> remarks(Map<Finding, List<String>> findings, int allRuns) {
    List<String> remarks =
        findings.entrySet().stream()
            .filter(each -> each.getKey().severity() == Severity.REMARK)
            .map(
                each ->
                    "%s: %s (%s)"
                        .formatted(
                            each.getKey().code(),
                            each.getKey().message(),
                            each.getValue().size() == allRuns
                                ? "all runs"
                                : listed(each.getValue())))
            .toList();
    return remarks.isEmpty()
        ? List.of()
        : List.of(
            new Block.Text(Text.plural(remarks.size(), "remark"), String.join("\n", remarks)));
  }

  private static Cell severity(Finding finding) {
    return switch (finding.severity()) {
      case REMARK -> Cell.of("remark");
      case WARNS -> Cell.of("warning", Tone.WARNING);
      case FAILS -> Cell.of("FAILED", Tone.WARNING);
      case INVALIDATES -> Cell.of("INVALID", Tone.BAD);
      case ABORTS -> Cell.of("ABORTED", Tone.BAD);
    };
  }

  /** The first texts and the number of the others. */
  static String listed(Collection<String> texts) {
    return Text.listed(texts, LISTED);
  }
}
