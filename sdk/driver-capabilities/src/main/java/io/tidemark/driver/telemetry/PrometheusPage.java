package io.tidemark.driver.telemetry;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Metrics in Prometheus' text format. Only the series that are asked for are parsed, because pages
 * of brokers have 100 kB and more. Immutable.
 */
public final class PrometheusPage {
  private final String lines;

  /**
   * Series of a metric.
   *
   * @param metric its name
   * @param labels which a series must have, each as on the page: {@code name="value"}; with {@code
   *     name=""} it must not have the label, as in Prometheus' queries
   */
  public record Selector(String metric, List<String> labels) {
    private static final String LABEL = "[a-zA-Z_]\\w*=\"[^\"\\\\]*\"";
    private static final Pattern FORM =
        Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(" + LABEL + "(?:, ?" + LABEL + "){0,20})})?");

    public Selector {
      labels = List.copyOf(labels);
    }

    /** {@code metric} or {@code metric{label="value",...}}; empty for another text. */
    public static Optional<Selector> parse(String text) {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        return Optional.empty();
      }
      String labels = form.group(2);
      return Optional.of(
          new Selector(
              form.group(1),
              labels == null
                  ? List.of()
                  : Pattern.compile(LABEL).matcher(labels).results().map(m -> m.group()).toList()));
    }

    @Override
    public String toString() {
      return labels.isEmpty() ? metric : metric + "{" + String.join(",", labels) + "}";
    }

    private boolean matches(String labelsOfSeries) {
      String separated = "," + labelsOfSeries.replace(", ", ",") + ",";
      return labels.stream()
          .allMatch(
              label ->
                  label.endsWith("=\"\"")
                      ? !separated.contains("," + label.substring(0, label.length() - 1))
                      : separated.contains("," + label + ","));
    }
  }

  public PrometheusPage(String text) {
    this.lines = "\n" + text;
  }

  /** The sum of all series that match and have a number; empty if there is none. */
  public OptionalDouble sum(Selector selector) {
    double sum = 0;
    boolean found = false;
    String start = "\n" + selector.metric();
    for (int at = lines.indexOf(start); at >= 0; at = lines.indexOf(start, at + 1)) {
      double value = value(restOfLine(at + start.length()), selector);
      if (Double.isFinite(value)) {
        sum += value;
        found = true;
      }
    }
    return found ? OptionalDouble.of(sum) : OptionalDouble.empty();
  }

  /** The value of a label of the metric's first series, as on the page; empty if there is none. */
  public Optional<String> label(String metric, String label) {
    int at = lines.indexOf("\n" + metric + "{");
    if (at < 0) {
      return Optional.empty();
    }
    Matcher found =
        Pattern.compile("[{,] ?" + Pattern.quote(label) + "=\"([^\"]*)\"")
            .matcher(restOfLine(at + 1));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private String restOfLine(int from) {
    int end = lines.indexOf('\n', from);
    return lines.substring(from, end < 0 ? lines.length() : end);
  }

  /**
   * The value in the rest of a line after the metric's name; NaN if it is another metric, another
   * series or no number.
   */
  private static double value(String rest, Selector selector) {
    int labelsEnd = rest.startsWith("{") ? endOfLabels(rest) : 0;
    boolean series = labelsEnd > 0 || rest.startsWith(" ") || rest.startsWith("\t");
    String labels = labelsEnd > 0 ? rest.substring(1, labelsEnd) : "";
    if (!series || labelsEnd < 0 || !selector.matches(labels)) {
      return Double.NaN;
    }
    String[] valueAndTime =
        rest.substring(labelsEnd > 0 ? labelsEnd + 1 : 0).strip().split("\\s", 2);
    try {
      return Double.parseDouble(valueAndTime[0]);
    } catch (NumberFormatException e) { // +Inf
      return Double.NaN;
    }
  }

  /** Index of the closing brace; -1 without one. Values of labels may contain braces. */
  private static int endOfLabels(String rest) {
    boolean quoted = false;
    for (int i = 1; i < rest.length(); i++) {
      char c = rest.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == '}' && !quoted) {
        return i;
      }
    }
    return -1;
  }
}
