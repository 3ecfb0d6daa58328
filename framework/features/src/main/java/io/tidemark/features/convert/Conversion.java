package io.tidemark.features.convert;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;

/** What a command line becomes: a workload file, a driver file, and what they do not contain. */
public final class Conversion {
  private final Map<String, Object> workload = new LinkedHashMap<>();
  private final Map<String, Object> driver = new LinkedHashMap<>();
  private final Map<String, String> leftOut;

  /**
   * @param leftOut options without a counterpart, with the reason
   */
  Conversion(Map<String, String> leftOut) {
    this.leftOut = new LinkedHashMap<>(leftOut);
  }

  /** Sets a key of the workload; dots separate levels. */
  Conversion workload(String key, Object value) {
    put(workload, key, value);
    return this;
  }

  /** Sets a key of the driver file; dots separate levels. */
  Conversion driver(String key, Object value) {
    put(driver, key, value);
    return this;
  }

  /** An option is not, or not quite, in the files. */
  void note(String option, String why) {
    leftOut.put(option, why);
  }

  public String workloadYaml() {
    return yaml(workload);
  }

  public String driverYaml() {
    return yaml(driver);
  }

  public Map<String, String> leftOut() {
    return leftOut;
  }

  /** What the files do not contain, as YAML comments: the output can be stored unchanged. */
  public String differences() {
    return leftOut.isEmpty()
        ? ""
        : leftOut.entrySet().stream()
            .map(each -> "#   %s: %s\n".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining("", "# Not in the files, or different:\n", ""));
  }

  @SuppressWarnings("unchecked") // Only maps of this kind are put in.
  private static void put(Map<String, Object> map, String key, Object value) {
    int dot = key.indexOf('.');
    if (dot < 0) {
      map.put(key, value instanceof Double number ? shortest(number) : value);
    } else {
      Object inner =
          map.computeIfAbsent(key.substring(0, dot), each -> new LinkedHashMap<String, Object>());
      put((Map<String, Object>) inner, key.substring(dot + 1), value);
    }
  }

  private static Object shortest(double number) {
    BigDecimal decimal = BigDecimal.valueOf(number).stripTrailingZeros();
    return decimal.scale() <= 0 ? (Object) decimal.toBigInteger() : (Object) decimal;
  }

  private static String yaml(Map<String, Object> map) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setWidth(200);
    return new Yaml(options).dump(map);
  }
}
