package io.tidemark.report.csv;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.Efficiency;
import io.tidemark.model.cost.Efficiency.Figure;
import io.tidemark.model.cost.Efficiency.Use;
import io.tidemark.report.file.ResultFiles;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code efficiency.csv}: one row for each figure of each measured phase, and of all of them
 * together. The source of a figure that is not available is the reason.
 */
public final class EfficiencyCsv {
  public static final String FILE = "efficiency.csv";

  public static final Csv<Row> TABLE =
      new Csv<Row>()
          .text(
              "phase",
              "name of the phase, or of all measured phases together",
              row -> row.use.phase())
          .number(
              "deliveredMessages",
              "messages delivered in the phase, by which costs are divided",
              row -> row.use.deliveredMessages())
          .text("figure", "name of the cost, as in `efficiency.figures`", row -> row.of.key())
          .text(
              "value",
              "the cost without what the idle system used",
              row -> Digits.of(row.figure().map(Figure::value)))
          .text(
              "idle",
              "what the idle system used, which was subtracted",
              row -> Digits.of(row.figure().flatMap(Figure::idle)))
          .text(
              "source",
              "where the figure comes from; why it is not available",
              row ->
                  row.figure()
                      .map(Figure::source)
                      .orElse(row.use.notAvailable().getOrDefault(row.of.key(), "")));

  /** A figure of a phase. */
  public record Row(Use use, CostFigure of) {
    Optional<Figure> figure() {
      return use.figure(of);
    }
  }

  private EfficiencyCsv() {}

  public static ResultFiles.Content of(Efficiency efficiency) {
    return TABLE.of(() -> rows(efficiency).iterator());
  }

  private static Stream<Row> rows(Efficiency efficiency) {
    return Stream.concat(efficiency.phases().stream(), Stream.of(efficiency.totals()))
        .flatMap(use -> CostFigure.ofEfficiency().stream().map(figure -> new Row(use, figure)));
  }
}
