package io.tidemark.worker.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits of the container this process runs in, version 1 or 2 of Linux control groups. Empty
 * if there is none or it is not known.
 */
record Cgroup(Optional<Path> cpu, Optional<Path> memory, boolean version2) {
  private static final long NO_MEMORY_LIMIT_FROM = 1L << 60;
  private static final int NANOS_PER_MICRO = 1_000;

  static Cgroup ofThisProcess() {
    return read(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"));
  }

  /** Takes the group of this process, or the root where a container shows it as the root. */
  static Cgroup read(Path mount, Path selfCgroup) {
    List<String> groups = lines(selfCgroup);
    if (Files.exists(mount.resolve("cgroup.controllers"))) {
      Optional<Path> group = existing(mount, groupOf(groups, ""));
      return new Cgroup(group, group, true);
    }
    return new Cgroup(
        existing(mount.resolve("cpu"), groupOf(groups, "cpu")),
        existing(mount.resolve("memory"), groupOf(groups, "memory")),
        false);
  }

  /** Lines are {@code 4:memory:/path}; version 2 has the empty controller. */
  private static String groupOf(List<String> groups, String controller) {
    for (String line : groups) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller)) {
        return parts[2].substring(1);
      }
    }
    return "";
  }

  private static Optional<Path> existing(Path mount, String group) {
    Path own = mount.resolve(group).normalize();
    if (own.startsWith(mount) && Files.isDirectory(own)) {
      return Optional.of(own);
    }
    return Files.isDirectory(mount) ? Optional.of(mount) : Optional.empty();
  }

  /**
   * Count and duration of throttling by the CPU limit, so far.
   *
   * @param periods of the limit that have passed
   * @param throttledPeriods those of them in which the group was throttled @param throttledNanos
   *     throttled time, summed over CPUs
   */
  record Throttling(long periods, long throttledPeriods, long throttledNanos) {

    /** Share of an interval; two measures bound it from above, the smaller one counts. */
    double shareSince(Throttling earlier, long intervalNanos) {
      long passed = periods - earlier.periods;
      if (passed <= 0 || intervalNanos <= 0) {
        return 0;
      }
      double ofPeriods = (double) (throttledPeriods - earlier.throttledPeriods) / passed;
      double ofTime = (double) (throttledNanos - earlier.throttledNanos) / intervalNanos;
      return Math.max(0, Math.min(1, Math.min(ofPeriods, ofTime)));
    }
  }

  Optional<Throttling> throttling() {
    List<String> stat = cpu.map(group -> lines(group.resolve("cpu.stat"))).orElse(List.of());
    OptionalLong periods = entry(stat, "nr_periods");
    if (periods.isEmpty()) {
      return Optional.empty();
    }
    long nanos =
        version2
            ? entry(stat, "throttled_usec").orElse(0) * NANOS_PER_MICRO
            : entry(stat, "throttled_time").orElse(0);
    return Optional.of(
        new Throttling(periods.getAsLong(), entry(stat, "nr_throttled").orElse(0), nanos));
  }

  /** In cores; empty for no limit. */
  OptionalDouble cpuLimit() {
    List<String> quotaAndPeriod =
        version2
            ? Arrays.asList(number(cpu, "cpu.max").split("\\s+"))
            : List.of(number(cpu, "cpu.cfs_quota_us"), number(cpu, "cpu.cfs_period_us"));
    if (quotaAndPeriod.size() < 2 || !quotaAndPeriod.get(0).matches("\\d+")) {
      return OptionalDouble.empty(); // "max" or -1
    }
    double period = Double.parseDouble(quotaAndPeriod.get(1));
    return period > 0
        ? OptionalDouble.of(Double.parseDouble(quotaAndPeriod.get(0)) / period)
        : OptionalDouble.empty();
  }

  /** In bytes; empty for no limit. */
  OptionalLong memoryLimitBytes() {
    String limit = number(memory, version2 ? "memory.max" : "memory.limit_in_bytes");
    if (!limit.matches("\\d{1,18}") || Long.parseLong(limit) >= NO_MEMORY_LIMIT_FROM) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Long.parseLong(limit));
  }

  private static String number(Optional<Path> group, String file) {
    List<String> lines = group.map(path -> lines(path.resolve(file))).orElse(List.of());
    return lines.isEmpty() ? "" : lines.get(0).trim();
  }

  private static OptionalLong entry(List<String> stat, String key) {
    return stat.stream()
        .filter(line -> line.startsWith(key + " "))
        .mapToLong(line -> Long.parseLong(line.substring(key.length() + 1).trim()))
        .findFirst();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of(); // Not there, or not for us: unknown.
    }
  }
}
