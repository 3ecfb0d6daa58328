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

  private record Row(Use use, CostFigure of) {
    Optional<Figure> figure() {
      return use.figure(of);
    }
  }

  private EfficiencyCsv() {}

  public static ResultFiles.Content of(Efficiency efficiency) {
    return new Csv<Row>()
        .text("phase", row -> row.use.phase())
        .number("deliveredMessages", row -> row.use.deliveredMessages())
        .text("figure", row -> row.of.key())
        .text("value", row -> Digits.of(row.figure().map(Figure::value)))
        .text("idle", row -> Digits.of(row.figure().flatMap(Figure::idle)))
        .text(
            "source",
            row ->
                row.figure()
                    .map(Figure::source)
                    .orElse(row.use.notAvailable().getOrDefault(row.of.key(), "")))
        .of(() -> rows(efficiency).iterator());
  }

  private static Stream<Row> rows(Efficiency efficiency) {
    return Stream.concat(efficiency.phases().stream(), Stream.of(efficiency.totals()))
        .flatMap(use -> CostFigure.ofEfficiency().stream().map(figure -> new Row(use, figure)));
  }
}
