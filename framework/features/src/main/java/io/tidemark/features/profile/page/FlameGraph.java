package io.tidemark.features.profile.page;

import io.tidemark.charts.SvgChart;
import io.tidemark.features.profile.stack.FoldedStacks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Draws stacks as SVG: the outermost frame is at the top, the width of a frame is its share. The
 * page's script zooms into a frame. Colours are classes of the page's style.
 */
public final class FlameGraph {
  static final int WIDTH = 1200;
  static final int ROW = 18;
  private static final int MOST_ROWS = 60;

  /** Narrower frames cannot be seen. */
  private static final double LEAST_SHARE = 0.002;

  private static final double LETTER = 6.6;

  /** Changes of more percentage points have the strongest colour. */
  private static final double STRONGEST = 0.05;

  private static final int STEPS = 4;

  /**
   * A frame with those that it calls, merged from many stacks. Weights are shares of all stacks, of
   * the profile that is drawn and of the one that it is compared with.
   */
  private static final class FlameNode {
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

  private final boolean compares;
  private final StringBuilder frames = new StringBuilder();
  private int rows;

  private FlameGraph(boolean compares) {
    this.compares = compares;
  }

  /** One profile. */
  public static String svg(FoldedStacks stacks, String description) {
    return new FlameGraph(false).draw(FlameNode.of(stacks), description);
  }

  /** A profile, with frames red whose share is higher than before, and blue where it is lower. */
  public static String difference(FoldedStacks before, FoldedStacks after, String description) {
    return new FlameGraph(true).draw(FlameNode.of(after, before), description);
  }

  private String draw(FlameNode root, String description) {
    add(root, 0, 0);
    return String.format(
            Locale.ROOT,
            "<svg class=\"flame\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
            WIDTH,
            rows * ROW,
            SvgChart.escaped(description))
        + frames
        + "</svg>";
  }

  private void add(FlameNode node, double x, int row) {
    if (row >= MOST_ROWS || node.share() < LEAST_SHARE) {
      return;
    }
    rows = Math.max(rows, row + 1);
    frame(node, x, row);
    double left = x;
    for (FlameNode each : node.callees()) {
      add(each, left, row + 1);
      left += each.share();
    }
  }

  private void frame(FlameNode node, double x, int row) {
    double width = node.share() * WIDTH;
    String title =
        compares
            ? String.format(
                Locale.ROOT,
                "%s: %.2f %%, before %.2f %%",
                node.name(),
                100 * node.share(),
                100 * node.before())
            : String.format(Locale.ROOT, "%s: %.2f %%", node.name(), 100 * node.share());
    frames.append(
        String.format(
            Locale.ROOT,
            "<g class=\"%s\" data-x=\"%.5f\" data-w=\"%.5f\" data-n=\"%s\">"
                + "<title>%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>"
                + "<text x=\"%.1f\" y=\"%d\">%s</text></g>",
            compares ? change(node) : kind(node.name(), row),
            x,
            node.share(),
            SvgChart.escaped(shortName(node.name())),
            SvgChart.escaped(title),
            x * WIDTH,
            row * ROW,
            Math.max(0.5, width - 0.5),
            ROW - 1,
            x * WIDTH + 3,
            row * ROW + 13,
            SvgChart.escaped(fitting(shortName(node.name()), width))));
  }

  /** What kind of code it is. */
  private static String kind(String frame, int row) {
    if (row <= 1) {
      return "thread";
    }
    if (frame.startsWith("java.") || frame.startsWith("jdk.") || frame.startsWith("sun.")) {
      return "jdk";
    }
    return frame.startsWith("io.tidemark.") ? "own" : "other";
  }

  /** {@code up4} to {@code up1}, {@code same}, {@code down1} to {@code down4}. */
  private static String change(FlameNode node) {
    double change = node.share() - node.before();
    int step = (int) Math.ceil(Math.min(1, Math.abs(change) / STRONGEST) * STEPS - 0.2);
    if (step <= 0) {
      return "same";
    }
    return (change > 0 ? "up" : "down") + step;
  }

  /** Class and method without the package. */
  static String shortName(String frame) {
    int method = frame.lastIndexOf('.');
    int type = method < 0 ? -1 : frame.lastIndexOf('.', method - 1);
    return type > 0 && frame.indexOf(' ') < 0 ? frame.substring(type + 1) : frame;
  }

  private static String fitting(String name, double width) {
    int letters = (int) ((width - 6) / LETTER);
    if (letters < 3) {
      return "";
    }
    return name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
  }

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
}
