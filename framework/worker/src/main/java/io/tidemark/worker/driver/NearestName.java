package io.tidemark.worker.driver;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which of some names was probably meant. */
final class NearestName {
  private NearestName() {}

  /** The one with the fewest edits, if they are at most a third of its length. */
  static Optional<String> to(String asked, Collection<String> names) {
    String lower = asked.toLowerCase(Locale.ROOT);
    return names.stream()
        .min(Comparator.comparingInt(name -> edits(lower, name.toLowerCase(Locale.ROOT))))
        .filter(name -> edits(lower, name.toLowerCase(Locale.ROOT)) <= name.length() / 3);
  }

  private static int edits(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j < previous.length; j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] current = new int[previous.length];
      current[0] = i;
      for (int j = 1; j < current.length; j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
