package io.tidemark.report.runs;

import io.tidemark.driver.settings.Setting.Type;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key of a study's matrix with several numbers, or several versions, as values.
 *
 * @param path of the key
 * @param name for people
 * @param texts its values, as the study file has them
 */
public record MatrixAxis(String path, String name, List<String> texts) {
  public MatrixAxis {
    texts = List.copyOf(texts);
  }

  /** Empty if a value is neither a number nor a version, or there is only one. */
  static Optional<MatrixAxis> of(String path, String name, List<String> texts) {
    MatrixAxis axis = new MatrixAxis(path, name, texts);
    return texts.size() > 1 && (axis.isOfVersions() || axis.isOfNumbers())
        ? Optional.of(axis)
        : Optional.empty();
  }

  private boolean isOfNumbers() {
    return texts.stream().allMatch(text -> plainNumber(text).isPresent());
  }

  /** Whether its values are versions: each is compared with the one before, at equal distances. */
  public boolean isOfVersions() {
    return VersionOrder.isOf(path, texts, isOfNumbers());
  }

  /** Its values in ascending order. */
  public List<String> ascending() {
    Comparator<String> order =
        isOfVersions()
            ? VersionOrder.OF_VALUES
            : Comparator.comparingDouble(text -> plainNumber(text).orElseThrow());
    return texts.stream().sorted(order).toList();
  }

  /** Where a value is on the axis; of versions, its place in their order, from 0. */
  public Optional<Double> number(String text) {
    if (!isOfVersions()) {
      return plainNumber(text);
    }
    int place = ascending().indexOf(text);
    return place < 0 ? Optional.empty() : Optional.of((double) place);
  }

  /** A number, a rate, a size in bytes or a time in seconds. */
  private Optional<Double> plainNumber(String text) {
    boolean size = name.toLowerCase(Locale.ROOT).endsWith("size");
    Optional<Double> bytes = Type.SIZE.number(text);
    return (size ? bytes : Optional.<Double>empty())
        .or(() -> Type.RATE.number(text))
        .or(() -> bytes)
        .or(() -> Type.DURATION.number(text).map(nanos -> nanos / 1e9));
  }

  /** Returns the unit of its numbers, for the title of an axis. */
  public String unit() {
    String text = texts.get(0);
    if (isOfVersions()) {
      return "";
    }
    if (text.matches(".*[0-9 ][kKmMgG]?i?[bB]")) {
      return " (bytes)";
    }
    return Type.RATE.number(text).isEmpty() ? " (s)" : "";
  }

  /** Paths of the keys that a study varies: of driver files, of workloads, and variables. */
  public static final class MatrixPaths {
    /** Before the path of a key of driver files. */
    public static final String DRIVER = "driver.";

    /** Before the path of a key of workloads. */
    public static final String WORKLOAD = "workload.";

    /** Before the name of an environment variable. */
    public static final String VARIABLE = "variable.";

    /** Before the name of a property, which may contain dots. */
    private static final String PROPERTIES = "Config.";

    private MatrixPaths() {}

    /**
     * Names of keys for people: the end of each path, as long as it must be to be unique. A
     * property such as {@code producerConfig.linger.ms} keeps its whole name.
     */
    public static Map<String, String> names(Collection<String> paths) {
      Map<String, String> names = new LinkedHashMap<>();
      for (String path : paths) {
        int properties = path.lastIndexOf(PROPERTIES);
        int from = properties < 0 ? path.lastIndexOf('.') : properties + PROPERTIES.length() - 1;
        while (from > 0 && !isUnique(path.substring(from), path, paths)) {
          from = path.lastIndexOf('.', from - 1);
        }
        names.put(path, path.substring(from + 1));
      }
      return names;
    }

    private static boolean isUnique(String end, String path, Collection<String> paths) {
      return paths.stream().noneMatch(each -> !each.equals(path) && each.endsWith(end));
    }
  }

  /**
   * The order of versions: numbers by their value, so that 4.9 is before 4.10; {@code 4.2.0-rc1} is
   * before {@code 4.2.0}, which is before {@code 4.2.0.1}. Other texts are in the order of letters.
   */
  public static final class VersionOrder implements Comparator<String> {
    /**
     * Orders values of a key: {@code 4.3.1}, {@code v4.3}, or an image, {@code apache/kafka:4.3.1}.
     */
    static final Comparator<String> OF_VALUES =
        Comparator.comparing(VersionOrder::version, new VersionOrder()).thenComparing(text -> text);

    private static final Pattern FORM =
        Pattern.compile(
            "(?<image>.*[:@])?v?(?<version>\\d+(\\.\\d+)*)(?<rest>[-+._]?\\p{Alpha}.*)?");

    private static final Pattern PART = Pattern.compile("\\d+|[^\\d.]+");

    @Override
    public int compare(String one, String other) {
      List<String> left = parts(one);
      List<String> right = parts(other);
      for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
        int order = order(i < left.size() ? left.get(i) : "", i < right.size() ? right.get(i) : "");
        if (order != 0) {
          return order;
        }
      }
      return one.compareTo(other);
    }

    private static List<String> parts(String version) {
      return PART.matcher(version).results().map(MatchResult::group).toList();
    }

    private static int order(String left, String right) {
      if (isNumber(left) && isNumber(right)) {
        return new BigInteger(left).compareTo(new BigInteger(right));
      }
      return rank(left) == rank(right)
          ? left.compareTo(right)
          : Integer.compare(rank(left), rank(right));
    }

    /** What follows a version: {@code -rc1}, nothing, another text, a number. */
    private static int rank(String part) {
      if (part.isEmpty()) {
        return 1;
      }
      return isNumber(part) ? 3 : part.startsWith("-") ? 0 : 2;
    }

    private static boolean isNumber(String part) {
      return !part.isEmpty() && Character.isDigit(part.charAt(0));
    }

    /** Whether all values of a key are versions. */
    static boolean isOf(String key, List<String> texts, boolean numbers) {
      String name = key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
      boolean named = name.endsWith("version") || name.endsWith("image");
      boolean versions = texts.stream().allMatch(text -> FORM.matcher(text).matches());
      boolean dotted = texts.stream().allMatch(text -> version(text).contains("."));
      return versions && (named || (dotted && !numbers));
    }

    /** Without the name of an image. */
    private static String version(String text) {
      Matcher form = FORM.matcher(text);
      return form.matches() ? text.substring(form.start("version")) : text;
    }
  }
}
