package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;

/**
 * What consumers do with messages other than to accept them, if a seed has that.
 *
 * @param released share of the messages, as the others
 * @param times how often a message is refused before it is accepted; 0: the seed has no refusals
 * @param giveUpAfter deliveries after which the broker gives a message up; 0: never
 */
public record RefusalPlan(
    double released,
    double rejected,
    double abandoned,
    double delayed,
    int times,
    int giveUpAfter,
    boolean deadLetters) {
  static final RefusalPlan NONE = new RefusalPlan(0, 0, 0, 0, 0, 0, false);

  static final List<String> PARTS = List.of("outcomes", "times", "giveUpAfter");

  /** How long a delayed message waits, and the lock of an abandoned one. */
  public static final long DELAY_NANOS = 30_000_000;

  static RefusalPlan of(Draw draw) {
    double[] shares = new double[4];
    for (int i = 0; i < shares.length; i++) {
      double share = draw.random.nextDouble() / 4;
      shares[i] = i == 0 || draw.random.nextBoolean() ? share : 0;
    }
    return new RefusalPlan(
        Math.max(0.01, shares[0]),
        shares[1],
        shares[2],
        shares[3],
        draw.from("times", 1, 4),
        draw.random.nextBoolean() ? draw.from("giveUpAfter", 1, 4) : 0,
        draw.random.nextBoolean());
  }

  public boolean isEmpty() {
    return times == 0;
  }

  /** Whether messages end in a dead-letter destination. */
  public boolean hasDeadLetters() {
    return deadLetters && (rejected > 0 || giveUpAfter > 0 && times >= giveUpAfter);
  }

  /** For the end of a workload file. */
  String yaml() {
    return isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "outcomes: {released: %.4f, rejected: %.4f, abandoned: %.4f, delayed: %.4f, delay: %dms,"
                + " times: %d, deadLetters: %b%s}%n",
            released,
            rejected,
            abandoned,
            delayed,
            DELAY_NANOS / 1_000_000,
            times,
            deadLetters,
            giveUpAfter > 0 ? ", giveUpAfter: " + giveUpAfter : "");
  }

  @Override
  public String toString() {
    return yaml().strip();
  }
}
