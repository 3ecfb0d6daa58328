package io.tidemark.brokers.process;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A process id together with the process's start time in clock ticks since boot, from Linux: unlike
 * the id alone it is unique over time.
 */
public record ProcessIdentity(long pid, long startTicks) {
  private static final Path PROC = Path.of("/proc");

  /** The process that has this id now; empty for a dead one that waits for its parent. */
  public static Optional<ProcessIdentity> of(long pid) {
    return ProcStat.read(PROC, pid)
        .filter(ProcStat::alive)
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
    return current().filter(ProcStat::alive).isPresent();
  }

  boolean isFrozen() {
    return current().filter(stat -> stat.state() == 'T').isPresent();
  }

  private Optional<ProcStat> current() {
    return ProcStat.read(PROC, pid).filter(stat -> stat.startTicks() == startTicks);
  }
}
