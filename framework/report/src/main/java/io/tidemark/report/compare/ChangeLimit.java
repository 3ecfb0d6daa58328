package io.tidemark.report.compare;

import io.tidemark.driver.Setting.Type;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.runs.ComparedMetric;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change that is not acceptable: {@code publishRate < -5%}.
 *
 * @param least whether changes below the limit are not acceptable; otherwise those above
 * @param limit as a share
 */
public record ChangeLimit(String text, ComparedMetric metric, boolean least, double limit) {
  private static final Pattern FORM =
      Pattern.compile("\\s*([\\w.]+)\\s*([<>])\\s*(\\S+?\\s*%)\\s*");

  /** Empty if the text has another form or names an unknown metric. */
  public static Optional<ChangeLimit> of(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    boolean least = match.group(2).equals("<");
    return ComparedMetric.of(match.group(1))
        .filter(ComparedMetric::isUsual)
        .flatMap(
            metric ->
                Type.PERCENT
                    .number(match.group(3))
                    .map(percent -> new ChangeLimit(text.strip(), metric, least, percent / 100)));
  }

  /**
   * Whether a change is beyond the limit and is shown: one that may be chance does not fail. Of
   * single runs the figures alone decide.
   */
  public boolean isExceededBy(Metric change) {
    boolean beyond = least ? change.change() < limit : change.change() > limit;
    return beyond && (change.evidence() == null || isShown(change, change.evidence()));
  }

  /** A change that is equal within the difference that matters can still be one. */
  private static boolean isShown(Metric change, Evidence evidence) {
    return change.outcome() != Outcome.NOT_SHOWN && evidence.adjusted() < Comparison.LEVEL;
  }
}
