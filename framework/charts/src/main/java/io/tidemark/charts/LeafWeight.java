package io.tidemark.charts;

import io.tidemark.model.profile.FoldedStacks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The innermost frames of stacks, which are classes.
 *
 * @param place the first frame around it, from inside, that is not of the JDK: that with the
 *     highest weight
 */
public record LeafWeight(String leaf, long weight, double share, String place) {
  /** The heaviest first. */
  public static List<LeafWeight> of(FoldedStacks stacks) {
    Map<String, Map<String, Long>> places = new LinkedHashMap<>();
    stacks.forEach(
        (frames, weight) ->
            places
                .computeIfAbsent(frames.get(frames.size() - 1), any -> new LinkedHashMap<>())
                .merge(place(frames), weight, Long::sum));
    double total = Math.max(1, stacks.total());
    List<LeafWeight> all = new ArrayList<>();
    places.forEach(
        (leaf, weights) -> {
          long sum = weights.values().stream().mapToLong(each -> each).sum();
          String most =
              weights.entrySet().stream()
                  .max(Map.Entry.comparingByValue())
                  .map(Map.Entry::getKey)
                  .orElse("");
          all.add(new LeafWeight(leaf, sum, sum / total, most));
        });
    all.sort(
        Comparator.comparingLong(LeafWeight::weight).reversed().thenComparing(LeafWeight::leaf));
    return all;
  }

  private static String place(List<String> frames) {
    for (int i = frames.size() - 2; i > 0; i--) {
      String frame = frames.get(i);
      if (!frame.startsWith("java.") && !frame.startsWith("jdk.") && !frame.startsWith("sun.")) {
        return frame;
      }
    }
    return frames.size() > 1 ? frames.get(frames.size() - 2) : "";
  }
}
