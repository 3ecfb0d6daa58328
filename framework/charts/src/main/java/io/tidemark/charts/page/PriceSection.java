package io.tidemark.charts.page;

import io.tidemark.charts.Axis;
import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart;
import io.tidemark.charts.Chart.Group;
import io.tidemark.charts.Line;
import io.tidemark.charts.Palette;
import io.tidemark.model.result.Text;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.study.LeaderboardText;
import io.tidemark.report.study.PriceModel;
import io.tidemark.report.study.PriceModel.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the prices of a study consist of, with their inputs, and the rates at which two systems cost
 * the same.
 */
final class PriceSection {
  private static final List<String> NOTES =
      List.of(
          "Amounts are for a month of 730 hours at the rate of the leaderboard. Bytes of messages"
              + " are those that the runs have measured; bytes between nodes are those of the"
              + " section Efficiency, or without it the payload for each further replica.",
          "A line of the chart ends at the highest rate of the system within the objectives: beyond"
              + " it, the system needs more nodes.");

  private final List<Row> rows;
  private final String currency;

  private PriceSection(List<Row> rows) {
    this.rows = rows;
    this.currency = rows.get(0).price().orElseThrow().currency();
  }

  /** Empty if no price has parts. */
  static Optional<Section> of(ReportedRuns runs) {
    if (runs.study().isEmpty()) {
      return Optional.empty();
    }
    List<Row> priced =
        Leaderboard.of(runs).rows().stream()
            .filter(row -> row.model().isPresent() && row.ratePerSecond().isPresent())
            .toList();
    return priced.stream().anyMatch(row -> row.price().orElseThrow().parts().isPresent())
        ? Optional.of(new PriceSection(priced).section())
        : Optional.empty();
  }

  private Section section() {
    List<Table> tables = new ArrayList<>(List.of(parts(), figures()));
    if (rows.size() > 1) {
      tables.add(breakEven());
    }
    List<Chart> charts = List.of(chart());
    return Section.of("price", "Price")
        .notes(NOTES)
        .tables(tables)
        .figures(ReportPage.figures("price", charts, Palette.forCharts(charts)));
  }

  private String money(double amount) {
    return LeaderboardText.money(amount, currency);
  }

  private Cell amount(OptionalDouble amount) {
    return amount.isPresent()
        ? Cell.of(money(amount.getAsDouble()), amount.getAsDouble())
        : Cell.of("");
  }

  private static double rate(Row row) {
    return row.ratePerSecond().orElse(0);
  }

  private static PriceModel model(Row row) {
    return row.model().orElseThrow();
  }

  private static String name(Row row) {
    return row.workload() + ", " + row.system();
  }

  private Table parts() {
    List<List<Cell>> cells = new ArrayList<>();
    for (Row row : rows) {
      for (Item item : model(row).items(rate(row))) {
        cells.add(
            List.of(
                Cell.of(name(row)),
                Cell.of(item.what()),
                Cell.of(money(item.amountPerMonth()), item.amountPerMonth())));
      }
    }
    return new Table("Parts of the price", List.of("system", "part", "per month"), cells);
  }

  private Table figures() {
    List<List<Cell>> cells = new ArrayList<>();
    for (Row row : rows) {
      cells.add(
          List.of(
              Cell.of(name(row)),
              Cell.of(Text.rate(rate(row)), rate(row)),
              amount(row.perMonth()),
              amount(row.cost()),
              amount(model(row).perDeliveredGigabyte(rate(row)))));
    }
    return new Table(
        "Price at the highest rate within the objectives",
        List.of("system", "rate", "per month", "per month per 1,000 msg/s", "per delivered GB"),
        cells);
  }

  private Table breakEven() {
    List<List<Cell>> cells = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = i + 1; j < rows.size(); j++) {
        if (rows.get(i).workload().equals(rows.get(j).workload())) {
          cells.add(pair(rows.get(i), rows.get(j)));
        }
      }
    }
    return new Table(
        "Break-even rates",
        List.of("systems", "equal at", "cheaper below", "cheaper above", "reached by"),
        cells);
  }

  private List<Cell> pair(Row one, Row other) {
    OptionalDouble equal = model(one).breakEven(model(other));
    Row flat = model(one).perMessagePerSecond() < model(other).perMessagePerSecond() ? one : other;
    Row steep = flat == one ? other : one;
    String systems = one.system() + " and " + other.system();
    if (equal.isEmpty()) {
      double rate = Math.min(rate(one), rate(other));
      Row cheaper = model(one).perMonth(rate) <= model(other).perMonth(rate) ? one : other;
      return List.of(
          Cell.of(systems),
          Cell.of("no rate"),
          Cell.of(cheaper.system()),
          Cell.of(cheaper.system()),
          Cell.of(""));
    }
    double at = equal.getAsDouble();
    List<String> reached = new ArrayList<>();
    for (Row row : List.of(one, other)) {
      if (rate(row) >= at) {
        reached.add(row.system());
      }
    }
    return List.of(
        Cell.of(systems),
        Cell.of(Text.rate(at), at),
        Cell.of(steep.system()),
        Cell.of(flat.system()),
        Cell.of(reached.isEmpty() ? "none of them" : String.join(" and ", reached)));
  }

  private Chart chart() {
    List<Line> lines = new ArrayList<>();
    for (Row row : rows) {
      double[] x = {0, rate(row)};
      double[] y = {model(row).perMonth(0), model(row).perMonth(rate(row))};
      lines.add(new Line(name(row), row.system(), 0, Line.Kind.LINE, x, y));
    }
    return new Chart(
        "price-by-rate",
        Group.RATE,
        "Price per month by rate",
        "Fixed price and the parts that depend on the rate, up to the highest rate of each system"
            + " within the objectives. Lines cross at the break-even rate.",
        new Axis("messages/s", Scale.LINEAR),
        new Axis(currency + " per month", Scale.LINEAR),
        lines,
        List.of(),
        List.of());
  }
}
