package io.tidemark.features.profile.stack;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * Stacks with weights, in the text form that flame graph tools read: frames from the outermost one
 * on with {@code ;} between them, a blank, the weight.
 *
 * @param lines the heaviest first
 */
public record FoldedStacks(@JsonValue List<String> lines) {
  public static final FoldedStacks NONE = new FoldedStacks(List.of());

  /** Lighter stacks are one. */
  private static final int MOST_STACKS = 5_000;

  private static final String OTHERS = "(other stacks)";

  @JsonCreator
  public FoldedStacks {
    lines = List.copyOf(lines);
  }

  /**
   * @param weights by the frames of a stack
   */
  public static FoldedStacks of(Map<String, Long> weights) {
    List<Map.Entry<String, Long>> sorted = new ArrayList<>(weights.entrySet());
    sorted.sort(
        Map.Entry.<String, Long>comparingByValue()
            .reversed()
            .thenComparing(Comparator.comparing(Map.Entry::getKey)));
    List<String> lines = new ArrayList<>();
    long others = 0;
    for (Map.Entry<String, Long> each : sorted) {
      if (lines.size() < MOST_STACKS) {
        lines.add(each.getKey() + " " + each.getValue());
      } else {
        others += each.getValue();
      }
    }
    if (others > 0) {
      lines.add(OTHERS + " " + others);
    }
    return new FoldedStacks(lines);
  }

  /** A frame of a stack, as it can be written. */
  public static String frame(String name) {
    return name.replace(';', ',').replace('\n', ' ').strip();
  }

  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Passes each stack as its frames, with its weight. A line that is no stack is left out. */
  public void forEach(ObjLongConsumer<List<String>> consumer) {
    for (String line : lines) {
      int blank = line.lastIndexOf(' ');
      if (blank > 0 && line.substring(blank + 1).matches("\\d{1,18}")) {
        consumer.accept(
            List.of(line.substring(0, blank).split(";")),
            Long.parseLong(line, blank + 1, line.length(), 10));
      }
    }
  }

  /** The weight of all stacks. */
  public long total() {
    long[] total = {0};
    forEach((frames, weight) -> total[0] += weight);
    return total[0];
  }
}
