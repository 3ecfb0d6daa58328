package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;

/**
 * The failover from a site to its standby, if a run has one.
 *
 * @param two whether there are two sites
 * @param lagMillis how long the replication of a message takes at most
 * @param failMillis how long it takes to make the first site fail
 * @param failsLate whether it fails at the end of that
 * @param promoteMillis how long the promotion takes
 * @param failing the step that does not succeed
 */
public record SitePlan(
    boolean two,
    int lagMillis,
    int failMillis,
    boolean failsLate,
    int promoteMillis,
    Step failing) {

  /** What does not succeed. */
  public enum Step {
    NONE,
    REPLICATE,
    FAIL,
    PROMOTE
  }

  static final SitePlan ONE = new SitePlan(false, 0, 0, false, 0, Step.NONE);

  static final List<String> PARTS = List.of("sites", "replicationLag", "siteFails", "stepFails");

  static SitePlan of(Draw draw, boolean calm) {
    int lag = draw.random.nextDouble() < 0.8 ? draw.from("replicationLag", 0, 1_000) : 0;
    int fail = draw.from("siteFails", 0, 500);
    boolean late = draw.random.nextBoolean();
    int promote = draw.from("", 0, 3_000);
    Step step = Step.values()[1 + draw.random.nextInt(Step.values().length - 1)];
    boolean fails = draw.random.nextDouble() < 0.1;
    return new SitePlan(
        true, lag, fail, late, promote, draw.flag("stepFails", fails && !calm) ? step : Step.NONE);
  }

  /** For the end of a workload file. */
  String yaml(int messages) {
    return two ? "pattern: failover\nmessageLimit: " + messages + "\n" : "";
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "two sites, a lag of %d ms, the first fails %s %d ms, the promotion takes %d ms%s",
        lagMillis,
        failsLate ? "after" : "before",
        failMillis,
        promoteMillis,
        failing == Step.NONE ? "" : ", not possible: " + failing);
  }
}
