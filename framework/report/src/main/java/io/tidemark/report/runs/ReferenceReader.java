package io.tidemark.report.runs;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.KeyCheck;
import io.tidemark.model.grammar.KeyTree;
import io.tidemark.model.yaml.NearestKey;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Published figures and limits in files: a list of maps. */
public final class ReferenceReader {
  private static final String LIST = "references";
  private static final Predicate<String> TELEMETRY =
      Pattern.compile("[a-z][A-Za-z0-9]{0,99}").asMatchPredicate();

  private ReferenceReader() {}

  /**
   * The keys of an element.
   *
   * @param path of the list, for example {@code references}
   */
  public static List<Setting> keys(String path) {
    String element = path + "[].";
    return List.of(
        Setting.rule(
                element + "metric",
                "`publishRate`, `consumeRate`, `roundTripRate`, `publishThroughput`,"
                    + " `consumeThroughput`, a latency such as `endToEnd.p99`, or a metric of"
                    + " telemetry.",
                Type.STRING)
            .asRequired(),
        Setting.rule(
                element + "value",
                "With its unit: `492k/s`, `2.76ms`, `437 MB/s` (1,000,000 bytes), `400 MiB/s` or"
                    + " `10 Gb/s`.",
                Type.STRING)
            .asRequired(),
        Setting.rule(element + "name", "What it is.", Type.STRING),
        Setting.rule(element + "hardware", "On which it was measured.", Type.STRING),
        Setting.rule(element + "source", "Who measured it, or with which tool.", Type.STRING),
        Setting.rule(
            element + "environment", "Environment to which it applies; default all.", Type.STRING),
        Setting.rule(
            element + "workload",
            "Workload to which it applies, its name or its file's name without `.yaml`; default"
                + " all.",
            Type.STRING));
  }

  /** The list of a file whose only key is {@code references}; what is wrong is reported. */
  public static List<ReferenceLine> file(SourceFile file, Problems problems) {
    List<Setting> rules = new ArrayList<>();
    rules.add(Setting.rule(LIST, "Published figures.", Type.LIST).asRequired());
    rules.add(Setting.rule(LIST + "[]", "One figure.", Type.SECTION));
    rules.addAll(keys(LIST));
    return YamlTree.read(file, problems)
        .map(
            top -> {
              new KeyCheck(problems, false, Map.of()).check(top, KeyTree.of(rules));
              return list(top.get(LIST), LIST, "published", problems);
            })
        .orElse(List.of());
  }

  /**
   * The elements of a list whose keys have been checked.
   *
   * @param path of the list, for messages
   * @param defaultName of those without one
   */
  public static List<ReferenceLine> list(
      Optional<YamlNode> list, String path, String defaultName, Problems problems) {
    List<ReferenceLine> lines = new ArrayList<>();
    if (list.orElse(null) instanceof YamlList elements) {
      for (int i = 0; i < elements.items().size(); i++) {
        if (elements.items().get(i) instanceof YamlMap map) {
          line(map, path + "[" + i + "]", defaultName, problems).ifPresent(lines::add);
        }
      }
    }
    return lines;
  }

  private static Optional<ReferenceLine> line(
      YamlMap map, String path, String defaultName, Problems problems) {
    Optional<YamlScalar> metric =
        scalar(map, "metric").filter(node -> isMetric(node, path, problems));
    Optional<YamlScalar> value = scalar(map, "value");
    if (metric.isEmpty() || value.isEmpty()) {
      return Optional.empty();
    }
    ReferenceUnit unit = ReferenceUnit.of(metric.get().text());
    Optional<Double> number = unit.parse(value.get().text()).filter(any -> any > 0);
    if (number.isEmpty()) {
      problems.error(
          value.get().mark(),
          path + ".value",
          "wrong value, got %s; allowed %s".formatted(value.get().text(), unit.allowed()));
    }
    return number.map(
        any ->
            new ReferenceLine(
                metric.get().text(),
                any,
                map.text("name").orElse(defaultName),
                map.text("hardware").orElse(""),
                map.text("source").orElse(""),
                map.text("environment"),
                map.text("workload")));
  }

  /** A name that is almost one of the known is meant to be that one. */
  private static boolean isMetric(YamlScalar node, String path, Problems problems) {
    List<String> known = ReferenceLine.metrics();
    String suggestion = NearestKey.suggestion(node.text(), known);
    boolean right =
        known.contains(node.text()) || (TELEMETRY.test(node.text()) && suggestion.isEmpty());
    if (!right) {
      problems.error(
          node.mark(),
          path + ".metric",
          "unknown metric, got %s; allowed publishRate, consumeRate, roundTripRate, %s, a latency"
                  .formatted(node.text(), String.join(", ", ReferenceLine.THROUGHPUTS))
              + " such as endToEnd.p99, or a metric of telemetry"
              + suggestion);
    }
    return right;
  }

  private static Optional<YamlScalar> scalar(YamlMap map, String key) {
    return map.get(key).filter(YamlScalar.class::isInstance).map(YamlScalar.class::cast);
  }
}
