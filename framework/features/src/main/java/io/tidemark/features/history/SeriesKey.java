package io.tidemark.features.history;

import io.tidemark.model.yaml.Sha256;
import io.tidemark.report.file.RunNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  /** The same by the names of another series: a run outside a study does not know its place. */
  public SeriesKey named(SeriesKey other) {
    return new SeriesKey(other.workload, content, other.driver, system, testBed);
  }

  /** Returns the title for people. */
  public String title() {
    return workload + " on " + driver;
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

  /** {@code 2 x Intel(R) Xeon(R), 24 GiB, amd64}. */
  public String testBedText() {
    Map<String, String> rest = new TreeMap<>(testBed);
    List<String> parts = new ArrayList<>();
    String cores = taken(rest, "worker cpu.logicalCores", "%s x ").orElse("");
    taken(rest, "worker cpu.model", "%s").ifPresent(model -> parts.add(cores + model));
    taken(rest, "worker memory.bytes", "%s").ifPresent(parts::add);
    taken(rest, "worker container.cpuLimit", "limit of %s CPUs").ifPresent(parts::add);
    taken(rest, "worker container.memoryLimitBytes", "limit of %s bytes").ifPresent(parts::add);
    taken(rest, "worker os.architecture", "%s").ifPresent(parts::add);
    taken(rest, "workers", "%s workers")
        .filter(text -> !text.startsWith("1 "))
        .ifPresent(parts::add);
    taken(rest, "window per producer", "window of %s").ifPresent(parts::add);
    parts.addAll(rest.values());
    return String.join(", ", parts);
  }

  /** Removes a fact; empty if there is none. */
  private static Optional<String> taken(Map<String, String> facts, String name, String form) {
    return Optional.ofNullable(facts.remove(name))
        .filter(value -> !value.equals("none") && !value.equals("not known"))
        .map(value -> String.format(Locale.ROOT, form, value));
  }

  static String digits(String text) {
    byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
  }
}
