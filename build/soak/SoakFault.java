import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A fault that a workload injects.
 *
 * @param kind what happens
 * @param target the node, as in a workload; empty for a command
 * @param durationSeconds until it is undone; 0 if it is not
 */
record SoakFault(Kind kind, String target, int durationSeconds) {
  /** Kinds of fault. */
  enum Kind {
    KILL("kill", true, 18),
    STOP("stop", true, 18),
    RESTART("restart", false, 18),
    ROLLING_RESTART("rollingRestart", false, 50),
    FREEZE("freeze", true, 16),
    PARTITION("partition", true, 16),
    LATENCY("latency", true, 12),
    RESET("resetConnections", false, 8),
    MEMORY_ALARM("memoryAlarm", true, 14),
    COMMAND("command", true, 10);

    /** In a workload. */
    final String key;

    final boolean lasting;

    /** Length of the load, with the undoing and the recovery. */
    final int seconds;

    Kind(String key, boolean lasting, int seconds) {
      this.key = key;
      this.lasting = lasting;
      this.seconds = seconds;
    }

    /** How many nodes of three it concerns. */
    int nodes() {
      return this == COMMAND ? 0 : this == ROLLING_RESTART ? 3 : 1;
    }
  }

  /**
   * The faults of one run out of an endless sequence, in which each kind comes once before one comes again.
   *
   * @param possible kinds, all different
   * @param run number of the run in the sequence
   * @param most faults of a run
   */
  static List<SoakFault> ofRun(
      List<Kind> possible, long seed, int run, int most, SplittableRandom random) {
    List<SoakFault> faults = new ArrayList<>();
    int number = Math.min(most, possible.size());
    for (int place = run * number; place < (run + 1) * number; place++) {
      List<Kind> deck = new ArrayList<>(possible);
      Collections.shuffle(deck, new Random(seed + place / deck.size()));
      faults.add(draw(deck.get(place % deck.size()), random));
    }
    return faults;
  }

  private static SoakFault draw(Kind kind, SplittableRandom random) {
    List<String> targets = List.of("leader", "leader", "random", "1", "2", "3");
    String target =
        switch (kind) {
          case COMMAND -> "";
          case ROLLING_RESTART -> "all";
          default -> targets.get(random.nextInt(targets.size()));
        };
    return new SoakFault(kind, target, kind.lasting ? random.nextInt(2, 7) : 0);
  }

  /** Whether its messages must be delayed, or leaders must change. */
  boolean hasEffect(SoakPlan.Target system) {
    return switch (kind) {
      case ROLLING_RESTART -> true;
      // With an alarm of 2 s, 50 messages per second to a stream were stored as before.
      case MEMORY_ALARM -> system == SoakPlan.Target.RABBITMQ_QUORUM;
      case KILL, STOP, RESTART, FREEZE, PARTITION -> target.equals("leader");
      case LATENCY, RESET, COMMAND -> false; // Clients may not be connected to this node.
    };
  }

  /** The action as the result of a run names it. */
  String action() {
    return (kind.key + " " + target).strip();
  }

  /** A line of a workload. */
  String yaml(String name, int atSeconds) {
    String what =
        kind == Kind.COMMAND
            ? "command: sleep 0.5, undo: sleep 0.5"
            : kind.key + ": " + target + (kind == Kind.LATENCY ? ", delay: 30ms, jitter: 20ms" : "");
    String duration = kind.lasting ? ", duration: " + durationSeconds + "s" : "";
    return "  - {name: %s, at: %ss, %s%s}\n".formatted(name, atSeconds, what, duration);
  }

  @Override
  public String toString() {
    return action();
  }
}
