package io.tidemark.driver.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Suggests a known name for an unknown one. */
public final class NearestName {
  private NearestName() {}

  /**
   * The known name with the smallest edit distance (case does not count), unless it is too far away
   * to be a slip.
   */
  public static Optional<String> of(String name, Collection<String> known) {
    String lower = name.toLowerCase(Locale.ROOT);
    ToIntFunction<String> distance = each -> editDistance(lower, each.toLowerCase(Locale.ROOT));
    int limit = Math.max(1, Math.min(4, name.length() / 3 + 1));
    return known.stream()
        .filter(each -> Math.abs(each.length() - name.length()) <= limit)
        .filter(each -> distance.applyAsInt(each) <= limit)
        .min(Comparator.comparingInt(distance).thenComparing(Comparator.naturalOrder()));
  }

  /** {@code " (did you mean x?)"}, or nothing. */
  public static String suggestion(String name, Collection<String> known) {
    return of(name, known).map(NearestName::question).orElse("");
  }

  public static String question(String nearest) {
    return " (did you mean " + nearest + "?)";
  }

  /** Damerau's, with neighbours swapped as one edit. */
  static int editDistance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 ? j : j == 0 ? i : cheapest(d, a, b, i, j);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int cheapest(int[][] d, String a, String b, int i, int j) {
    int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }
}
