package io.tidemark.simulation.plan;

import java.util.List;

/**
 * What happens to the files of a run, if its results are written in the simulation.
 *
 * @param written whether they are
 * @param freeBytes how much can be written
 * @param failing the first operation that fails; 0 for none
 * @param failures how many fail in a row; a disk that is broken for ever has more than there are
 * @param slowMillis how long an operation takes at most
 * @param crashing the operation during which the coordinator is killed; 0 for none
 * @param losesUnsynced whether its machine crashes, too: what was not forced to the disk is lost
 * @param runsOfStudy how many runs the study has that is carried out with the result; 0 for none
 */
public record FilePlan(
    boolean written,
    long freeBytes,
    int failing,
    int failures,
    int slowMillis,
    int crashing,
    boolean losesUnsynced,
    int runsOfStudy) {
  private static final int OFTEN_OPERATIONS = 150;
  private static final int SOME_BYTES = 150_000;

  static final List<String> PARTS =
      List.of(
          "files",
          "filesFull",
          "fileFails",
          "failures",
          "slowDisk",
          "diskCrash",
          "powerLoss",
          "study");

  static FilePlan of(Draw draw, boolean calm) {
    boolean asked = draw.reduction.with().contains("study"); // It has files.
    boolean written = draw.flag("files", draw.chance("files", 0.2) || asked);
    boolean limited = draw.random.nextDouble() < 0.2;
    long bytes = (long) Math.exp(draw.random.nextDouble() * Math.log(SOME_BYTES));
    boolean fails = draw.random.nextDouble() < 0.3;
    int failing = operation(draw, "fileFails", fails && !calm);
    int failures = draw.random.nextBoolean() ? 1 : draw.random.nextBoolean() ? 100 : 1_000_000;
    boolean slow = draw.random.nextDouble() < 0.2;
    int slowMillis = draw.from("", 1, 1_000);
    boolean crashes = draw.random.nextDouble() < 0.2;
    int crashing = operation(draw, "diskCrash", crashes && !calm);
    boolean power = draw.part("powerLoss", 0.5);
    boolean study = draw.chance("study", 0.25);
    int runs = draw.from("", 2, 6);
    return new FilePlan(
        written,
        draw.flag("filesFull", limited && !calm) ? bytes : Long.MAX_VALUE,
        failing,
        draw.smaller("failures", 1, failures),
        draw.smaller("slowDisk", 0, slow && !calm ? slowMillis : 0),
        crashing,
        power,
        draw.smaller("study", 0, study && written ? runs : 0));
  }

  private static int operation(Draw draw, String name, boolean is) {
    int number = 1 + draw.random.nextInt(OFTEN_OPERATIONS);
    return draw.flag(name, is) ? number : 0;
  }

  /** Whether nothing goes wrong. */
  boolean none() {
    return !written
        || freeBytes == Long.MAX_VALUE && failing == 0 && slowMillis == 0 && crashing == 0;
  }
}
