package io.tidemark.features.profile.stack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much of a profile a frame has, as shares of all stacks.
 *
 * @param frame its name
 * @param self where it is the innermost frame
 * @param total where it is one of the frames
 */
public record FrameWeight(String frame, double self, double total) {

  /**
   * Returns the weights of all frames but the outermost ones, which are threads; the largest {@code
   * self} first.
   */
  public static List<FrameWeight> of(FoldedStacks stacks) {
    long all = Math.max(1, stacks.total());
    Map<String, long[]> weights = new LinkedHashMap<>();
    stacks.forEach(
        (frames, weight) -> {
          Set<String> once = new HashSet<>();
          for (int i = 1; i < frames.size(); i++) {
            long[] both = weights.computeIfAbsent(frames.get(i), any -> new long[2]);
            both[0] += i == frames.size() - 1 ? weight : 0;
            both[1] += once.add(frames.get(i)) ? weight : 0;
          }
        });
    List<FrameWeight> result = new ArrayList<>();
    weights.forEach(
        (frame, both) ->
            result.add(new FrameWeight(frame, (double) both[0] / all, (double) both[1] / all)));
    result.sort(
        Comparator.comparingDouble(FrameWeight::self)
            .thenComparingDouble(FrameWeight::total)
            .reversed()
            .thenComparing(FrameWeight::frame));
    return result;
  }
}
