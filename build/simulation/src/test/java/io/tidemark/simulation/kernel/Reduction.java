package io.tidemark.simulation.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes the plan of a seed smaller: each part has a size, and is drawn at most that large. The
 * other parts stay as they are, so that a failing seed can be shrunk. Rare parts can be asked for.
 *
 * @param atMost sizes by name of the part; 0 leaves a part out
 * @param with parts that are drawn in any case
 */
public record Reduction(Map<String, Double> atMost, Set<String> with) {
  public static final Reduction NONE = new Reduction(Map.of(), Set.of());

  private static final String WITH = "+";

  /**
   * A part of a plan that can be made smaller.
   *
   * @param least its smallest size: 0 if it can be left out
   * @param size that was drawn
   * @param whole whether only whole numbers are sizes
   */
  public record Part(String name, double least, double size, boolean whole) {}

  public Reduction {
    atMost = new LinkedHashMap<>(atMost);
    with = new LinkedHashSet<>(with);
  }

  /**
   * Reads names of parts that are left out, sizes ({@code workers=1}), and parts that are drawn in
   * any case ({@code +sites}), with commas between.
   */
  public static Reduction of(String text) {
    Map<String, Double> sizes = new LinkedHashMap<>();
    Set<String> with = new LinkedHashSet<>();
    for (String each : text.isEmpty() ? new String[0] : text.split(",")) {
      if (each.startsWith(WITH)) {
        with.add(each.substring(WITH.length()));
        continue;
      }
      String[] pair = each.split("=", 2);
      sizes.put(pair[0], pair.length == 1 ? 0 : Double.parseDouble(pair[1]));
    }
    return new Reduction(sizes, with);
  }

  /** The same, with one part smaller. */
  public Reduction and(String part, double size) {
    Map<String, Double> sizes = new LinkedHashMap<>(atMost);
    sizes.put(part, size);
    return new Reduction(sizes, with);
  }

  public double limit(String part) {
    return atMost.getOrDefault(part, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the options of {@code bin/simulate}, with a space before each; empty if nothing is
   * smaller.
   */
  public String options() {
    List<String> without = new ArrayList<>();
    List<String> smaller = new ArrayList<>();
    atMost.forEach(
        (part, size) -> {
          if (size == 0) {
            without.add(part);
          } else {
            smaller.add(part + "=" + text(size));
          }
        });
    return (with.isEmpty() ? "" : " --with " + String.join(",", with))
        + (without.isEmpty() ? "" : " --without " + String.join(",", without))
        + (smaller.isEmpty() ? "" : " --at-most " + String.join(",", smaller));
  }

  private static String text(double size) {
    return size == Math.rint(size)
        ? String.format(Locale.ROOT, "%.0f", size)
        : String.format(Locale.ROOT, "%s", size);
  }
}
