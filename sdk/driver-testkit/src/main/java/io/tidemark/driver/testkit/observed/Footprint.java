package io.tidemark.driver.testkit.observed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Threads or sockets of this process at one time, to find those that were added since. */
public final class Footprint {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  private static final int INODE = 9;
  private static final String ESTABLISHED = "01";
  private static final String LOOPBACK_6 = "00000000000000000000000001000000";

  /** The kit's own, and those that the JDK starts once and keeps. */
  private static final Set<String> NOT_OF_A_DRIVER =
      Set.of("conformance-", "process reaper", "CompletableFutureDelayScheduler", "junit-");

  /** What is compared. */
  public enum Part {
    HOLDING_THREADS,
    THREADS,
    SOCKETS;

    public boolean isAvailable() {
      return this != SOCKETS || Files.isDirectory(OPEN_FILES);
    }

    private Set<String> now() {
      return switch (this) {
        case HOLDING_THREADS -> threads(thread -> !thread.isDaemon());
        case THREADS -> threads(thread -> true);
        case SOCKETS -> sockets();
      };
    }
  }

  private final Part part;
  private final Set<String> before;

  private Footprint(Part part) {
    this.part = part;
    this.before = part.now();
  }

  public static Footprint take(Part part) {
    return new Footprint(part);
  }

  /** How many more there are than before; clients may replace one by another. */
  public int growth() {
    return part.now().size() - before.size();
  }

  /** What was not there before. Some clients, such as the JDK's for HTTP, end when collected. */
  public Set<String> added() {
    Set<String> added = part.now();
    added.removeAll(before);
    if (!added.isEmpty()) {
      System.gc();
    }
    return added;
  }

  private static Set<String> threads(Predicate<Thread> which) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && which.test(thread))
        .filter(thread -> !(thread instanceof ForkJoinWorkerThread))
        .filter(thread -> NOT_OF_A_DRIVER.stream().noneMatch(thread.getName()::startsWith))
        .map(
            thread ->
                String.format(Locale.ROOT, "thread %s (%d)", thread.getName(), thread.getId()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether no TCP connection of this process leaves the machine; false if that is not known. A
   * broker that is reached so has this machine's clock.
   */
  public static boolean connectsToThisMachineOnly() {
    if (!Part.SOCKETS.isAvailable()) {
      return false;
    }
    Set<String> own = sockets();
    try {
      for (String table : List.of("tcp", "tcp6")) {
        Path file = Path.of("/proc/self/net", table);
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
          if (own.contains(socketOf(line)) && leavesTheMachine(line)) {
            return false;
          }
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String socketOf(String line) {
    String[] columns = line.strip().split("\\s+");
    return columns.length > INODE ? "socket:[" + columns[INODE] + "]" : "";
  }

  /** An established connection whose ends have different addresses, not of the loopback. */
  static boolean leavesTheMachine(String line) {
    String[] columns = line.strip().split("\\s+");
    String local = columns[1].split(":", 2)[0];
    String remote = columns[2].split(":", 2)[0];
    // In the order of the bytes in memory: 127.0.0.1 is 0100007F.
    boolean loopback = remote.matches("(0{16}F{4}0{4}|)[0-9A-F]{6}7F") || remote.equals(LOOPBACK_6);
    return columns[3].equals(ESTABLISHED) && !loopback && !local.equals(remote);
  }

  private static Set<String> sockets() {
    Set<String> sockets = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith("socket:")) {
          sockets.add(target);
        }
      }
    } catch (IOException e) {
      throw new AssertionError("cannot list the process's sockets: " + e, e);
    }
    return sockets;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return ""; // Closed since it was listed.
    }
  }
}
