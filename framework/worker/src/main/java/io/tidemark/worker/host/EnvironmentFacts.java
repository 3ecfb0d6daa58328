package io.tidemark.worker.host;

import io.tidemark.base.SystemClock;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.worker.driver.FailureLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import oshi.SystemInfo;

/** Facts of this process and its machine for the result, by key. Never a secret. */
public final class EnvironmentFacts {
  private static final Pattern SECRET_FLAG =
      Pattern.compile(
          "^(-D[^=]*(?:pass|secret|token|credential|apikey|api-key|api\\.key)[^=]*)=.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final int BYTES_PER_KIB = 1_024;
  private static final String OPEN_FILES = "Max open files";

  private EnvironmentFacts() {}

  /** Reads them now, sorted by key; a few milliseconds on Linux, longer elsewhere. */
  public static Map<String, String> read() {
    Map<String, String> facts = new TreeMap<>();
    BuildFacts build = BuildFacts.read();
    Cgroup cgroup = Cgroup.ofThisProcess();
    facts.put("cpu.model", cpuModel());
    facts.put("cpu.logicalCores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory.bytes", memoryBytes());
    facts.put("os.kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("os.architecture", System.getProperty("os.arch"));
    connectionFacts(facts);
    facts.put("jvm.version", jvmVersion());
    facts.put("jvm.flags", flags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    facts.put("jvm.collectors", collectors());
    facts.put("jvm.maxHeapBytes", Long.toString(Runtime.getRuntime().maxMemory()));
    facts.put("container.cpuLimit", orNone(cgroup.cpuLimit().stream().boxed().findFirst()));
    facts.put(
        "container.memoryLimitBytes",
        orNone(cgroup.memoryLimitBytes().stream().boxed().findFirst()));
    facts.put("host.name", hostName());
    facts.put(
        "host.loadAverage",
        String.format(
            Locale.ROOT,
            "%.2f",
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    facts.put("tidemark.version", build.version());
    facts.put("tidemark.commit", build.commit());
    return facts;
  }

  /** What limits the number of connections; of Linux only. */
  private static void connectionFacts(Map<String, String> facts) {
    lines(Path.of("/proc/self/limits")).stream()
        .filter(line -> line.startsWith(OPEN_FILES))
        .map(line -> line.substring(OPEN_FILES.length()).strip().split("\\s+")[0])
        .findFirst()
        .ifPresent(soft -> facts.put("os.openFiles", soft));
    firstLine(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))
        .map(range -> range.split("\\s+"))
        .ifPresent(
            ends ->
                facts.put(
                    "os.ephemeralPorts",
                    Long.toString(Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1)));
    firstLine(Path.of("/proc/sys/net/ipv4/tcp_tw_reuse"))
        .ifPresent(reuse -> facts.put("os.timeWaitReuse", reuse));
  }

  /**
   * Which clock stamps of this process come from. Processes of one kernel and time name space read
   * the same monotonic clock.
   */
  public static ClockDomain clockDomain() {
    Optional<String> bootId = firstLine(Path.of("/proc/sys/kernel/random/boot_id"));
    return new ClockDomain(
        bootId.map(id -> id + "/" + timeNameSpace()).orElse(""), SystemClock.get().anchorNanos());
  }

  private static String timeNameSpace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/time")).toString();
    } catch (IOException e) {
      return "time"; // Kernels before 5.6 have only one.
    }
  }

  /** Values of system properties that look like secrets are masked. */
  static String flags(List<String> arguments) {
    return arguments.stream()
        .map(argument -> SECRET_FLAG.matcher(argument).replaceAll("$1=***"))
        .map(FailureLine::masked)
        .collect(Collectors.joining(" "));
  }

  private static String jvmVersion() {
    return System.getProperty("java.vm.name") + " " + Runtime.version();
  }

  private static String collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(bean -> bean.getName())
        .collect(Collectors.joining(", "));
  }

  private static String cpuModel() {
    return valueOf(Path.of("/proc/cpuinfo"), "model name")
        .orElseGet(
            () -> new SystemInfo().getHardware().getProcessor().getProcessorIdentifier().getName());
  }

  private static String memoryBytes() {
    return valueOf(Path.of("/proc/meminfo"), "MemTotal")
        .map(kib -> Long.toString(Long.parseLong(kib.replaceAll("\\D", "")) * BYTES_PER_KIB))
        .orElseGet(() -> Long.toString(new SystemInfo().getHardware().getMemory().getTotal()));
  }

  private static String hostName() {
    return firstLine(Path.of("/proc/sys/kernel/hostname"))
        .orElseGet(
            () -> {
              try {
                return InetAddress.getLocalHost().getHostName();
              } catch (UnknownHostException e) {
                return "unknown";
              }
            });
  }

  private static String orNone(Optional<?> limit) {
    return limit.map(String::valueOf).orElse("none");
  }

  private static Optional<String> firstLine(Path file) {
    return lines(file).stream().findFirst().map(String::strip);
  }

  /** {@code key : value} lines of the files under /proc. */
  private static Optional<String> valueOf(Path file, String key) {
    return lines(file).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of(); // Not Linux.
    }
  }
}
