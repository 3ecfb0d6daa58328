package io.tidemark.report.checklist;

import io.tidemark.report.answer.Answers;
import io.tidemark.report.checklist.ChecklistItem.State;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.runs.ReportedRuns;
import java.util.List;
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

  public long count(State state) {
    return items.stream().filter(item -> item.state() == state).count();
  }
}
