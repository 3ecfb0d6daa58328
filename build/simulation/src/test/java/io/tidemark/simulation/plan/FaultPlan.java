package io.tidemark.simulation.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The faults that the workload of a run has.
 *
 * @param clean whether nothing else goes wrong
 */
public record FaultPlan(boolean clean, List<Planned> all) {
  /** Number of the broker's nodes. */
  public static final int NODES = 3;

  /** Rates are compared over seconds: so much longer is the measured time. */
  static final int LONGER = 7;

  private static final int MOST = 2;
  private static final int LONGEST_MILLIS = 4_000;
  private static final int SHORTEST_MILLIS = 200;

  static final List<String> PARTS = List.of("faults", "fault0", "fault1", "faultAlone");

  /** What a fault does to nodes of the broker. */
  public enum Effect {
    /** No answer and no delivery, but nothing is lost. */
    STALLS,
    /** Messages are refused, and nothing is delivered. */
    REFUSES,
    /** Answers and deliveries take longer. */
    DELAYS
  }

  /** Actions of workload files. */
  public enum Action {
    FREEZE("freeze: %s", Effect.STALLS),
    COMMAND("command: inject, undo: undo", Effect.STALLS),
    KILL("kill: %s", Effect.REFUSES),
    STOP("stop: %s", Effect.REFUSES),
    RESTART("restart: %s", Effect.REFUSES),
    LATENCY("latency: %s, delay: 300ms", Effect.DELAYS);

    private final String keys;
    private final Effect effect;

    Action(String keys, Effect effect) {
      this.keys = keys;
      this.effect = effect;
    }

    public Effect effect() {
      return effect;
    }

    /** Whether something is left to undo after it. */
    public boolean lasts() {
      return this != RESTART;
    }

    /** Whether its effect begins with it in any case. */
    public boolean isGradual() {
      return this == RESTART || this == STOP;
    }
  }

  /**
   * A fault.
   *
   * @param node number of a node; 0 for all
   * @param at share of the measured time
   * @param durationMillis 0: until the load ends
   * @param injectMillis how long its injection takes
   * @param undoMillis how long its undoing takes
   * @param early whether its effect begins with the injection, and not at the end of it
   * @param late whether its effect ends with the end of the undoing, and not with the begin of it
   * @param fails whether it cannot be injected
   * @param undoFails whether it cannot be undone
   * @param failoverMillis after this time another node serves; 0: none does
   */
  public record Planned(
      String name,
      Action action,
      int node,
      double at,
      int durationMillis,
      int injectMillis,
      int undoMillis,
      boolean early,
      boolean late,
      boolean fails,
      boolean undoFails,
      int failoverMillis) {

    public boolean stopsAll() {
      return (node == 0 || action == Action.COMMAND) && action.effect != Effect.DELAYS;
    }

    public long atMillis(int testMillis) {
      return (long) (at * testMillis);
    }

    String yaml(int testMillis) {
      String what = action.keys.formatted(node == 0 ? "all" : Integer.toString(node));
      String duration = durationMillis == 0 ? "" : ", duration: " + durationMillis + "ms";
      return "  - {name: %s, at: %dms, %s%s}%n"
          .formatted(name, atMillis(testMillis), what, duration);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "fault %s of node %d at %.3f of the test for %d ms%s; injecting takes %d ms%s, undoing %d"
              + " ms%s%s",
          action,
          node,
          at,
          durationMillis,
          failoverMillis == 0 ? "" : ", failover after " + failoverMillis + " ms",
          injectMillis,
          fails ? " and fails" : early ? ", the effect begins before" : "",
          undoMillis,
          undoFails ? " and fails" : "",
          late ? ", the effect ends after" : "");
    }
  }

  static final FaultPlan NONE = new FaultPlan(false, List.of());

  static FaultPlan of(Draw draw, boolean clean) {
    int count = draw.random.nextDouble() < 0.6 ? 1 : MOST;
    List<Planned> all = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      Planned drawn = fault(draw, i);
      if (draw.flag("fault" + i, i < count)) {
        all.add(drawn);
      }
    }
    return new FaultPlan(clean, List.copyOf(all));
  }

  private static Planned fault(Draw draw, int number) {
    Action action = Action.values()[draw.random.nextInt(Action.values().length)];
    int node = draw.random.nextDouble() < 0.6 ? 0 : draw.from("", 1, NODES);
    double at = 0.1 + draw.random.nextDouble() * (number == 0 ? 0.4 : 0.7);
    double scale = Math.log((double) LONGEST_MILLIS / SHORTEST_MILLIS);
    int duration = (int) (SHORTEST_MILLIS * Math.exp(draw.random.nextDouble() * scale));
    boolean ends = action.lasts() && draw.random.nextDouble() < 0.85;
    int inject = draw.random.nextBoolean() ? 0 : draw.from("", 1, 1_500);
    int undo = draw.random.nextBoolean() ? 0 : draw.from("", 1, 1_500);
    boolean early = draw.random.nextBoolean();
    boolean late = draw.random.nextBoolean();
    boolean fails = draw.random.nextDouble() < 0.08;
    boolean undoFails = draw.random.nextDouble() < 0.08;
    int failover = draw.random.nextDouble() < 0.3 ? draw.from("", 300, 2_000) : 0;
    boolean canFailOver = action.effect == Effect.REFUSES && node > 0;
    return new Planned(
        "fault-" + number,
        action,
        node,
        at,
        ends ? duration : 0,
        action == Action.RESTART ? Math.max(inject, SHORTEST_MILLIS) : inject,
        undo,
        early || action.isGradual(),
        late,
        fails,
        undoFails && action.lasts(),
        canFailOver ? failover : 0);
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Whether one of them cannot be injected or undone. */
  public boolean fails() {
    return all.stream().anyMatch(each -> each.fails() || each.undoFails());
  }

  public Planned named(String name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** For the end of a workload file. */
  String yaml(int testMillis) {
    StringBuilder text = new StringBuilder(all.isEmpty() ? "" : "faults:\n");
    all.forEach(each -> text.append(each.yaml(testMillis)));
    return text.toString();
  }
}
