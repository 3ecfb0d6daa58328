package io.tidemark.features.cost;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.tidemark.features.cost.SystemPrice.Money;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.AnswerPattern;
import io.tidemark.report.answer.ComparedSummary;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.SystemRows;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Row;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a rate costs on each system. */
record CostAnswer(List<Row> rows, List<Comparison> comparisons, ReportedRuns runs)
    implements AnswerPattern {
  CostAnswer {
    rows = List.copyOf(rows);
    comparisons = List.copyOf(comparisons);
  }

  /** Empty if the question is not about rates, or less than two systems have a price for one. */
  static Optional<AnswerPattern> of(ReportedRuns runs, List<Comparison> comparisons) {
    if (runs.study().isEmpty()) {
      return Optional.empty();
    }
    List<Row> rows = Leaderboard.of(runs).rows();
    boolean priced = rows.stream().filter(row -> RowPrice.of(row).cost().isPresent()).count() > 1;
    boolean byRate =
        MetricReference.decisive(runs.questionOf(runs.runs())).stream()
            .allMatch(MetricReference::isRate);
    return priced && byRate
        ? Optional.of(new CostAnswer(rows, comparisons, runs))
        : Optional.empty();
  }

  @Override
  public String question() {
    return "What do 1,000 messages per second cost in a month?";
  }

  @Override
  public Statement headline() {
    String workload = rows.get(0).workload();
    List<Row> best = rows.stream().filter(row -> row.workload().equals(workload)).toList();
    Row first = best.get(0);
    return Statement.of(
        "",
        "Cheapest is %s: %s per month per 1,000 msg/s%s."
            .formatted(
                first.system(),
                cost(first),
                best.stream()
                    .skip(1)
                    .filter(row -> RowPrice.of(row).cost().isPresent())
                    .map(row -> "; " + row.system() + " " + cost(row))
                    .collect(joining())));
  }

  @Override
  public int fewest() {
    return runs.usable().stream()
        .collect(groupingBy(run -> List.of(run.workload(), run.environment()), counting()))
        .values()
        .stream()
        .mapToInt(Long::intValue)
        .min()
        .orElse(0);
  }

  @Override
  public Set<FigureGroup> figures() {
    return EnumSet.of(FigureGroup.RATES);
  }

  /** At a rate that was offered the prices of the systems are what differs. */
  @Override
  public List<Statement> limits() {
    List<String> offered =
        runs.usable().stream()
            .flatMap(run -> run.stored().stream())
            .filter(run -> run.search().isEmpty())
            .flatMap(run -> run.totals().intendedRatePerSecond().stream())
            .map(Text::rate)
            .distinct()
            .toList();
    return offered.size() == 1
        ? List.of(
            new Statement(
                "",
                "Each system was offered %s: this is the price at that load, not at the highest"
                        .formatted(offered.get(0))
                    + " rate that a system sustains, which a search finds",
                Tone.WARNING,
                "leaderboard"))
        : List.of();
  }

  private static String cost(Row row) {
    RowPrice price = RowPrice.of(row);
    return price.cost().isPresent()
        ? Money.text(price.cost().getAsDouble(), price.currency())
        : "no price: " + row.basis();
  }

  @Override
  public List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    rows.forEach(row -> statements.add(Statement.of(name(row), text(row))));
    BreakEven.of(new Leaderboard(rows))
        .forEach(each -> statements.add(Statement.of("", each.sentence())));
    MetricReference.decisive(runs.questionOf(runs.runs())).stream()
        .flatMap(metric -> ComparedSummary.of(metric, comparisons).stream())
        .forEach(summary -> statements.add(Statement.of("", summary)));
    return statements;
  }

  private String name(Row row) {
    return severalLoads() ? row.workload() + ", " + row.system() : row.system();
  }

  private boolean severalLoads() {
    return rows.stream().map(Row::workload).distinct().count() > 1;
  }

  private static String text(Row row) {
    String price =
        RowPrice.of(row)
            .price()
            .map(each -> Money.text(each.amountPerMonth(), each.currency()))
            .orElse("no price");
    return row.ratePerSecond().isPresent()
        ? "%s within the objectives for %s a month (%s)."
            .formatted(Text.rate(row.ratePerSecond().getAsDouble()), price, row.basis())
        : "no rate within the objectives (%s).".formatted(row.basis());
  }

  @Override
  public List<Chart> charts() {
    SystemRows bars = new SystemRows("");
    rows.forEach(
        row ->
            bars.bar(
                severalLoads() ? row.workload() : "",
                row.system(),
                RowPrice.of(row).cost().orElse(Double.NaN),
                cost(row)));
    return bars
        .chart("cost", "Price per month per 1,000 msg/s", "Less is better.", Unit.RATIO)
        .stream()
        .toList();
  }
}
