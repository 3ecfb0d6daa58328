package io.tidemark.report.study;

import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;

/** The leaderboard of a study, and from which rate which system is cheaper. */
public final class LeaderboardSection {
  private static final List<String> HEAD =
      List.of(
          "workload",
          "system",
          "rate within objectives",
          "price per month",
          "per month per 1,000 msg/s",
          "basis",
          "what decides");

  private LeaderboardSection() {}

  /** Empty outside a study. */
  public static Section of(ReportedRuns runs) {
    Section empty = Section.of("leaderboard", "Leaderboard");
    if (runs.study().isEmpty()) {
      return empty;
    }
    Leaderboard board = Leaderboard.of(runs);
    return empty
        .notes(
            "The highest rate of each system within the objectives of the workload, as the"
                + " geometric mean of its usable runs; all of them must meet the objectives. Of"
                + " a workload with objectives of phases it is that of the best phase. Price"
                + " and rate give the price of 1,000 messages per second for a month.")
        .add(
            new Table(
                runs.study().get().question() == null
                    ? "The cheapest system first; without prices, the fastest one"
                    : "The best system first, by what decides",
                HEAD,
                board.rows().stream().map(LeaderboardSection::row).toList()))
        .notes(BreakEven.of(board).stream().map(BreakEven::sentence).toList());
  }

  private static List<Cell> row(Row row) {
    return List.of(
        Cell.of(row.workload()),
        Cell.of(row.system()),
        row.ratePerSecond().stream()
            .mapToObj(rate -> Cell.of(Text.rate(rate), rate))
            .findFirst()
            .orElse(Cell.of("none")),
        row.price().map(each -> money(each.amountPerMonth(), row)).orElse(Cell.EMPTY),
        row.cost().stream().mapToObj(each -> money(each, row)).findFirst().orElse(Cell.EMPTY),
        Cell.of(row.basis()),
        Cell.of(row.asked().map(asked -> asked.beside(TerminalStyle.UNICODE)).orElse("")));
  }

  private static Cell money(double amount, Row row) {
    return Cell.of(Money.text(amount, row.price().orElseThrow().currency()), amount);
  }
}
