package io.tidemark.features.profile.stack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A frame whose share of the samples is another one than before.
 *
 * @param frame its name
 * @param selfBefore share where it is the innermost frame, before
 * @param self the same now
 * @param totalBefore share where it is one of the frames, before
 * @param total the same now
 */
public record FrameChange(
    String frame, double selfBefore, double self, double totalBefore, double total) {
  /** Standard errors; a smaller difference of two counts may be chance. */
  private static final double ERRORS = 3;

  private static final FrameWeight NONE = new FrameWeight("", 0, 0);

  /**
   * Frames whose share as the innermost frame changed by more than the numbers of samples explain,
   * the largest change first.
   */
  public static List<FrameChange> of(FoldedStacks before, FoldedStacks after) {
    Map<String, FrameWeight> first = byName(before);
    Map<String, FrameWeight> second = byName(after);
    TreeSet<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    List<FrameChange> changes = new ArrayList<>();
    for (String name : names) {
      FrameWeight was = first.getOrDefault(name, NONE);
      FrameWeight is = second.getOrDefault(name, NONE);
      FrameChange change = new FrameChange(name, was.self(), is.self(), was.total(), is.total());
      if (Math.abs(change.ofSelf()) > chance(change, before.total(), after.total())) {
        changes.add(change);
      }
    }
    changes.sort(
        Comparator.comparingDouble((FrameChange each) -> Math.abs(each.ofSelf())).reversed());
    return changes;
  }

  private static Map<String, FrameWeight> byName(FoldedStacks stacks) {
    Map<String, FrameWeight> weights = new HashMap<>();
    FrameWeight.of(stacks).forEach(each -> weights.put(each.frame(), each));
    return weights;
  }

  private static double chance(FrameChange change, long samplesBefore, long samples) {
    double share = (change.selfBefore + change.self) / 2;
    return ERRORS
        * Math.sqrt(
            share * (1 - share) * (1.0 / Math.max(1, samplesBefore) + 1.0 / Math.max(1, samples)));
  }

  /** The change of the share as the innermost frame. */
  public double ofSelf() {
    return self - selfBefore;
  }
}
