package io.tidemark.features.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Builder;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Sha256;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Figures that are not those of a run, as a file that a history takes: of {@code bin/benchmark
 * calibrate}, or of any other tool.
 *
 * @param workload what was measured
 * @param driver of what
 * @param at when it was measured
 * @param settings what must be equal for a comparison
 * @param environment facts of the machine, as a result has them of a worker
 * @param attributes what may change from time to time, such as the version of a tool
 * @param values by names that {@link FigureName} takes
 */
public record FiguresFile(
    String workload,
    String driver,
    Instant at,
    Map<String, String> settings,
    Map<String, String> environment,
    Map<String, String> attributes,
    Map<String, Double> values) {
  /** What the name of a file ends with. */
  public static final String ENDING = ".figures.json";

  private static final int VERSION = 1;
  private static final String VERSION_KEY = "figuresVersion";
  private static final int ID_DIGITS = 32;

  public FiguresFile {
    settings = Map.copyOf(settings);
    environment = Map.copyOf(environment);
    attributes = Map.copyOf(attributes);
    values = Map.copyOf(values);
  }

  static boolean isNamedSo(Path file) {
    return String.valueOf(file.getFileName()).endsWith(ENDING);
  }

  public void write(Path file) throws ResultsException {
    ResultFiles.replaceFile(file, ReportFormats.json(tree()));
  }

  private Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(VERSION_KEY, VERSION);
    tree.put("workload", workload);
    tree.put("driver", driver);
    tree.put("at", at.toString());
    tree.put("settings", new TreeMap<>(settings));
    tree.put("environment", new TreeMap<>(environment));
    tree.put("attributes", new TreeMap<>(attributes));
    tree.put("values", new TreeMap<>(values));
    return tree;
  }

  /** Equal for equal content. */
  String id() {
    String text = new TreeMap<>(tree()).toString();
    byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return "figures-" + HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
  }

  /**
   * @throws ResultsException with what is wrong, if it is no such file
   */
  static FiguresFile read(Path file) throws ResultsException {
    try {
      InputFiles.requireRegular(file);
      JsonNode tree = ReportFormats.JSON.readTree(Files.readAllBytes(file));
      int version = tree.path(VERSION_KEY).asInt();
      if (version > VERSION) {
        throw ResultsException.newer(file, version, VERSION);
      }
      if (version < 1) {
        throw new ResultsException(
            file, file + ": " + VERSION_KEY + " is missing; allowed " + VERSION);
      }
      FiguresFile read =
          new FiguresFile(
              text(file, tree, "workload"),
              text(file, tree, "driver"),
              Instant.parse(text(file, tree, "at")),
              texts(file, tree, "settings"),
              texts(file, tree, "environment"),
              texts(file, tree, "attributes"),
              values(file, map(file, tree, "values")));
      return read;
    } catch (DateTimeException e) {
      throw new ResultsException(file, file + ": at: allowed a time such as 2026-11-26T02:00:00Z");
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  private static String text(Path file, JsonNode tree, String key) throws ResultsException {
    String text = tree.path(key).asText();
    if (text.isBlank()) {
      throw new ResultsException(file, file + ": " + key + " is missing, or not a text");
    }
    return text;
  }

  /** Null and a missing key are no entries. */
  private static JsonNode map(Path file, JsonNode tree, String key) throws ResultsException {
    JsonNode map = tree.path(key);
    if (!map.isObject() && !map.isNull() && !map.isMissingNode()) {
      throw new ResultsException(
          file, file + ": " + key + ": got " + map + "; allowed an object of names and values");
    }
    return map;
  }

  private static Map<String, String> texts(Path file, JsonNode tree, String key)
      throws ResultsException {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : map(file, tree, key).properties()) {
      if (!each.getValue().isValueNode()) {
        throw new ResultsException(
            file,
            "%s: %s.%s: got %s; allowed a text"
                .formatted(file, key, each.getKey(), each.getValue()));
      }
      texts.put(each.getKey(), each.getValue().asText());
    }
    return texts;
  }

  private static Map<String, Double> values(Path file, JsonNode tree) throws ResultsException {
    Map<String, Double> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : tree.properties()) {
      JsonNode value = each.getValue();
      if (FigureName.parse(each.getKey()).isEmpty()) {
        throw new ResultsException(
            file, file + ": values." + each.getKey() + ": not a name; allowed " + FigureName.FORM);
      }
      if (!value.isNumber() || !(value.asDouble() > 0) || Double.isInfinite(value.asDouble())) {
        throw new ResultsException(
            file, file + ": values." + each.getKey() + ": got " + value + "; allowed above 0");
      }
      values.put(each.getKey(), value.asDouble());
    }
    if (values.isEmpty()) {
      throw new ResultsException(file, file + ": values is empty");
    }
    return values;
  }

  /** This file, or those directly in a folder, in the order of their names. */
  static Stream<Path> in(Path source) throws ResultsException {
    if (!Files.isDirectory(source)) {
      return Stream.of(source).filter(FiguresFile::isNamedSo);
    }
    try (Stream<Path> files = Files.list(source)) {
      return files.filter(FiguresFile::isNamedSo).sorted().toList().stream();
    } catch (IOException e) {
      throw ResultsException.reading(source, e);
    }
  }

  /**
   * Figures of a {@link FiguresFile}, which are no metrics of runs: their names say what they are.
   */
  public static final class FigureName {
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
}
