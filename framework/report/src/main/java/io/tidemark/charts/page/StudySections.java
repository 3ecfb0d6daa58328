package io.tidemark.charts.page;

import io.tidemark.charts.page.SystemsSection.SideBySide;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry.State;
import io.tidemark.report.study.StudyEnding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How a study was done, and its environments. */
final class StudySections {
  private final ReportedRuns runs;
  private final StoredStudy study;

  private StudySections(ReportedRuns runs, StoredStudy study) {
    this.runs = runs;
    this.study = study;
  }

  /** How the study was done; none outside a study. */
  static List<Section> plan(ReportedRuns runs) {
    return runs.study()
        .map(study -> new StudySections(runs, study))
        .map(all -> List.of(all.asked(), all.environments()))
        .orElse(List.of());
  }

  private Section asked() {
    List<String> notes = new ArrayList<>();
    if (!study.description().isEmpty()) {
      notes.add(study.description());
    }
    if (study.source() != null) {
      notes.add("Published: " + study.source());
    }
    if (study.question() != null) {
      notes.add("What decides: " + study.question() + ".");
    }
    notes.add(plan());
    StudyEnding.of(study).ifPresent(text -> notes.add(text + "."));
    return Section.of("study", "How the study was done")
        .notes(notes)
        .warnings(open())
        .add(matrix());
  }

  private String plan() {
    long repeated = study.runs().stream().mapToLong(run -> run.repeated().size()).sum();
    return String.format(
            Locale.ROOT,
            "%s of %s on %s, in blocks of random order (seed %d): each block has every combination"
                + " once. %s%s%s",
            Text.plural(study.iterations(), "iteration"),
            Text.plural(study.workloads().size(), "workload"),
            Text.plural(study.environments().size(), "environment"),
            study.seed(),
            study.coolDownSeconds() == 0
                ? ""
                : "Pause between runs: " + Text.duration(study.coolDownSeconds()) + ". ",
            study.freshBrokers() ? "Local brokers restarted before each run. " : "",
            repeated == 0
                ? ""
                : "INVALID runs that were repeated and are not in this report: " + repeated + ".")
        .strip();
  }

  private List<String> open() {
    long open = study.runs().stream().filter(run -> run.state() != State.DONE).count();
    return open == 0
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%d of %s are not done; the command of the study continues it.",
                open,
                Text.plural(study.runs().size(), "run")));
  }

  private List<Table> matrix() {
    List<List<Cell>> rows = new ArrayList<>();
    study
        .matrix()
        .forEach(
            (path, values) -> rows.add(List.of(Cell.of(path), Cell.of(String.join(", ", values)))));
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Table(
                "Keys with several values: each combination was run",
                List.of("key", "values"),
                rows));
  }

  private Section environments() {
    SideBySide table = new SideBySide(values -> String.join(" and ", values));
    Set<String> properties = new LinkedHashSet<>(List.of("driver file"));
    study.environments().forEach(each -> properties.addAll(each.set().keySet()));
    study.environments().forEach(each -> properties.addAll(each.facts().keySet()));
    for (Environment each : study.environments()) {
      table.add(each.name(), "driver file", each.driver());
      each.set().forEach((key, value) -> table.add(each.name(), key, value));
      each.facts().forEach((key, value) -> table.add(each.name(), key, value));
      for (AddedViews views : AddedViews.all()) {
        Map<String, String> added = views.properties(each);
        properties.addAll(added.keySet());
        added.forEach((key, value) -> table.add(each.name(), key, value));
      }
    }
    properties.removeIf(each -> String.join("", table.values(each)).isEmpty());
    return Section.of("environments", "Environments")
        .add(
            table
                .columns("property", any -> false)
                .table("As the study file describes them", properties.stream()));
  }
}
