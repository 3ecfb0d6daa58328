package io.tidemark.brokers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process id together with the process's start time in clock ticks since boot, from Linux: unlike
 * the id alone it is unique over time.
 */
public record ProcessIdentity(long pid, long startTicks) {

  /** The process that has this id now; empty for a dead one that waits for its parent. */
  public static Optional<ProcessIdentity> of(long pid) {
    return Stat.read(pid)
        .filter(Stat::alive)
        .map(stat -> new ProcessIdentity(pid, stat.startTicks()));
  }

  public static ProcessIdentity ofThisProcess() {
    long pid = ProcessHandle.current().pid();
    return of(pid)
        .orElseThrow(
            () ->
                new LocalBrokerException(
                    "local brokers need Linux: /proc/" + pid + "/stat cannot be read"));
  }

  /** Reads "pid startTicks", the form that start scripts and the watchdog write and read. */
  public static Optional<ProcessIdentity> parse(String text) {
    String[] parts = text.strip().split(" ", -1);
    if (parts.length != 2 || !parts[0].matches("\\d+") || !parts[1].matches("\\d+")) {
      return Optional.empty();
    }
    return Optional.of(new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
  }

  public String asText() {
    return pid + " " + startTicks;
  }

  public boolean isAlive() {
    return current().filter(Stat::alive).isPresent();
  }

  boolean isFrozen() {
    return current().filter(stat -> stat.state() == 'T').isPresent();
  }

  private Optional<Stat> current() {
    return Stat.read(pid).filter(stat -> stat.startTicks() == startTicks);
  }

  private record Stat(char state, long startTicks) {
    private static final int START_TICKS_AFTER_NAME = 19;

    static Optional<Stat> read(long pid) {
      try {
        String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // The name in parentheses may itself hold blanks and parentheses.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return Optional.of(
            new Stat(fields[0].charAt(0), Long.parseLong(fields[START_TICKS_AFTER_NAME])));
      } catch (IOException e) {
        return Optional.empty(); // No such process, or it went while being read.
      }
    }

    boolean alive() {
      return state != 'Z' && state != 'X';
    }
  }
}
