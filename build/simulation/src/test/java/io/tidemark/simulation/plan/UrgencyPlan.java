package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;

/**
 * Priorities of messages, if a seed has that.
 *
 * @param percent of the messages with the high priority; 0: the seed has no priorities
 * @param overtaken share of those that the broker holds back, although they are to be first
 */
public record UrgencyPlan(int percent, double overtaken) {
  static final UrgencyPlan NONE = new UrgencyPlan(0, 0);

  static final List<String> PARTS = List.of("priorities", "urgent", "overtaken");

  /** Far enough from the time from which on a message counts as overtaken. */
  public static final long HELD_NANOS = 400_000_000;

  public static final int HIGH = 9;
  public static final int LOW = 4;

  static UrgencyPlan of(Draw draw, boolean calm) {
    int percent = draw.from("urgent", 1, 90);
    double overtaken = draw.share("overtaken", 0.5, 0.1);
    return new UrgencyPlan(percent, calm ? 0 : overtaken);
  }

  public boolean isEmpty() {
    return percent == 0;
  }

  /** For the end of a workload file. */
  String yaml() {
    return isEmpty()
        ? ""
        : String.format(
            Locale.ROOT, "priorities: {%d: %d %%, %d: %d %%}%n", HIGH, percent, LOW, 100 - percent);
  }

  @Override
  public String toString() {
    return yaml().strip() + ", overtaken " + overtaken;
  }
}
