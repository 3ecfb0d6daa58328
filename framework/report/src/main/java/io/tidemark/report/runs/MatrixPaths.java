package io.tidemark.report.runs;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Paths of the keys that a study varies: of driver files, of workloads, and variables. */
public final class MatrixPaths {
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
   * Names of keys for people: the end of each path, as long as it must be to be unique. A property
   * such as {@code producerConfig.linger.ms} keeps its whole name.
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
