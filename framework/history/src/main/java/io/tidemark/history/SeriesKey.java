package io.tidemark.history;

import io.tidemark.model.yaml.Sha256;
import io.tidemark.report.file.RunNames;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What runs of one series have in common.
 *
 * @param workload its name
 * @param content keys of the effective workload whose values are not the defaults, so that a new
 *     key of a later version does not start a new series
 * @param driver its name; of a run of a study, the environment with its values of the matrix
 * @param system durability and size of the system under test
 * @param testBed the machines of the load generator
 */
public record SeriesKey(
    String workload,
    Map<String, String> content,
    String driver,
    Map<String, String> system,
    Map<String, String> testBed) {
  private static final int ID_DIGITS = 8;

  public SeriesKey {
    content = sorted(content);
    system = sorted(system);
    testBed = sorted(testBed);
  }

  private static Map<String, String> sorted(Map<String, String> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }

  /** The name of its folder: workload, driver, and digits that follow from all parts. */
  public String id() {
    return RunNames.sanitised(workload)
        + '-'
        + RunNames.sanitised(driver)
        + '-'
        + digits(workload + '\n' + content + '\n' + driver + '\n' + system + '\n' + testBed);
  }

  /** The same for series that differ in their test bed only. */
  public String subject() {
    return digits(workload + '\n' + content + '\n' + driver + '\n' + system);
  }

  /** What another series has that this one does not, for people. */
  public String difference(SeriesKey other) {
    Map<String, String> mine = all();
    Map<String, String> others = other.all();
    return Stream.concat(mine.keySet().stream(), others.keySet().stream())
        .distinct()
        .filter(name -> !Objects.equals(mine.get(name), others.get(name)))
        .map(
            name ->
                "%s %s, not %s"
                    .formatted(
                        name,
                        mine.getOrDefault(name, "missing"),
                        others.getOrDefault(name, "missing")))
        .collect(Collectors.joining("; "));
  }

  private Map<String, String> all() {
    Map<String, String> all = new TreeMap<>(Map.of("workload", workload, "driver", driver));
    all.putAll(content);
    all.putAll(system);
    all.putAll(testBed);
    return all;
  }

  /** {@code 2 x Intel(R) Xeon(R), 24 GiB}. */
  public String testBedText() {
    return String.join(", ", testBed.values());
  }

  static String digits(String text) {
    byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
  }
}
