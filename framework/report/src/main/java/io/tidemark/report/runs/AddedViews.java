package io.tidemark.report.runs;

import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import java.util.List;
import java.util.ServiceLoader;

/** What a feature shows of stored runs. */
public interface AddedViews {
  /**
   * Pauses of a process, for the chart of pauses.
   *
   * @param seconds from the begin of the run, one for each pause
   * @param micros how long each is
   */
  record Pauses(String process, double[] seconds, double[] micros) {}

  /** Has those of all features. Found as a service. */
  interface Source {
    List<AddedViews> views();
  }

  /** In the order of features. */
  List<AddedViews> ALL =
      ServiceLoader.load(Source.class, AddedViews.class.getClassLoader()).stream()
          .flatMap(each -> each.get().views().stream())
          .toList();

  /** Sections of the page of these runs. */
  default List<Section> sections(List<ReportedRun> runs) {
    return List.of();
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
