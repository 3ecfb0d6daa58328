package io.tidemark.charts.page;

import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyRun.State;
import io.tidemark.report.study.Money;
import io.tidemark.report.study.StudyEnding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    List<String> head = new ArrayList<>(List.of("property"));
    study.environments().forEach(each -> head.add(each.name()));
    List<List<Cell>> rows = new ArrayList<>();
    rows.add(row("driver file", each -> each.driver()));
    keys(Environment::set).forEach(key -> rows.add(row(key, each -> each.set().get(key))));
    keys(Environment::facts).forEach(key -> rows.add(row(key, each -> each.facts().get(key))));
    rows.add(
        row(
            "price per month",
            each ->
                each.price() == null
                    ? null
                    : Money.text(each.price().amountPerMonth(), each.price().currency())));
    rows.removeIf(row -> row.stream().skip(1).allMatch(cell -> cell.text().isEmpty()));
    return Section.of("environments", "Environments")
        .add(List.of(new Table("As the study file describes them", head, rows)));
  }

  /** A property of each environment. */
  private interface Property {
    @Nullable String of(Environment environment);
  }

  private List<Cell> row(String name, Property property) {
    List<Cell> row = new ArrayList<>(List.of(Cell.of(name)));
    for (Environment each : study.environments()) {
      String text = property.of(each);
      row.add(Cell.of(text == null ? "" : text));
    }
    return row;
  }

  private Set<String> keys(Function<Environment, Map<String, String>> part) {
    Set<String> keys = new LinkedHashSet<>();
    study.environments().forEach(each -> keys.addAll(part.apply(each).keySet()));
    return keys;
  }
}
