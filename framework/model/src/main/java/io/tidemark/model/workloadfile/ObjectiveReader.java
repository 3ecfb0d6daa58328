package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.NearestName;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Comparison;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The conditions under {@code objectives}: a map, a nested map, or a list of either or of lines.
 */
final class ObjectiveReader {
  private static final Pattern CONDITION = Pattern.compile("(<=|>=|==|=|<|>)?\\s*(\\S.*)");
  private static final Pattern LINE =
      Pattern.compile("([\\w.]+(?:\\([^()]*\\))?)\\s*((?:<=|>=|==|=|<|>).*)");

  private static final Pattern OF_CLASS = Pattern.compile("classes\\.([^.\\s]+)\\.(.+)");

  private final Problems problems;
  private final ObjectiveScope scope;
  private final MeasuredMetrics measured;

  /** With wrong keys it is not known what is measured. */
  private final boolean known;

  private final Map<String, ObjectiveReader> classes;
  private final List<Objective> objectives = new ArrayList<>();

  private record Limit(double value, Unit unit) {}

  /**
   * @param classes get the objectives that begin with their names, as {@code classes.NAME.lost};
   *     none where there are no classes
   */
  ObjectiveReader(
      Problems problems,
      ObjectiveScope scope,
      MeasuredMetrics measured,
      Map<String, ObjectiveReader> classes) {
    this.problems = problems;
    this.scope = scope;
    this.measured = measured;
    this.known = !problems.hasErrors();
    this.classes = classes;
  }

  List<Objective> read(Optional<YamlNode> node) {
    node.ifPresent(this::add);
    return List.copyOf(objectives);
  }

  private void add(YamlNode node) {
    if (node instanceof YamlList list) {
      list.items().forEach(this::add);
    } else if (node instanceof YamlMap map) {
      addKeys(map, "");
    } else if (node instanceof YamlScalar scalar) {
      String text = scalar.text().strip();
      if (!isOfClass(text, node, (reader, rest) -> reader.addLine(rest, scalar))) {
        addLine(text, scalar);
      }
    }
  }

  private boolean isOfClass(String text, YamlNode node, BiConsumer<ObjectiveReader, String> add) {
    Matcher of = OF_CLASS.matcher(text);
    if (classes.isEmpty() || !of.matches()) {
      return false;
    }
    String name = of.group(1);
    ObjectiveReader reader = classes.get(name);
    if (reader != null) {
      add.accept(reader, of.group(2));
    } else {
      problems.error(
          node.mark(),
          scope.path(),
          "unknown class, got "
              + name
              + "; allowed "
              + String.join(", ", classes.keySet())
              + NearestName.suggestion(name, classes.keySet()));
    }
    return true;
  }

  private void addLine(String text, YamlScalar scalar) {
    Matcher line = LINE.matcher(text);
    if (line.matches()) {
      add(line.group(1), line.group(2), scalar.mark(), scalar.mark());
    } else {
      problems.error(
          scalar.mark(),
          scope.path(),
          "not a condition, got " + text + "; allowed a line such as publishLatency.p99 <= 20ms");
    }
  }

  private void addKeys(YamlMap map, String prefix) {
    map.entries()
        .forEach(
            (key, entry) -> {
              if (!prefix.isEmpty()
                  || !isOfClass(key, map, (reader, rest) -> reader.addKey(rest, entry, ""))) {
                addKey(key, entry, prefix);
              }
            });
  }

  private void addKey(String key, Entry entry, String prefix) {
    String path = prefix.isEmpty() ? key : prefix + "." + key;
    if (entry.value() instanceof YamlMap nested && prefix.isEmpty()) {
      addKeys(nested, path);
    } else if (entry.value() instanceof YamlScalar scalar) {
      add(path, scalar.text(), entry.keyMark(), scalar.mark());
    } else {
      problems.error(entry.value().mark(), path(path), "wrong value; allowed a condition");
    }
  }

  private void add(String key, String condition, SourceLocation keyMark, SourceLocation mark) {
    Optional<Metric> metric = MetricNames.objective(key);
    Optional<String> wrong =
        metric.map(each -> misplaced(key, each)).orElseGet(() -> Optional.of(unknown(key)));
    if (wrong.isPresent()) {
      problems.error(keyMark, path(key), wrong.get());
      return;
    }
    if (!metric.orElseThrow().id().equals(key)) {
      problems.warn(keyMark, path(key), "is deprecated; write " + metric.get().id());
    }
    Set<Unit> units = metric.get().limits();
    Optional<Objective> objective = parse(metric.get().id(), condition.strip(), units);
    if (objective.isPresent()) {
      objectives.add(objective.get());
    } else {
      problems.error(
          mark, path(key), "not a condition, got " + condition + "; allowed " + allowed(units));
    }
  }

  private String path(String key) {
    return scope.path() + "." + key;
  }

