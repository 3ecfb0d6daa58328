package io.tidemark.report.answer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.added.Added;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.report.answer.Trust.Inaccurate;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How runs of one kind answer: what they were made for decides what is said first. */
public interface AnswerPattern {
  /** Finds the answers of a feature. */
  interface Finder extends Added {
    /**
     * Empty for runs that were made for something else.
     *
     * @param comparisons of the same runs
     */
    Optional<AnswerPattern> of(ReportedRuns runs, List<Comparison> comparisons);
  }

  /** In the order of the runs. */
  static Map<String, List<ReportedRun>> bySystem(List<ReportedRun> runs) {
    return runs.stream()
        .collect(groupingBy(ReportedRun::environment, LinkedHashMap::new, toList()));
  }

  /** If the author of the runs has not written one. */
  String question();

  Statement headline();

  /** One for each system. */
  List<Statement> statements();

  /** What shows the answer, side by side; empty if no run has a usable figure of it. */
  List<Chart> charts();

  /** The fewest runs of which a figure of the answer is. */
  int fewest();

  /** Whether requirements of the systems come before what differs between them. */
  default boolean isDecision() {
    return false;
  }

  /** Whether the headline states a figure. */
  default boolean isAnswered() {
    return true;
  }

  /** The groups of figures that it states or draws: errors of others do not limit it. */
  default Set<FigureGroup> figures() {
    return EnumSet.allOf(FigureGroup.class);
  }

  /** What limits trust in this kind of answer alone. */
  default List<Statement> limits() {
    return List.of();
  }

  /** Figures of the headline that may not be used: most patterns leave them out. */
  default List<Inaccurate> inaccurate() {
    return List.of();
  }
}
