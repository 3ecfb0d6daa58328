package io.tidemark.simulation.plan;

import io.tidemark.simulation.kernel.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What happens to a study, if a seed has one in place of a run.
 *
 * @param iterations of each environment
 * @param untilDecided whether further blocks are added until the question is decided
 * @param retries of runs that are INVALID
 * @param breaks each ends a call of the command; the same command continues
 */
public record StudyPlan(int iterations, boolean untilDecided, int retries, List<Break> breaks) {
  /** Measured time of each run. */
  public static final int TEST_MILLIS = 500;

  private static final int MOST_BREAKS = 4;
  private static final double MOST_EVENTS = 6_000;
  private static final int MOST_OPERATIONS = 500;

  public static final List<String> PARTS =
      Stream.concat(
              Stream.of("iterations", "untilDecided", "retries"),
              IntStream.range(0, MOST_BREAKS).boxed().flatMap(i -> Break.parts(i).stream()))
          .toList();

  /** What ends a call. */
  public enum Kind {
    /** Its process is killed. */
    KILL,
    /** Its process is killed during an operation of its disk. */
    KILL_IN_OPERATION,
    /** Ctrl-C. */
    STOP,
    /** Ctrl-C, and its process is killed soon after. */
    STOP_AND_KILL
  }

  /**
   * When it happens.
   *
   * @param at events of the simulation, or operations of the disk, since the call began
   * @param losesPower whether the machine crashes, too
   */
  public record Break(Kind kind, int at, boolean losesPower) {
    private static List<String> parts(int number) {
      String name = "break" + number;
      return List.of(name, name + "At", name + "Power");
    }

    private static Break of(Draw draw, int number) {
      Kind kind = Kind.values()[draw.random.nextInt(Kind.values().length)];
      int events = (int) Math.exp(draw.random.nextDouble() * Math.log(MOST_EVENTS));
      int operation = draw.from("", 1, MOST_OPERATIONS);
      String name = "break" + number;
      int at = kind == Kind.KILL_IN_OPERATION ? operation : Math.max(1, events);
      return new Break(kind, draw.smaller(name + "At", 1, at), draw.part(name + "Power", 0.5));
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s at %d%s", kind, at, losesPower ? ", power lost" : "");
    }
  }

  public static StudyPlan of(long seed, int runs, Reduction reduction, List<Reduction.Part> parts) {
    Draw draw = new Draw(seed * 0x9e3779b97f4a7c15L ^ 0x73747564, reduction, parts);
    int iterations = draw.smaller("iterations", 1, (runs + 1) / 2);
    boolean untilDecided = draw.part("untilDecided", 0.2);
    int retries = draw.smaller("retries", 0, draw.from("", 0, 1));
    List<Break> breaks = new ArrayList<>();
    double chance = 0.9;
    for (int i = 0; i < MOST_BREAKS; i++) {
      boolean is = draw.part("break" + i, chance);
      Break drawn = Break.of(draw, i);
      if (is) {
        breaks.add(drawn);
      }
      chance /= 2;
    }
    return new StudyPlan(iterations, untilDecided, retries, List.copyOf(breaks));
  }

  public List<String> script() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "a study of 2 environments, %d iterations%s, %d retries",
            iterations,
            untilDecided ? " and more until it is decided" : "",
            retries));
    breaks.forEach(each -> lines.add(each.toString()));
    return lines;
  }

  /** The study file. */
  public String text() {
    String repeated =
        untilDecided
            ? "{least: %d, most: %d, until: decided}"
                .formatted(Math.max(2, iterations), Math.max(2, iterations) + 1)
            : String.valueOf(iterations);
    return """
        name: study
        environments:
          - {name: a, driver: driver.yaml}
          - {name: b, driver: driver.yaml}
        workloads: [load.yaml]
        iterations: %s
        retries: %d
        """
        .formatted(repeated, retries);
  }
}
