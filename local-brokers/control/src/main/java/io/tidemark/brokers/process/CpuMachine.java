package io.tidemark.brokers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How this machine can limit the CPU time of processes.
 *
 * @param groups where control groups with a CPU quota can be made; empty if they cannot
 * @param cpus numbers of the CPUs that this process may use
 * @param hasTaskset whether a process can be bound to CPUs
 */
public record CpuMachine(Optional<ControlGroups> groups, List<Integer> cpus, boolean hasTaskset) {
  private static final Path STATUS = Path.of("/proc/self/status");

  public CpuMachine {
    cpus = List.copyOf(cpus);
  }

  /** This one, as this user may use it. */
  public static CpuMachine here() {
    try {
      String list =
          Files.readString(STATUS)
              .lines()
              .filter(line -> line.startsWith("Cpus_allowed_list:"))
              .findFirst()
              .orElseThrow(() -> new IOException("it has no list of CPUs"));
      return new CpuMachine(
          ControlGroups.find(
              Path.of("/sys/fs/cgroup"), Files.readString(Path.of("/proc/self/cgroup"))),
          numbers(list.replaceFirst(".*:", "").strip()),
          isOnPath("taskset"));
    } catch (IOException e) {
      throw new LocalBrokerException(
          "limits of CPUs need Linux: cannot read " + STATUS + ": " + e.getMessage(), e);
    }
  }

  /** {@code 0-2,5} are 0, 1, 2 and 5. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        numbers.add(cpu);
      }
    }
    return numbers;
  }

  private static boolean isOnPath(String program) {
    return Arrays.stream(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
