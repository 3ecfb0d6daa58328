package io.tidemark.report.study;

import io.tidemark.model.result.Text;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.text.MarkdownTable;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A leaderboard as text: for a terminal, or as Markdown. */
public final class LeaderboardText {
  private static final List<String> HEAD =
      List.of(
          "workload",
          "system",
          "rate within objectives",
          "price per month",
          "per month per 1,000 msg/s",
          "basis");

  /** The first of two columns. */
  private static final int FIRST_PRICE = 3;

  private LeaderboardText() {}

  /** The heads of the columns of {@link #cells}; the last one only if the study asks for it. */
  public static List<String> head(Leaderboard board) {
    return isAsked(board) ? Stream.concat(HEAD.stream(), Stream.of("what decides")).toList() : HEAD;
  }

  private static boolean isAsked(Leaderboard board) {
    return board.rows().stream().anyMatch(row -> beside(row, TerminalStyle.PLAIN).isPresent());
  }

  /** The cells of one row; empty where there is no price. */
  public static List<String> cells(Leaderboard board, Row row, TerminalStyle style) {
    List<String> cells =
        List.of(
            row.workload(),
            row.system(),
            row.ratePerSecond().isPresent() ? Text.rate(row.ratePerSecond().getAsDouble()) : "none",
            row.price()
                .map(price -> Money.text(price.amountPerMonth(), price.currency()))
                .orElse(""),
            row.cost().isPresent()
                ? Money.text(row.cost().getAsDouble(), row.price().orElseThrow().currency())
                : "",
            row.basis());
    return isAsked(board)
        ? Stream.concat(cells.stream(), Stream.of(beside(row, style).orElse(""))).toList()
        : cells;
  }

  private static Optional<String> beside(Row row, TerminalStyle style) {
    return row.asked().map(asked -> asked.beside(style)).filter(text -> !text.isEmpty());
  }

  /** For a terminal; lines, each ended by a line feed. */
  public static String render(Leaderboard board) {
    TextTable table = new TextTable(2);
    rows(board).forEach(table::row);
    return String.join("\n", table.lines()) + "\n" + sentences(board, "");
  }

  /** From which rate which system is cheaper. */
  private static String sentences(Leaderboard board, String prefix) {
    return BreakEven.of(board).stream()
        .map(each -> prefix + each.sentence() + "\n")
        .collect(Collectors.joining());
  }

  /** A Markdown table. */
  public static String markdown(Leaderboard board) {
    List<String> head = head(board);
    MarkdownTable table = new MarkdownTable(head.size(), head);
    board.rows().forEach(row -> table.row(cells(board, row, TerminalStyle.PLAIN)));
    return String.join("\n", table.lines()) + "\n" + sentences(board, "\n");
  }

  /** With its head, without columns of prices if there are none. */
  private static List<List<String>> rows(Leaderboard board) {
    boolean prices = board.rows().stream().anyMatch(row -> row.price().isPresent());
    List<List<String>> rows = new ArrayList<>();
    rows.add(head(board));
    board.rows().forEach(row -> rows.add(cells(board, row, TerminalStyle.PLAIN)));
    return prices ? rows : rows.stream().map(LeaderboardText::withoutPrices).toList();
  }

  private static List<String> withoutPrices(List<String> row) {
    return Stream.concat(
            row.subList(0, FIRST_PRICE).stream(), row.subList(FIRST_PRICE + 2, row.size()).stream())
        .toList();
  }
}
