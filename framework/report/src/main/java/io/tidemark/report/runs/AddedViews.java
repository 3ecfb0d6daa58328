package io.tidemark.report.runs;

import io.tidemark.model.added.Added;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a feature shows of stored runs. */
public interface AddedViews extends Added {
  /**
   * Pauses of a process, for the chart of pauses.
   *
   * @param seconds from the begin of the run, one for each pause
   * @param micros how long each is
   */
  record Pauses(String process, double[] seconds, double[] micros) {}

  /** In the order of features. */
  static List<AddedViews> all() {
    return Added.of(AddedViews.class);
  }

  /** Sections of what was measured, of one run or many: in texts, too. */
  default List<Section> measured(ShownRuns runs) {
    return List.of();
  }

  /** Sections of the page of these runs; one with the id of another is added to that. */
  default List<Section> sections(ReportedRuns runs) {
    return List.of();
  }

  /**
   * What terms of the page mean.
   *
   * @param sections ids of those that the page has
   */
  default List<Statement> definitions(Set<String> sections) {
    return List.of();
  }

  /** Properties of an environment of a study, by their names. */
  default Map<String, String> properties(StoredStudy.Environment environment) {
    return Map.of();
  }

  /**
   * Sections of a comparison.
   *
   * @param sides the first is the baseline
   */
  default List<Section> differences(List<RunSet> sides) throws ResultsException {
    return List.of();
  }

  /** Pauses of the processes of a run. */
  default List<Pauses> pauses(ReportedRun run) {
    return List.of();
  }
}
