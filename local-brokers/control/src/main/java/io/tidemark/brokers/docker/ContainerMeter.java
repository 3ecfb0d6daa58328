package io.tidemark.brokers.docker;

import io.tidemark.brokers.process.NodeUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds up what the container of a node uses, from its control group. The sums include what it used
 * before it was started again. Not thread-safe.
 */
public final class ContainerMeter {
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  private final int node;
  private final Supplier<Optional<ContainerProcess>> process;
  private final Path proc;
  private final Path mounts;
  private Optional<ControlGroup> group = Optional.empty();
  private Optional<Counters> before = Optional.empty();
  private double cpuSeconds;
  private Optional<DiskBytes> disk = Optional.of(new DiskBytes(0, 0));

  private record DiskBytes(double read, double written) {
    /** A counter that is smaller than before has begun again. */
    DiskBytes since(DiskBytes before) {
      return new DiskBytes(increase(read, before.read), increase(written, before.written));
    }

    DiskBytes plus(DiskBytes more) {
      return new DiskBytes(read + more.read, written + more.written);
    }
  }

  private record Counters(double cpuSeconds, Optional<DiskBytes> disk, double memoryBytes) {}

  /** Where its files are; the same folder in version 2. */
  private record ControlGroup(Path cpu, Path memory, boolean isVersion2) {
    Counters read() throws IOException {
      return isVersion2
          ? new Counters(
              number("usage_usec", cpu.resolve("cpu.stat")) / MICROS,
              disk(),
              value(memory.resolve("memory.current"))
                  - number("inactive_file", memory.resolve("memory.stat")))
          : new Counters(
              value(cpu.resolve("cpuacct.usage")) / NANOS,
              Optional.empty(), // Version 1 does not count what the page cache writes later.
              value(memory.resolve("memory.usage_in_bytes"))
                  - number("total_inactive_file", memory.resolve("memory.stat")));
    }

    /** Empty if the controller is not active. */
    private Optional<DiskBytes> disk() throws IOException {
      Path file = cpu.resolve("io.stat");
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      String devices = Files.readString(file);
      return Optional.of(new DiskBytes(sum("rbytes", devices), sum("wbytes", devices)));
    }

    private static double sum(String name, String text) {
      Matcher each = Pattern.compile("\\b" + name + "=([0-9]+)").matcher(text);
      double sum = 0;
      while (each.find()) {
        sum += Double.parseDouble(each.group(1));
      }
      return sum;
    }

    private static double value(Path file) throws IOException {
      return Double.parseDouble(Files.readString(file).strip());
    }

    private static double number(String name, Path file) throws IOException {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new IOException(file + " has no " + name));
    }
  }

  /**
   * @param process the container's first one; empty while it is down
   */
  public ContainerMeter(int node, Supplier<Optional<ContainerProcess>> process) {
    this(node, process, Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  ContainerMeter(int node, Supplier<Optional<ContainerProcess>> process, Path proc, Path mounts) {
    this.node = node;
    this.process = process;
    this.proc = proc;
    this.mounts = mounts;
  }

  /** Empty before the container runs for the first time, and if it is on another machine. */
  public Optional<NodeUse> read() {
    Optional<Counters> now = counters();
    if (now.isEmpty() && before.isEmpty()) {
      return Optional.empty();
    }
    Counters last = before.or(() -> now).orElseThrow(); // One of them is present.
    now.ifPresent(counters -> add(counters, last));
    before = now.or(() -> Optional.of(last));
    return Optional.of(
        new NodeUse(
            node,
            cpuSeconds,
            of(disk.map(DiskBytes::read)),
            of(disk.map(DiskBytes::written)),
            now.map(Counters::memoryBytes).orElse(0.0),
            true));
  }

  private void add(Counters now, Counters last) {
    cpuSeconds += increase(now.cpuSeconds, last.cpuSeconds);
    disk =
        disk.flatMap(
            sum -> now.disk.flatMap(to -> last.disk.map(from -> sum.plus(to.since(from)))));
  }

  private static double increase(double now, double before) {
    return now < before ? now : now - before;
  }

  /** The engine is only asked again when the control group is gone. */
  private Optional<Counters> counters() {
    Optional<Counters> found = group.flatMap(ContainerMeter::counters);
    if (found.isEmpty()) {
      group = process.get().flatMap(this::find);
      found = group.flatMap(ContainerMeter::counters);
    }
    return found;
  }

  private static Optional<Counters> counters(ControlGroup of) {
    try {
      return Optional.of(of.read());
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * A process with this number on this machine can be another one: its group names the container.
   */
  private Optional<ControlGroup> find(ContainerProcess of) {
    Map<String, Path> folders = new HashMap<>();
    try {
      for (String line : Files.readAllLines(proc.resolve(of.pid() + "/cgroup"))) {
        String[] parts = line.split(":", 3);
        if (parts.length == 3 && parts[2].contains(of.container())) {
          for (String controller : parts[1].split(",", -1)) {
            folders.put(controller, mounts.resolve(controller).resolve(parts[2].substring(1)));
          }
        }
      }
    } catch (IOException e) {
      return Optional.empty(); // It ended, or runs on another machine.
    }
    Optional<Path> cpu = Optional.ofNullable(folders.get("cpuacct"));
    Optional<Path> memory = Optional.ofNullable(folders.get("memory"));
    return cpu.flatMap(first -> memory.map(second -> new ControlGroup(first, second, false)))
        .or(
            () ->
                Optional.ofNullable(folders.get(""))
                    .map(folder -> new ControlGroup(folder, folder, true)));
  }

  private static OptionalDouble of(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}
