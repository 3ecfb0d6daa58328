package io.tidemark.model.question;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import java.util.List;

/**
 * What decides. Only these metrics are tested; all others are shown.
 *
 * @param metrics names, at least one, the most important one first
 * @param atLeast the smallest difference that matters, as a share
 */
public record Question(
    @Key(
            value =
                "Metrics that decide, the most important one first. A higher rate is better; of"
                    + " all others, a lower value.",
            required = true,
            single = true,
            types = Type.STRING,
            words = "<metrics>",
            each =
                "A metric of the runs; a rate or latency also of the phases with a number of"
                    + " clients: `roundTripRate at 8 requesters`, `endToEnd.p99 at 4 producers`;"
                    + " or of a class or priority: `classes.orders.endToEnd.p99`,"
                    + " `priorities.9.endToEnd.p99`."
                    + " `recoveryPointMessages` is answered with what was counted, without"
                    + " statistics.")
        List<String> metrics,
    @Key(
            value = "The smallest difference that matters.",
            types = Type.NUMBER,
            range = "0.1%..1000%",
            orElse = "5%")
        double atLeast) {
  /** If nothing else is asked for. */
  public static final double USUAL_DIFFERENCE = 0.05;

  public Question {
    metrics = List.copyOf(metrics);
  }

  /** {@code endToEnd.p99; differences of less than 10 % do not matter}. */
  @Override
  public String toString() {
    double percent = Math.round(atLeast * 1e4) / 1e2;
    String digits = percent == Math.rint(percent) ? "" + (long) percent : "" + percent;
    return String.join(" and ", metrics)
        + "; differences of less than "
        + digits
        + " % do not matter";
  }
}
