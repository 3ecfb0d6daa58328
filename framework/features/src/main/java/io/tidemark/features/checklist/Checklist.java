package io.tidemark.features.checklist;

import io.tidemark.features.checklist.ChecklistItem.Source;
import io.tidemark.features.checklist.ChecklistItem.State;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a published result must state, by SIGPLAN's checklist for empirical evaluations, Gernot
 * Heiser's list of benchmarking crimes, and the eight principles of SPEC RG for clouds
 * (SPEC-RG-2019-03).
 */
public record Checklist(List<ChecklistItem> items) {
  public Checklist {
    items = List.copyOf(items);
  }

  public static Checklist of(ReportedRuns all) {
    CheckedRuns runs = new CheckedRuns(all);
    List<Comparison> comparisons = StudyComparison.ofEnvironments(all);
    return new Checklist(
        Stream.of(
                new SystemItems(runs).all(),
                new ChoiceItems(runs).all(),
                new MethodItems(runs, comparisons).all(),
                new ResultItems(runs, Answers.of(all, comparisons)).all())
            .flatMap(List::stream)
            .toList());
  }

  long count(State state) {
    return items.stream().filter(item -> item.state() == state).count();
  }

  /** {@code 20 present, 3 missing, 2 not applicable}. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%d present, %d missing, %d not applicable",
        count(State.PRESENT),
        count(State.MISSING),
        count(State.NOT_APPLICABLE));
  }

  /** A section for each chapter, with the lists that demand each item. */
  public Document document() {
    Map<String, List<List<Cell>>> chapters = new LinkedHashMap<>();
    items.forEach(
        item -> chapters.computeIfAbsent(item.chapter(), any -> new ArrayList<>()).add(row(item)));
    List<String> head = List.of("item", "state", "value", "demanded by");
    return new Document(
        "What a published result must state",
        List.of(new Paragraph(Cell.of(summary()))),
        chapters.entrySet().stream()
            .map(
                each ->
                    Section.of("checklist", each.getKey())
                        .add(new Table("", head, each.getValue())))
            .toList());
  }

  private static List<Cell> row(ChecklistItem item) {
    return List.of(
        Cell.of(item.title()),
        Cell.of(item.state().text(), item.state() == State.MISSING ? Tone.WARNING : Tone.NONE),
        Cell.of(item.text()),
        Cell.of(item.sources().stream().map(Source::text).collect(Collectors.joining("; "))));
  }
}
