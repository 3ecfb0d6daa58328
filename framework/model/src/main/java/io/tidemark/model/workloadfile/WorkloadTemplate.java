package io.tidemark.model.workloadfile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.workload.DeadKeys;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes workload files from one template: a workload in which seven keys may be lists, and a {@code
 * nameFormat} that names each combination. The format is OMB's. A template of OMB's keys alone
 * gives OMB's files, with OMB's defaults written out; any other gives the keys that it has.
 */
public final class WorkloadTemplate {
  private static final String NAME = "name";
  private static final String NAME_FORMAT = "nameFormat";
  private static final int MAX_COMBINATIONS = 10_000;
  private static final double LARGEST_EXACT = 1e15;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The keys that may be lists, the last one varying fastest. */
  private static final List<String> LISTS =
      List.of(
          "topics",
          "partitionsPerTopic",
          "messageSize",
          "producersPerTopic",
          "subscriptionsPerTopic",
          "consumerPerSubscription",
          "producerRate");

  private final YamlMap template;
  private final Problems problems;

  /**
   * One workload of a template.
   *
   * @param name its name, and its file's without the ending
   * @param values its keys, in the order of the file
   */
  public record Generated(String name, Map<String, Object> values) {
    public Generated {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values)); // Values may be null.
    }

    /** The workload file's text: each value as JSON, which is YAML, and what OMB writes. */
    public String yaml() {
      return values.entrySet().stream()
          .map(entry -> entry.getKey() + ": " + json(entry.getValue()) + "\n")
          .collect(Collectors.joining());
    }

    private static String json(Object value) {
      try {
        return JSON.writeValueAsString(value);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("maps, lists and scalars can always be written", e);
      }
    }
  }

  private WorkloadTemplate(YamlMap template, Problems problems) {
    this.template = template;
    this.problems = problems;
  }

  /**
   * Reads a template.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong in it
   */
  public static WorkloadTemplate read(Path file) {
    Problems problems = new Problems();
    Optional<YamlMap> map =
        InputFiles.source(file, problems).flatMap(source -> checked(source, problems));
    problems.throwIfErrors();
    return new WorkloadTemplate(map.orElseThrow(), problems);
  }

  private static Optional<YamlMap> checked(SourceFile source, Problems problems) {
    Optional<YamlMap> map = YamlTree.read(source, problems);
    map.ifPresent(top -> grammar().check(top, false, problems));
    return map;
  }

  private static Grammar grammar() {
    List<Setting> keys = new ArrayList<>();
    keys.add(Setting.of(NAME_FORMAT, Type.STRING, "Name of each file."));
    for (Setting key : WorkloadKeys.rules()) {
      if (LISTS.contains(key.path())) {
        keys.add(Setting.of(key.path(), List.of(Type.LIST, key.type()), key.description()));
        keys.add(key.at(key.path() + "[]"));
      } else {
        keys.add(key);
      }
    }
    return Grammar.of(keys).withDead(DeadKeys.ofWorkloads());
  }

  /**
   * Every combination.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException when there are none or too many, or one
   *     has the name of another or one that is no file's
   */
  public List<Generated> generate() {
    requireFewCombinations();
    List<Map<String, Object>> combinations = List.of(fixed());
    for (String key : LISTS) {
      combinations = times(combinations, key);
    }
    return named(combinations);
  }

  private void requireFewCombinations() {
    double combinations = 1;
    for (String key : LISTS) {
      if (template.get(key).orElse(null) instanceof YamlList list) {
        combinations *= list.items().size();
        if (list.items().isEmpty()) {
          problems.error(list.mark(), key, "an empty list; allowed a value, or a list of values");
        }
      }
    }
    if (combinations > MAX_COMBINATIONS) {
      problems.error(
          template.mark(),
          "",
          String.format(
              Locale.ROOT,
              "its lists have %.0f combinations; allowed %d",
              combinations,
              MAX_COMBINATIONS));
    }
    problems.throwIfErrors();
  }

  /**
   * Writes a file for every combination; a file of the same name is replaced.
   *
   * @return the files, in order
   */
  public List<Path> generate(Path folder) throws IOException {
    List<Generated> workloads = generate();
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Generated workload : workloads) {
      Path file = folder.resolve(workload.name() + ".yaml");
      // As a whole or not at all, also if the process is killed.
      Path unfinished = folder.resolve("." + workload.name() + ".yaml.tmp");
      Files.writeString(unfinished, workload.yaml(), StandardCharsets.UTF_8);
      files.add(Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING));
    }
    return files;
  }

  /** All keys in the order of the file that is written; lists are replaced afterwards. */
  private Map<String, Object> fixed() {
    Map<String, Object> given = template.plain();
    DeadKeys.ofWorkloads().keySet().forEach(given::remove);
    Map<String, Object> fixed = new LinkedHashMap<>();
    fixed.put(NAME, "");
    if (OmbWorkload.hasOnlyKeysOf(given.keySet(), NAME_FORMAT)) {
      fixed.putAll(OmbWorkload.withDefaults(given));
    } else {
      given.values().removeIf(value -> value == null);
      fixed.putAll(given);
    }
    fixed.remove(NAME_FORMAT);
    return fixed;
  }

  private List<Map<String, Object>> times(List<Map<String, Object>> combinations, String key) {
    YamlNode node = template.get(key).orElse(null);
    if (node == null) {
      return combinations;
    }
    List<YamlNode> items = node instanceof YamlList list ? list.items() : List.of(node);
    List<Map<String, Object>> product = new ArrayList<>();
    for (Map<String, Object> combination : combinations) {
      for (YamlNode item : items) {
        Map<String, Object> next = new LinkedHashMap<>(combination);
        next.put(key, count(item));
        product.add(next);
      }
    }
    return product;
  }

  /**
   * Quotes around a number do not matter, as in OMB, which has neither {@code 1k} nor {@code 1e3}.
   */
  private static Object count(YamlNode item) {
    return item.asText()
        .flatMap(Quantities::rate)
        .filter(number -> number == Math.rint(number) && Math.abs(number) < LARGEST_EXACT)
        .<Object>map(Double::longValue)
        .orElseGet(item::plain);
  }

  /** Where OMB would write one file over another, names have every digit. */
  private List<Generated> named(List<Map<String, Object>> combinations) {
    WorkloadNameFormat format =
        template
            .get(NAME_FORMAT)
            .map(node -> new WorkloadNameFormat(String.valueOf(node.plain())))
            .orElse(WorkloadNameFormat.DEFAULT);
    Map<String, Long> uses =
        combinations.stream()
            .map(format::shortName)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    Map<String, Generated> byName = new LinkedHashMap<>();
    for (Map<String, Object> values : combinations) {
      String shortName = format.shortName(values);
      String name = Objects.equals(uses.get(shortName), 1L) ? shortName : format.exactName(values);
      values.put(NAME, name);
      if (name.isBlank() || !name.equals(name.replaceAll("[/\\\\\\p{Cntrl}]", ""))) {
        problems.error(
            template.mark(), NAME_FORMAT, "not a file's name, got " + name + "; allowed no /");
        break;
      }
      if (byName.put(name, new Generated(name, values)) != null && problems.errors().isEmpty()) {
        problems.error(
            template.mark(),
            NAME_FORMAT,
            "several combinations have the name " + name + "; add the key in which they differ");
      }
    }
    problems.throwIfErrors();
    return List.copyOf(byName.values());
  }

  /** The keys of OMB's workload files in the order in which OMB writes them, with its defaults. */
  private static final class OmbWorkload {
    private static final Map<String, Object> DEFAULTS = new LinkedHashMap<>();

    /** Must be given; what a template leaves out is left out. */
    private static final Object NO_DEFAULT = new Object();

    static {
      DEFAULTS.put("name", NO_DEFAULT);
      DEFAULTS.put("topics", NO_DEFAULT);
      DEFAULTS.put("partitionsPerTopic", NO_DEFAULT);
      DEFAULTS.put("keyDistributor", "NO_KEY");
      DEFAULTS.put("messageSize", NO_DEFAULT);
      DEFAULTS.put("useRandomizedPayloads", false);
      DEFAULTS.put("randomBytesRatio", 0.0);
      DEFAULTS.put("randomizedPayloadPoolSize", 0L);
      DEFAULTS.put("payloadFile", null);
      DEFAULTS.put("subscriptionsPerTopic", NO_DEFAULT);
      DEFAULTS.put("producersPerTopic", NO_DEFAULT);
      DEFAULTS.put("consumerPerSubscription", NO_DEFAULT);
      DEFAULTS.put("producerRate", NO_DEFAULT);
      DEFAULTS.put("consumerBacklogSizeGB", 0L);
      DEFAULTS.put("backlogDrainRatio", 1.0);
      DEFAULTS.put("testDurationMinutes", 5L);
      DEFAULTS.put("warmupDurationMinutes", 1L);
    }

    private OmbWorkload() {}

    /** Whether all keys are OMB's, but for one. */
    static boolean hasOnlyKeysOf(Collection<String> keys, String butFor) {
      return keys.stream().allMatch(key -> DEFAULTS.containsKey(key) || key.equals(butFor));
    }

    /** The given values in OMB's order and OMB's types, with OMB's defaults for the others. */
    static Map<String, Object> withDefaults(Map<String, Object> given) {
      Map<String, Object> all = new LinkedHashMap<>();
      DEFAULTS.forEach(
          (key, byDefault) -> {
            Object value = given.get(key);
            if (value != null) {
              all.put(key, byDefault instanceof Double ? share(value) : value);
            } else if (byDefault != NO_DEFAULT) {
              all.put(key, byDefault);
            }
          });
      return all;
    }

    /** A share from 0 to 1; a placeholder stays as it is. */
    private static Object share(Object value) {
      return Quantities.share(value.toString()).<Object>map(share -> share).orElse(value);
    }
  }

  /**
   * Names of generated workloads: {@code ${key}} stands for the key's value. Counts are shortened
   * as OMB does: 10,000 is {@code 10k}, and digits that do not fit are cut off, so 1,999 is {@code
   * 1k}.
   */
  private record WorkloadNameFormat(String format) {
    static final WorkloadNameFormat DEFAULT =
        new WorkloadNameFormat(
            "${topics}-topics-${partitionsPerTopic}-partitions-${messageSize}b"
                + "-${producersPerTopic}p-${consumerPerSubscription}c-${producerRate}");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)\\}");
    private static final String RATE = "producerRate";
    private static final String[] SUFFIXES = {"", "k", "m", "g"};

    /** OMB shows these as they are. */
    private static final Set<String> NEVER_SHORT =
        Set.of("testDurationMinutes", "warmupDurationMinutes");

    /** The name with short counts, as OMB has it. */
    String shortName(Map<String, Object> workload) {
      return name(workload, true);
    }

    /** The name with every digit, for workloads that have the same short name. */
    String exactName(Map<String, Object> workload) {
      return name(workload, false);
    }

    private String name(Map<String, Object> workload, boolean shortened) {
      return VARIABLE
          .matcher(format)
          .replaceAll(
              variable -> {
                Object value = workload.get(variable.group(1));
                String shown =
                    value == null ? variable.group() : shown(variable.group(1), value, shortened);
                return Matcher.quoteReplacement(shown);
              });
    }

    private static String shown(String key, Object value, boolean shortened) {
      boolean whole = value instanceof Long;
      if (key.equals(RATE)
          && (value.equals("max") || whole && (Long) value >= ProducerRate.UNREACHABLE)) {
        return "max-rate";
      }
      return whole && shortened && !NEVER_SHORT.contains(key)
          ? shortCount((Long) value)
          : String.valueOf(value);
    }

    private static String shortCount(long count) {
      long rest = count;
      int suffix = 0;
      while (rest >= 1_000 && suffix < SUFFIXES.length - 1) {
        rest /= 1_000;
        suffix++;
      }
      return rest + SUFFIXES[suffix];
    }
  }
}
