package io.tidemark.report.study;

import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.study.Leaderboard.Valuation;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.List;

/** The leaderboard of a study. */
public final class LeaderboardSection {
  private LeaderboardSection() {}

  /** Empty outside a study. */
  public static Section of(ReportedRuns runs) {
    Section empty = Section.of("leaderboard", "Leaderboard");
    if (runs.study().isEmpty()) {
      return empty;
    }
    Leaderboard board = Leaderboard.of(runs);
    List<Valuation> valuations = Valuation.all();
    List<String> notes =
        new ArrayList<>(
            List.of(
                "The highest rate of each system within the objectives of the workload, as the"
                    + " geometric mean of its usable runs; all of them must meet the objectives."
                    + " Of a workload with objectives of phases it is that of the best phase."));
    valuations.forEach(each -> notes.add(each.note()));
    List<String> head = new ArrayList<>(List.of("workload", "system", "rate within objectives"));
    valuations.forEach(each -> head.addAll(each.head()));
    head.addAll(List.of("basis", "what decides"));
    return empty
        .notes(String.join(" ", notes))
        .add(
            new Table(
                runs.study().get().question() == null
                    ? valuations.stream()
                        .map(Valuation::order)
                        .findFirst()
                        .orElse("The fastest system first")
                    : "The best system first, by what decides",
                head,
                board.rows().stream().map(LeaderboardSection::row).toList()))
        .notes(valuations.stream().flatMap(each -> each.notes(board).stream()).toList());
  }

  private static List<Cell> row(Row row) {
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(row.workload()));
    cells.add(Cell.of(row.system()));
    cells.add(
        row.ratePerSecond().stream()
            .mapToObj(rate -> Cell.of(Text.rate(rate), rate))
            .findFirst()
            .orElse(Cell.of("none")));
    row.values().forEach(each -> cells.addAll(each.cells()));
    cells.add(Cell.of(row.basis()));
    cells.add(Cell.of(row.asked().map(asked -> asked.beside(TerminalStyle.UNICODE)).orElse("")));
    return cells;
  }
}