  /** Why a known objective is not available here; empty if it is. */
  private Optional<String> misplaced(String key, Metric metric) {
    if (scope.ofPhase() && !metric.isObjectiveOfPhase()) {
      return Optional.of(
          "is known for the whole run only; allowed in objectives at the top of the file; here "
              + allowedHere());
    }
    Optional<String> unmeasured = known ? measured.whyNot(metric.needs()) : Optional.empty();
    return unmeasured.isPresent()
        ? unmeasured
        : metric
            .window()
            .filter(window -> !scope.allows(window))
            .map(
                any ->
                    "wrong window, got "
                        + MetricNames.window(key)
                        + "; allowed "
                        + scope.windows());
  }

  private String unknown(String key) {
    String suggestion = suggestion(key);
    return "unknown objective" + (suggestion.isEmpty() ? "; allowed " + allowedHere() : suggestion);
  }

  private String suggestion(String key) {
    String first = key.replaceAll("\\..*", "");
    return MetricNames.rates().contains(first)
        ? " (did you mean " + first + ".min(10s)?)" // a rate has no other statistic
        : MetricNames.suggestion(
            key,
            MetricNames.objectives(scope.ofPhase()),
            name -> MetricNames.objective(name).isPresent());
  }

  private String allowedHere() {
    return "a latency ("
        + String.join(", ", MetricNames.latencies().stream().map(Measure::key).toList())
        + ") with .min, .mean, .max or a percentile such as .p99.9, a rate ("
        + String.join(", ", MetricNames.rates())
        + ") without or with a window such as .min(10s), "
        + MetricNames.listed(scope.ofPhase())
            .map(Metric::id)
            .filter(id -> !MetricNames.rates().contains(id))
            .collect(Collectors.joining(", "));
  }

  private static String allowed(Set<Unit> units) {
    if (units.contains(Unit.NANOSECONDS)) {
      return "a time span such as 20ms, or a comparison such as \"<= 20ms\"";
    }
    if (units.equals(Set.of(Unit.PERCENT))) {
      return "a percentage, or a comparison such as \">= 99%\"";
    }
    if (units.contains(Unit.PER_SECOND) && !units.contains(Unit.BYTES_PER_SECOND)) {
      return "99% or 50k/s, or a comparison such as \">= 99%\"";
    }
    return units.contains(Unit.PER_SECOND)
        ? "99%, 50k/s or 100MB/s, or a comparison such as \">= 99%\""
        : "a whole number or a percentage, or a comparison such as \"<= 10\" or \"<= 0.1%\"";
  }

  private static Optional<Objective> parse(String key, String condition, Set<Unit> units) {
    Matcher matcher = CONDITION.matcher(condition);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String sign = matcher.group(1);
    return limit(matcher.group(2).strip(), units)
        .filter(limit -> units.contains(limit.unit))
        .map(
            limit -> {
              Comparison comparison = sign == null ? meant(units, limit) : comparison(sign);
              boolean complete = sign != null || limit.unit == Unit.COUNT;
              String text = complete ? condition : comparison.sign() + " " + condition;
              return new Objective(key, comparison, limit.value, limit.unit, text);
            });
  }

  /** The comparison that is meant by a limit that stands alone. */
  private static Comparison meant(Set<Unit> units, Limit limit) {
    if (units.contains(Unit.PER_SECOND) || units.equals(Set.of(Unit.PERCENT))) {
      return Comparison.AT_LEAST;
    }
    return limit.unit == Unit.COUNT ? Comparison.EQUAL : Comparison.AT_MOST;
  }

  private static Comparison comparison(String sign) {
    for (Comparison comparison : Comparison.values()) {
      if (comparison.sign().equals(sign)) {
        return comparison;
      }
    }
    return Comparison.EQUAL;
  }

  private static Optional<Limit> limit(String text, Set<Unit> units) {
    Unit unit = unit(text, units);
    Optional<Double> value =
        switch (unit) {
          case NANOSECONDS -> Type.DURATION.number(text);
          case PERCENT -> Type.PERCENT.number(text);
          case BYTES_PER_SECOND -> Type.SIZE.number(text.substring(0, text.length() - 2));
          case PER_SECOND -> Type.RATE.number(text);
          case COUNT -> Type.RATE.number(text).filter(count -> count == Math.rint(count));
        };
    return value.filter(any -> any >= 0).map(any -> new Limit(any, unit));
  }

  private static Unit unit(String text, Set<Unit> units) {
    if (units.contains(Unit.NANOSECONDS)) {
      return Unit.NANOSECONDS;
    }
    if (text.endsWith("/s")) {
      return text.endsWith("B/s") ? Unit.BYTES_PER_SECOND : Unit.PER_SECOND;
    }
    return text.endsWith("%") ? Unit.PERCENT : Unit.COUNT;
  }
}
