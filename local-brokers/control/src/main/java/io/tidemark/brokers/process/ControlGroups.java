package io.tidemark.brokers.process;

import io.tidemark.base.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where Linux control groups with a CPU quota can be made.
 *
 * @param parent below which they are made
 * @param isVersion2 of the control groups' interface
 */
record ControlGroups(Path parent, boolean isVersion2) {
  /** The period of Kubernetes: the quota is used up and renewed 10 times each second. */
  private static final int PERIOD_MICROS = 100_000;

  private static final Duration TRIAL = Duration.ofSeconds(5);

  /**
   * The place next to this process at which a trial succeeds.
   *
   * @param root where they are mounted
   * @param own lines of {@code /proc/self/cgroup}: {@code 0::/a/b} in version 2, {@code
   *     4:cpu,cpuacct:/a/b} in version 1
   */
  static Optional<ControlGroups> find(Path root, String own) {
    List<ControlGroups> candidates = new ArrayList<>();
    for (String line : own.lines().toList()) {
      String[] parts = line.split(":", 3);
      boolean version2 = parts[1].isEmpty();
      if (version2 || Arrays.asList(parts[1].split(",", -1)).contains("cpu")) {
        Path mount = root.resolve(parts[1]);
        Path group = mount.resolve(parts[2].substring(1)).normalize();
        for (; group != null && group.startsWith(mount); group = group.getParent()) {
          candidates.add(new ControlGroups(group, version2));
        }
      }
    }
    return candidates.stream().filter(ControlGroups::works).findFirst();
  }

  Path group(String name) {
    return parent.resolve("tidemark-" + name);
  }

  /** Lines of a shell with {@code set -e} that put it into a group, which is made if needed. */
  String script(String name, double cpus) {
    String group = StartScript.quoted(group(name).toString());
    long quota = Math.round(cpus * PERIOD_MICROS);
    String file = group + (isVersion2 ? "/cpu.max" : "/cpu.cfs_quota_us");
    String value = isVersion2 ? quota + " " + PERIOD_MICROS : Long.toString(quota);
    // Where nothing is mounted, writing would make a plain file.
    return "[ -d %s ] || mkdir %s\ntest -e %s\necho %s > %s\necho $$ > %s/cgroup.procs\n"
        .formatted(group, group, file, value, file, group);
  }

  private boolean works() {
    String name = "trial-" + ProcessHandle.current().pid();
    try {
      return Command.line("sh", "-ec", script(name, 1)).run(TRIAL).succeeded();
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      remove(group(name));
    }
  }

  /** Once its processes have ended. A group that stays is empty and limits nothing. */
  static void remove(Path group) {
    Polling.in(TRIAL)
        .await(
            () -> {
              try {
                Files.deleteIfExists(group);
                return true;
              } catch (IOException e) {
                return !Files.isWritable(group);
              }
            });
  }
}
