package io.tidemark.worker.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * CPU used on this machine by processes that do not belong to a run, from Linux' {@code /proc}.
 * Those that ended in between count as their parents, which waited for them. This process and its
 * children belong to the run. So do kernel threads, other processes of Tidemark, and brokers, which
 * may be what is measured, but in {@link #anySince}.
 */
public final class OtherProcesses {
  /** A smaller share of the cores is no disturbance of a run. */
  public static final double LEAST_PERCENT = 10;

  /** A smaller share of the cores delays less than the slowest 1 % of the messages. */
  private static final double LEAST_PERCENT_OF_ANY = 1;

  private static final int NAMED = 3;
  private static final long TICKS_PER_SECOND = 100; // USER_HZ: the same on all of Linux' platforms.
  private static final int KERNEL = 2;
  private static final Pattern OF_RUN =
      Pattern.compile(
          "io\\.tidemark\\.|tidemark/brokers|kafka\\.Kafka|kafka\\.connect|beam\\.smp|rabbitmq"
              + "|artemis|activemq|amqzxma0|amqrmppa");

  private final Path proc;
  private final long self;
  private final boolean any;
  private final Map<Long, Stat> before;
  private final long startNanos;

  /** A process: its name, parent, start, and CPU time with that of children that ended. */
  private record Stat(String name, long parent, long startTicks, long cpuTicks) {}

  private OtherProcesses(Path proc, long self, boolean any, long nanoTime) {
    this.proc = proc;
    this.self = self;
    this.any = any;
    this.startNanos = nanoTime;
    this.before = read();
  }

  /**
   * What other processes used.
   *
   * @param percent of the CPU
   * @param text {@code 81 % of the CPU: yes 46 %, cc1 35 %}
   */
  public record Use(double percent, String text) {}

  /** From now on. */
  public static OtherProcesses since(long nanoTime) {
    return in(Path.of("/proc"), ProcessHandle.current().pid(), nanoTime);
  }

  /**
   * From now on, with kernel threads, brokers and other processes of Tidemark; smaller shares too.
   */
  public static OtherProcesses anySince(long nanoTime) {
    return anyIn(Path.of("/proc"), ProcessHandle.current().pid(), nanoTime);
  }

  static OtherProcesses in(Path proc, long self, long nanoTime) {
    return new OtherProcesses(proc, self, false, nanoTime);
  }

  static OtherProcesses anyIn(Path proc, long self, long nanoTime) {
    return new OtherProcesses(proc, self, true, nanoTime);
  }

  /** Empty if they used little, or if it is not known. */
  public Optional<Use> until(long nanoTime, int cores) {
    Map<Long, Stat> now = read();
    Set<Long> own = ownProcesses(now);
    double allTicks = Math.max(1, (nanoTime - startNanos) / 1e9 * TICKS_PER_SECOND * cores);
    Map<String, Double> percent = new HashMap<>();
    now.forEach(
        (pid, stat) -> {
          long ticks = stat.cpuTicks - ticksBefore(pid, stat) - ticksOfEnded(pid, now);
          if (ticks > 0 && !own.contains(pid) && (any || !isOfRun(pid))) {
            percent.merge(stat.name, 100 * ticks / allTicks, Double::sum);
          }
        });
    double sum = percent.values().stream().mapToDouble(Double::doubleValue).sum();
    return sum < (any ? LEAST_PERCENT_OF_ANY : LEAST_PERCENT)
        ? Optional.empty()
        : Optional.of(new Use(Math.min(100, sum), text(Math.min(100, sum), percent)));
  }

  private static String text(double sum, Map<String, Double> percent) {
    List<Map.Entry<String, Double>> most =
        percent.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(NAMED)
            .toList();
    return "%s of the CPU: %s"
        .formatted(
            whole(sum),
            most.stream()
                .filter(each -> each.getValue() >= 1 || each.equals(most.get(0)))
                .map(each -> each.getKey() + " " + whole(each.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static String whole(double percent) {
    return String.format(Locale.ROOT, "%.0f %%", percent);
  }

  private long ticksBefore(long pid, Stat now) {
    Stat then = before.get(pid);
    return then == null || then.startTicks != now.startTicks ? 0 : then.cpuTicks;
  }

  /** What children that have ended, and theirs, had used before. */
  private long ticksOfEnded(long parent, Map<Long, Stat> now) {
    return before.entrySet().stream()
        .filter(each -> each.getValue().parent == parent && !now.containsKey(each.getKey()))
        .mapToLong(each -> each.getValue().cpuTicks + ticksOfEnded(each.getKey(), now))
        .sum();
  }

  private Set<Long> ownProcesses(Map<Long, Stat> all) {
    Set<Long> own = new HashSet<>(Set.of(self));
    int size;
    do {
      size = own.size();
      all.forEach(
          (pid, stat) -> {
            if (own.contains(stat.parent)) {
              own.add(pid);
            }
          });
    } while (own.size() > size);
    return own;
  }

  private boolean isOfRun(long pid) {
    try {
      return OF_RUN
          .matcher(Files.readString(proc.resolve(pid + "/cmdline"), StandardCharsets.ISO_8859_1))
          .find();
    } catch (IOException e) {
      return true; // It has ended, or belongs to another container.
    }
  }

  private Map<Long, Stat> read() {
    Map<Long, Stat> all = new HashMap<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        stat(process)
            .filter(stat -> any || stat.parent != KERNEL)
            .ifPresent(stat -> all.put(Long.parseLong(process.getFileName().toString()), stat));
      }
    } catch (IOException e) {
      return Map.of(); // Not Linux.
    }
    return all;
  }

  /** {@code pid (name) state parent ...}: the name may contain spaces and parentheses. */
  private static Optional<Stat> stat(Path process) {
    try {
      String line = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      int end = line.lastIndexOf(')');
      String[] fields = line.substring(end + 2).split(" ", -1);
      return Optional.of(
          new Stat(
              line.substring(line.indexOf('(') + 1, end),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[19]),
              IntStream.rangeClosed(11, 14).mapToLong(i -> Long.parseLong(fields[i])).sum()));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // It has ended meanwhile.
    }
  }
}
