package io.tidemark.report.study;

import io.tidemark.model.result.Text;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.text.MarkdownTable;
import io.tidemark.report.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/** A leaderboard as text: for a terminal, or as Markdown. */
public final class LeaderboardText {
  /** The heads of the columns of {@link #cells}; columns without content can be left out. */
  public static final List<String> HEAD =
      List.of(
          "workload",
          "system",
          "rate within objectives",
          "price per month",
          "per 1,000 msg/s and month",
          "basis");

  private LeaderboardText() {}

  /** The cells of one row; empty where there is no price. */
  public static List<String> cells(Row row) {
    return List.of(
        row.workload(),
        row.system(),
        row.ratePerSecond().isPresent() ? Text.rate(row.ratePerSecond().getAsDouble()) : "none",
        row.price().map(price -> money(price.amountPerMonth(), price.currency())).orElse(""),
        row.cost().isPresent()
            ? money(row.cost().getAsDouble(), row.price().orElseThrow().currency())
            : "",
        row.basis());
  }

  /** An amount with its currency. */
  public static String money(double amount, String currency) {
    return Text.count(Math.round(amount)).length() > 3
        ? Text.count(Math.round(amount)) + " " + currency
        : Text.threeDigits(amount) + " " + currency;
  }

  /** For a terminal; lines, each ended by a line feed. */
  public static String render(Leaderboard board) {
    TextTable table = new TextTable(2);
    rows(board).forEach(table::row);
    return String.join("\n", table.lines()) + "\n";
  }

  /** A Markdown table. */
  public static String markdown(Leaderboard board) {
    MarkdownTable table = new MarkdownTable(HEAD.size(), HEAD);
    board.rows().forEach(row -> table.row(cells(row)));
    return String.join("\n", table.lines()) + "\n";
  }

  /** With its head, without columns of prices if there are none. */
  private static List<List<String>> rows(Leaderboard board) {
    boolean prices = board.rows().stream().anyMatch(row -> row.price().isPresent());
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    board.rows().forEach(row -> rows.add(cells(row)));
    return prices
        ? rows
        : rows.stream()
            .map(row -> List.of(row.get(0), row.get(1), row.get(2), row.get(row.size() - 1)))
            .toList();
  }
}
