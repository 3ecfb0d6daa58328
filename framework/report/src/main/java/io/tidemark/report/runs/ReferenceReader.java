package io.tidemark.report.runs;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.report.runs.ReferenceLine.ReferenceUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Published figures and limits in files: a list of maps. */
public final class ReferenceReader {
  private static final String LIST = "references";
  private static final Predicate<String> TELEMETRY =
      Pattern.compile("[a-z][A-Za-z0-9]{0,99}").asMatchPredicate();

  private ReferenceReader() {}

  /** A file of published figures. */
  record ReferenceFile(
      @Key(value = "Published figures.", required = true, each = "One figure.")
          List<ReferenceKeys> references) {}

  /** The list of a file whose only key is {@code references}; what is wrong is reported. */
  public static List<ReferenceLine> file(SourceFile file, Problems problems) {
    return YamlTree.read(file, problems)
        .map(top -> Grammar.of(ReferenceFile.class).check(top, false, problems))
        .map(fields -> list(fields, LIST, LIST, "published"))
        .orElse(List.of());
  }

  /**
   * The elements of a list whose keys have been checked.
   *
   * @param fields the file, or the section in which the list is
   * @param path of the list, for messages
   * @param defaultName of those without one
   */
  public static List<ReferenceLine> list(
      Fields fields, String key, String path, String defaultName) {
    List<ReferenceLine> lines = new ArrayList<>();
    int index = 0;
    for (Fields element : fields.elements(key)) {
      line(element, path + "[" + index++ + "]", defaultName).ifPresent(lines::add);
    }
    return lines;
  }

  private static Optional<ReferenceLine> line(Fields element, String path, String defaultName) {
    ReferenceKeys keys = element.read(ReferenceKeys.class);
    if (!element.has("metric") || !isMetric(element, path) || !element.has("value")) {
      return Optional.empty();
    }
    ReferenceUnit unit = ReferenceUnit.of(keys.metric());
    Optional<Double> number = unit.parse(keys.value()).filter(any -> any > 0);
    if (number.isEmpty()) {
      element
          .problems()
          .error(
              element.mark("value"),
              path + ".value",
              "wrong value, got %s; allowed %s".formatted(keys.value(), unit.allowed()));
    }
    return number.map(
        any ->
            new ReferenceLine(
                keys.metric(),
                any,
                keys.name().orElse(defaultName),
                keys.hardware(),
                keys.source(),
                keys.environment(),
                keys.workload()));
  }

  /** A name that is almost one of the known is meant to be that one. */
  private static boolean isMetric(Fields element, String path) {
    String text = element.text("metric").orElse("");
    List<String> known = ReferenceLine.metrics();
    String suggestion = MetricNames.suggestion(text, known, known::contains);
    boolean right = known.contains(text) || (TELEMETRY.test(text) && suggestion.isEmpty());
    if (!right) {
      element
          .problems()
          .error(
              element.mark("metric"),
              path + ".metric",
              "unknown metric, got %s; allowed publishRate, consumeRate, roundTripRate, %s, a latency"
                      .formatted(text, String.join(", ", ReferenceUnit.THROUGHPUTS))
                  + " such as endToEnd.p99, or a metric of telemetry"
                  + suggestion);
    }
    return right;
  }

  /** The keys of a published figure or a limit. */
  public record ReferenceKeys(
      @Key(
              value =
                  "`publishRate`, `consumeRate`, `roundTripRate`, `publishThroughput`,"
                      + " `consumeThroughput`, a latency such as `endToEnd.p99`, or a metric of"
                      + " telemetry.",
              required = true)
          String metric,
      @Key(
              value =
                  "With its unit: `492k/s`, `2.76ms`, `437 MB/s` (1,000,000 bytes), `400 MiB/s` or"
                      + " `10 Gb/s`.",
              required = true)
          String value,
      @Key("What it is.") Optional<String> name,
      @Key("On which it was measured.") String hardware,
      @Key("Who measured it, or with which tool.") String source,
      @Key("Environment to which it applies; default all.") Optional<String> environment,
      @Key(
              "Workload to which it applies, its name or its file's name without `.yaml`; default"
                  + " all.")
          Optional<String> workload) {}
}
