package io.tidemark.report.section;

import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import io.tidemark.report.text.VerdictText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether the objectives were met, and what was found. */
public final class VerdictSection {
  private static final int LISTED = 4;

  private record Objective(String workload, String system, String key, String condition) {}

  private VerdictSection() {}

  public static Section of(ShownRuns runs) {
    return Section.of("verdict", "Verdict").add(objectives(runs), findings(runs));
  }

  /** An objective of several runs of a system is one row. */
  private static Table objectives(ShownRuns runs) {
    Map<Objective, List<ObjectiveResult>> results = new LinkedHashMap<>();
    for (ShownRun run : runs.runs()) {
      for (ObjectiveResult result : run.result().verdict().objectives()) {
        Objective objective =
            new Objective(
                runs.several() ? run.workload() : "",
                runs.several() ? run.system() : "",
                result.key(),
                result.condition());
        results.computeIfAbsent(objective, any -> new ArrayList<>()).add(result);
      }
    }
    List<List<Cell>> rows = new ArrayList<>();
    results.forEach((objective, all) -> rows.add(row(objective, all)));
    return new Table(
        "Objectives",
        List.of("workload", "system", "met", "objective", "condition", "measured"),
        rows);
  }

  private static List<Cell> row(Objective objective, List<ObjectiveResult> results) {
    long met = results.stream().filter(ObjectiveResult::met).count();
    boolean all = met == results.size();
    return List.of(
        Cell.of(objective.workload()),
        Cell.of(objective.system()),
        results.size() == 1
            ? Cell.met(all)
            : Cell.of(
                "in %s of %s runs".formatted(Text.count(met), Text.count(results.size())),
                all ? Tone.GOOD : Tone.BAD),
        Cell.of(objective.key()),
        Cell.of(objective.condition()),
        Cell.of(
            Text.listed(
                results.stream().map(ObjectiveResult::actual).distinct().toList(), LISTED)));
  }

  /** The worst first, each with the runs that have it. */
  private static Table findings(ShownRuns runs) {
    Map<Finding, List<String>> findings = new LinkedHashMap<>();
    for (ShownRun run : runs.runs()) {
      VerdictText.shown(run.result().verdict())
          .forEach(
              each -> findings.computeIfAbsent(each, any -> new ArrayList<>()).add(run.name()));
    }
    List<List<Cell>> rows = new ArrayList<>();
    findings.entrySet().stream()
        .sorted(
            Comparator.comparing(
                each -> each.getKey().severity(), Comparator.<Severity>reverseOrder()))
        .forEach(each -> rows.add(row(each.getKey(), each.getValue(), runs)));
    return new Table(
        "Findings",
        List.of("effect", "what was found", "finding", "what to do", "runs"),
        rows,
        true);
  }

  private static List<Cell> row(Finding finding, List<String> of, ShownRuns runs) {
    boolean all = of.size() == runs.runs().size();
    return List.of(
        severity(finding),
        Cell.of(finding.message()),
        Cell.of("[" + finding.code() + "]"),
        Cell.of(finding.next()),
        Cell.of(!runs.several() ? "" : all ? "all runs" : Text.listed(of, LISTED)));
  }

  private static Cell severity(Finding finding) {
    return switch (finding.severity()) {
      case REMARK -> Cell.of("remark");
      case WARNS -> Cell.of("WARNING", Tone.WARNING);
      case FAILS -> Cell.of("FAILED", Tone.WARNING);
      case INVALIDATES -> Cell.of("INVALID", Tone.BAD);
      case ABORTS -> Cell.of("ABORTED", Tone.BAD);
    };
  }
}
