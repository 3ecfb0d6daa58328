package io.tidemark.history.gate;

import io.tidemark.driver.Quantities;
import io.tidemark.history.trend.TrendMetric;
import io.tidemark.model.question.MetricName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change that is not acceptable: {@code endToEnd.p99 worse by 5%}.
 *
 * @param share 0.05 for 5 %
 */
public record GateLimit(String text, String metric, double share) {
  private static final Pattern FORM = Pattern.compile("\\s*(.+?)\\s+worse\\s+by\\s+(\\S+)\\s*");

  /** Empty if the text has another form or names an unknown metric. */
  public static Optional<GateLimit> of(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    String metric = match.group(1);
    Optional<String> key =
        MetricName.parse(metric)
            .map(MetricName::toString)
            .or(() -> Optional.of(metric).filter(TrendMetric::isOne));
    return key.flatMap(
        name ->
            Quantities.share(match.group(2))
                .filter(share -> share > 0 && share <= 10)
                .map(share -> new GateLimit(text.strip(), name, share)));
  }

  /** Whether a change, as a share, is beyond it. */
  boolean isExceededBy(double change) {
    return TrendMetric.isWorse(metric, change)
        && (TrendMetric.isRate(metric) ? -change >= share : change >= share);
  }
}
