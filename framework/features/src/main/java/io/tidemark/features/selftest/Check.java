package io.tidemark.features.selftest;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;

/**
 * A figure whose right value is known.
 *
 * @param figure what was measured
 * @param least the smallest right value
 * @param most the largest right value
 * @param measured NaN: nothing
 */
record Check(String figure, Unit unit, double known, double least, double most, double measured) {

  /** A number of messages, which must be exact. */
  static Check exact(String figure, long known, double measured) {
    return new Check(figure, Unit.COUNT, known, known, known, measured);
  }

  boolean right() {
    return measured >= least && measured <= most;
  }

  static Columns<Check> columns() {
    return new Columns<Check>()
        .text("figure", Check::figure)
        .cell("known", each -> Cell.of(each.known, each.unit))
        .text("right", Check::range)
        .cell("measured", each -> Cell.of(each.measured, each.unit))
        .cell("", each -> each.right() ? Cell.of("right", Tone.GOOD) : Cell.of("WRONG", Tone.BAD));
  }

  private String range() {
    String from = unit.text(least);
    return least == most ? from : from + " to " + unit.text(most);
  }
}
