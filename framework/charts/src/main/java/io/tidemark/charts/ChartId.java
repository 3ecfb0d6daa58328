package io.tidemark.charts;

import java.util.Collection;
import java.util.List;

/** Parts of the ids of charts, which are also names of files: letters, digits and {@code -}. */
final class ChartId {
  private ChartId() {}

  /** Unique also where two workloads have the same letters and digits. */
  static String prefix(String workload, Collection<String> workloads) {
    String letters = letters(workload);
    List<String> same = workloads.stream().filter(other -> letters(other).equals(letters)).toList();
    int place = same.indexOf(workload);
    return letters + (place == 0 ? "" : "-" + (place + 1)) + "-";
  }

  static String letters(String text) {
    return text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
  }
}
