package io.tidemark.charts.profile;

import io.tidemark.model.profile.FoldedStacks;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * A frame with those that it calls, merged from many stacks. Weights are shares of all stacks, of
 * the profile that is drawn and of the one that it is compared with.
 */
final class FlameNode {
  private final String name;
  private final TreeMap<String, FlameNode> callees = new TreeMap<>();
  private double share;
  private double before;

  private FlameNode(String name) {
    this.name = name;
  }

  /** The root of all stacks. */
  static FlameNode of(FoldedStacks stacks) {
    return of(stacks, FoldedStacks.NONE);
  }

  /**
   * @param earlier of the profile that it is compared with
   */
  static FlameNode of(FoldedStacks stacks, FoldedStacks earlier) {
    FlameNode root = new FlameNode("all");
    double total = Math.max(1, stacks.total());
    double totalBefore = Math.max(1, earlier.total());
    stacks.forEach((frames, weight) -> root.add(frames, weight / total, 0));
    earlier.forEach((frames, weight) -> root.add(frames, 0, weight / totalBefore));
    return root;
  }

  private void add(List<String> frames, double ofThis, double ofBefore) {
    FlameNode node = this;
    node.weigh(ofThis, ofBefore);
    for (String frame : frames) {
      node = node.callees.computeIfAbsent(frame, FlameNode::new);
      node.weigh(ofThis, ofBefore);
    }
  }

  private void weigh(double ofThis, double ofBefore) {
    share += ofThis;
    before += ofBefore;
  }

  String name() {
    return name;
  }

  double share() {
    return share;
  }

  /** Its share in the other profile; 0 without one. */
  double before() {
    return before;
  }

  /** The widest first, so that what matters is on the left. */
  Collection<FlameNode> callees() {
    return callees.values().stream()
        .sorted(Comparator.comparingDouble(FlameNode::share).reversed())
        .toList();
  }
}
