package io.tidemark.brokers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The line {@code /proc/PID/stat} of a process.
 *
 * @param parent the id of its parent
 * @param group the id of its process group
 * @param startTicks since boot; with the id, it names a process
 * @param cpuTicks in user and kernel mode, without its children
 */
record ProcStat(long pid, char state, long parent, long group, long startTicks, long cpuTicks) {
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int USER_TICKS = 11;
  private static final int KERNEL_TICKS = 12;
  private static final int START_TICKS = 19;

  /** Empty if there is no such process, or it ended while it was read. */
  static Optional<ProcStat> read(Path proc, long pid) {
    try {
      return parse(pid, Files.readString(proc.resolve(pid + "/stat")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<ProcStat> parse(long pid, String line) {
    // The name in parentheses may itself hold blanks and parentheses.
    String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= START_TICKS) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcStat(
            pid,
            fields[0].charAt(0),
            Long.parseLong(fields[PARENT]),
            Long.parseLong(fields[GROUP]),
            Long.parseLong(fields[START_TICKS]),
            Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS])));
  }

  boolean alive() {
    return state != 'Z' && state != 'X';
  }
}
