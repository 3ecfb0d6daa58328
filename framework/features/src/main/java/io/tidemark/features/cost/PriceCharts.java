package io.tidemark.features.cost;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What systems cost in a month, over the rate. */
final class PriceCharts {
  private static final double BEYOND = 1.5;

  private PriceCharts() {}

  /** One for each workload with two systems whose prices are known, and depend on the rate. */
  static List<Chart> of(ReportedRuns runs) {
    Map<String, List<BreakEven>> byWorkload = new LinkedHashMap<>();
    for (BreakEven each : BreakEven.of(Leaderboard.of(runs))) {
      byWorkload.computeIfAbsent(each.low().workload(), any -> new ArrayList<>()).add(each);
    }
    List<Chart> charts = new ArrayList<>();
    byWorkload.forEach(
        (workload, pairs) ->
            charts.add(chart(charts.size(), byWorkload.size() > 1 ? ": " + workload : "", pairs)));
    return charts;
  }

  private static Chart chart(int number, String title, List<BreakEven> pairs) {
    Map<String, Row> systems = new LinkedHashMap<>();
    for (BreakEven pair : pairs) {
      systems.putIfAbsent(pair.low().system(), pair.low());
      systems.putIfAbsent(pair.high().system(), pair.high());
    }
    double most = most(systems, pairs);
    List<Line> lines = new ArrayList<>();
    systems.values().forEach(row -> lines.addAll(lines(row, most)));
    List<Mark> marks = new ArrayList<>();
    for (BreakEven pair : pairs) {
      pair.ratePerSecond()
          .ifPresent(
              rate -> {
                String text =
                    "%s and %s cost the same at %s"
                        .formatted(pair.low().system(), pair.high().system(), Text.rate(rate));
                double amount = pair.amountPerMonth().orElseThrow(); // It is there with the rate.
                lines.add(
                    new Line(text, "", 0, Kind.POINTS, new double[] {rate}, new double[] {amount}));
                marks.add(new Mark(Event.CHANGE, rate, rate, text));
              });
    }
    String currency =
        RowPrice.of(pairs.get(0).low()).model().orElseThrow().currency(); // Pairs have prices.
    return new Chart(
        "over-rate" + (number == 0 ? "" : "-" + number),
        Group.SWEEP,
        "Price over rate" + title,
        "The price of a month for each system at each rate. Dashed: above the rate that was measured"
            + " within the objectives.",
        Axis.linear("rate", Unit.PER_SECOND),
        Axis.linear("price per month (" + currency + ")", Unit.RATIO),
        lines,
        marks,
        List.of());
  }

  private static double most(Map<String, Row> systems, List<BreakEven> pairs) {
    double reached =
        systems.values().stream().mapToDouble(row -> row.ratePerSecond().orElse(0)).max().orElse(0);
    return pairs.stream()
        .mapToDouble(pair -> BEYOND * pair.ratePerSecond().orElse(0))
        .reduce(reached, Math::max);
  }

  private static List<Line> lines(Row row, double most) {
    double reached = row.ratePerSecond().orElse(0);
    List<Line> lines = new ArrayList<>();
    if (reached > 0) {
      lines.add(line(row, row.system(), Kind.LINE, 0, reached));
    }
    if (reached < most) {
      lines.add(line(row, row.system() + ", not measured", Kind.DASHED, reached, most));
    }
    return lines;
  }

  private static Line line(Row row, String label, Kind kind, double from, double to) {
    double[] rates = {from, to};
    double[] amounts = new double[rates.length];
    for (int i = 0; i < rates.length; i++) {
      amounts[i] = RowPrice.of(row).model().orElseThrow().amountAt(rates[i]); // Pairs have prices.
    }
    return new Line(label, row.system(), 0, kind, rates, amounts);
  }
}
