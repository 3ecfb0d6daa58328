package io.tidemark.report.runs;

import io.tidemark.driver.Key;
import io.tidemark.driver.Setting.Type;
import java.util.List;

/** The question of a study file. */
public record QuestionKeys(
    @Key(
            value =
                "Metrics that decide, the most important one first. A higher rate is better; of"
                    + " all others, a lower value.",
            required = true,
            single = true,
            allowed = {
              "publishRate",
              "consumeRate",
              "roundTripRate",
              "publishLatency.p50",
              "publishLatency.p99",
              "publishLatency.p99.9",
              "endToEnd.p50",
              "endToEnd.p99",
              "endToEnd.p99.9",
              "roundTrip.p50",
              "roundTrip.p99",
              "roundTrip.p99.9",
              Question.MISSING
            },
            each =
                "A metric of the runs. `failover.recoveryPointMessages` is answered with what was"
                    + " counted, without statistics.")
        List<String> metrics,
    @Key(
            value = "The smallest difference that matters.",
            types = Type.NUMBER,
            range = "0.1%..1000%",
            orElse = "5%")
        double atLeast) {
  /** As the runs are compared. */
  public Question question() {
    return new Question(metrics, atLeast);
  }
}
