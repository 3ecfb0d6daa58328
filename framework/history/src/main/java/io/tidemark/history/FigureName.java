package io.tidemark.history;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Builder;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures of a {@link FiguresFile}, which are no metrics of runs: their names say what they are.
 */
public final class FigureName {
  /** What a name must look like, for messages. */
  public static final String FORM = "letters and digits that end with Rate, Ratio or Micros";

  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*(Rate|Ratio|Micros)");

  private FigureName() {}

  /** Empty for a text that is no such name. */
  public static Optional<MetricReference> parse(String text) {
    Matcher name = NAME.matcher(text);
    return name.matches()
        ? Optional.of(MetricReference.of(figure(text, name.group(1))))
        : Optional.empty();
  }

  private static Metric figure(String name, String end) {
    boolean isTime = end.equals("Micros");
    Unit unit = isTime ? Unit.MICROSECONDS : end.equals("Rate") ? Unit.PER_SECOND : Unit.RATIO;
    Builder figure = Metric.named(name, name, unit, FigureGroup.RATES, Needs.NOTHING);
    return (isTime ? figure : figure.higherIsBetter()).ofRun(run -> OptionalDouble.empty());
  }
}
