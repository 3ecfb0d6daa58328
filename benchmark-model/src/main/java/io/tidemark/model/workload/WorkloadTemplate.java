package io.tidemark.model.workload;

import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyCheck;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.RuleTree;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes workload files from one template: a workload in which seven keys may be lists, and a {@code
 * nameFormat} that names each combination. The format is OMB's.
 */
public final class WorkloadTemplate {
  private static final String NAME_FORMAT = "nameFormat";
  private static final String DEFAULT_FORMAT =
      "${topics}-topics-${partitionsPerTopic}-partitions-${messageSize}b"
          + "-${producersPerTopic}p-${consumerPerSubscription}c-${producerRate}";
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)\\}");

  /** The keys that may be lists, the last one varying fastest. */
  private static final List<String> LISTS =
      List.of(
          "topics",
          "partitionsPerTopic",
          "messageSize",
          "subscriptionsPerTopic",
          "producersPerTopic",
          "consumerPerSubscription",
          "producerRate");

  private final String nameFormat;
  private final YamlMap template;

  /**
   * One workload of a template.
   *
   * @param name its name, and its file's without the ending
   * @param values its keys, in the order of the template
   */
  public record Generated(String name, Map<String, Object> values) {

    /** The workload file's text. */
    public String yaml() {
      return values.entrySet().stream()
          .map(entry -> entry.getKey() + ": " + YamlText.of(entry.getValue()) + "\n")
          .collect(Collectors.joining());
    }
  }

  private WorkloadTemplate(YamlMap template) {
    this.template = template;
    this.nameFormat =
        template.get(NAME_FORMAT).map(node -> String.valueOf(node.plain())).orElse(DEFAULT_FORMAT);
  }

  /**
   * Reads a template.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong in it
   */
  public static WorkloadTemplate read(Path file) {
    Problems problems = new Problems();
    Optional<YamlMap> map =
        WorkloadReader.source(file, problems).flatMap(source -> checked(source, problems));
    problems.throwIfErrors();
    return new WorkloadTemplate(map.orElseThrow());
  }

  private static Optional<YamlMap> checked(SourceFile source, Problems problems) {
    Optional<YamlMap> map = YamlTree.read(source, problems);
    map.ifPresent(
        top ->
            new KeyCheck(problems, false, DeadKeys.ofWorkloads()).check(top, RuleTree.of(rules())));
    return map;
  }

  private static List<KeyRule> rules() {
    List<KeyRule> rules = new ArrayList<>();
    rules.add(KeyRule.of(NAME_FORMAT, "Name of each file.", Form.STRING));
    for (KeyRule rule : WorkloadKeys.rules()) {
      if (LISTS.contains(rule.path())) {
        rules.add(KeyRule.of(rule.path(), rule.description(), Form.LIST, rule.forms().get(0)));
        rules.add(rule.at(rule.path() + "[]"));
      } else {
        rules.add(rule);
      }
    }
    return rules;
  }

  /** Every combination. */
  public List<Generated> generate() {
    List<Map<String, Object>> combinations = List.of(fixed());
    for (String key : LISTS) {
      combinations = times(combinations, key);
    }
    return combinations.stream().map(this::named).toList();
  }

  /**
   * Writes a file for every combination; a file of the same name is replaced.
   *
   * @return the files, in order
   */
  public List<Path> generate(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Generated workload : generate()) {
      Path file = folder.resolve(workload.name() + ".yaml");
      files.add(Files.writeString(file, workload.yaml(), StandardCharsets.UTF_8));
    }
    return files;
  }

  private Map<String, Object> fixed() {
    Map<String, Object> fixed = new LinkedHashMap<>();
    fixed.put("name", "");
    template
        .plain()
        .forEach(
            (key, value) -> {
              if (value != null && !key.equals(NAME_FORMAT)) {
                fixed.put(key, value);
              }
            });
    return fixed;
  }

  private List<Map<String, Object>> times(List<Map<String, Object>> combinations, String key) {
    YamlNode node = template.get(key).orElse(null);
    if (!(node instanceof YamlList list)) {
      return combinations;
    }
    List<Map<String, Object>> product = new ArrayList<>();
    for (Map<String, Object> combination : combinations) {
      for (YamlNode item : list.items()) {
        Map<String, Object> next = new LinkedHashMap<>(combination);
        next.put(key, item.plain());
        product.add(next);
      }
    }
    return product;
  }

  private Generated named(Map<String, Object> values) {
    String name =
        VARIABLE
            .matcher(nameFormat)
            .replaceAll(variable -> Matcher.quoteReplacement(shown(variable.group(1), values)));
    values.put("name", name);
    return new Generated(name, values);
  }

  private static String shown(String key, Map<String, Object> values) {
    Object value = values.getOrDefault(key, "${" + key + "}");
    if (!key.equals("producerRate")) {
      return String.valueOf(value);
    }
    YamlScalar rate = new YamlScalar(null, String.valueOf(value), true);
    boolean max = value.equals("max") || (rate.isNumber() && isUnreachable(rate.number()));
    return max ? "max-rate" : String.valueOf(value);
  }

  private static boolean isUnreachable(double rate) {
    return rate >= RateReader.UNREACHABLE_RATE;
  }
}
