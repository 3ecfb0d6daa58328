package io.tidemark.brokers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Adds up what all processes of one node use: its own, those of its process group, and their
 * children. Each process is followed by its id and start time, so that the sums include a node that
 * was started again and helpers that have ended. What a process uses after its last reading is
 * missing. Not thread-safe.
 */
public final class NodeMeter {
  /** How often new processes are looked for, in readings. */
  private static final int SEARCH_EVERY = 5;

  private static final double TICKS_PER_SECOND = 100; // Of all architectures that Java runs on.
  private static final double KIBIBYTE = 1024;

  private final int node;
  private final Supplier<OptionalLong> root;
  private final Path proc;
  private final Map<Long, Followed> processes = new HashMap<>();
  private boolean begun;
  private int readings;
  private long rootBefore = -1;
  private double cpuSeconds;
  private Optional<DiskBytes> disk = Optional.of(new DiskBytes(0, 0));

  private record DiskBytes(double read, double written) {
    DiskBytes plus(DiskBytes now, DiskBytes before) {
      return new DiskBytes(
          read + Math.max(0, now.read - before.read),
          written + Math.max(0, now.written - before.written));
    }
  }

  private record Followed(ProcStat stat, Optional<DiskBytes> disk) {}

  /**
   * @param root the id of the node's process; empty while it is down
   */
  public NodeMeter(int node, Supplier<OptionalLong> root) {
    this(node, root, Path.of("/proc"));
  }

  NodeMeter(int node, Supplier<OptionalLong> root, Path proc) {
    this.node = node;
    this.root = root;
    this.proc = proc;
  }

  /** Empty before the node runs for the first time. */
  public Optional<NodeUse> read() {
    OptionalLong pid = root.get();
    if (pid.isEmpty() && !begun) {
      return Optional.empty();
    }
    boolean changed = pid.orElse(-1) != rootBefore;
    if (pid.isPresent() && (changed || readings % SEARCH_EVERY == 0)) {
      members(pid.getAsLong()).forEach(stat -> processes.putIfAbsent(stat.pid(), unknown(stat)));
    }
    rootBefore = pid.orElse(-1);
    readings++;
    double resident = 0;
    for (Map.Entry<Long, Followed> each : List.copyOf(processes.entrySet())) {
      resident += follow(each.getKey(), each.getValue());
    }
    begun = true;
    return Optional.of(
        new NodeUse(
            node,
            cpuSeconds,
            of(disk.map(DiskBytes::read)),
            of(disk.map(DiskBytes::written)),
            resident,
            false));
  }

  /** At the first reading nothing of its past counts; later, all that it did since its start. */
  private Followed unknown(ProcStat stat) {
    if (!begun) {
      return new Followed(stat, disk(stat.pid()));
    }
    ProcStat atStart = new ProcStat(stat.pid(), stat.state(), 0, 0, stat.startTicks(), 0);
    return new Followed(atStart, Optional.of(new DiskBytes(0, 0)));
  }

  /** Adds what it used since the reading before, and returns its resident memory. */
  private double follow(long pid, Followed before) {
    Optional<ProcStat> now =
        ProcStat.read(proc, pid)
            .filter(stat -> stat.startTicks() == before.stat().startTicks() && stat.alive());
    if (now.isEmpty()) {
      processes.remove(pid);
      return 0;
    }
    Optional<DiskBytes> done = disk(pid);
    cpuSeconds += Math.max(0, now.get().cpuTicks() - before.stat().cpuTicks()) / TICKS_PER_SECOND;
    disk = disk.flatMap(sum -> done.flatMap(to -> before.disk().map(from -> sum.plus(to, from))));
    processes.put(pid, new Followed(now.get(), done));
    return resident(pid);
  }

  private List<ProcStat> members(long rootPid) {
    List<ProcStat> rest = new ArrayList<>(all());
    List<ProcStat> found = new ArrayList<>();
    rest.stream().filter(stat -> isOf(stat, rootPid)).forEach(found::add);
    for (int i = 0; i < found.size(); i++) {
      long parent = found.get(i).pid();
      rest.stream()
          .filter(stat -> stat.parent() == parent && !found.contains(stat))
          .forEach(found::add);
    }
    return found;
  }

  private static boolean isOf(ProcStat stat, long rootPid) {
    return stat.pid() == rootPid || stat.group() == rootPid;
  }

  private List<ProcStat> all() {
    try (Stream<Path> entries = Files.list(proc)) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> name.matches("\\d{1,18}"))
          .flatMap(name -> ProcStat.read(proc, Long.parseLong(name)).stream())
          .filter(ProcStat::alive)
          .toList();
    } catch (IOException e) {
      return List.of(); // Not on Linux.
    }
  }

  /** Empty if the file of the process cannot be read by this user. */
  private Optional<DiskBytes> disk(long pid) {
    try {
      double read = -1;
      double written = -1;
      for (String line : Files.readAllLines(proc.resolve(pid + "/io"))) {
        String[] parts = line.split(": ", 2);
        if (parts[0].equals("read_bytes")) {
          read = Double.parseDouble(parts[1]);
        } else if (parts[0].equals("write_bytes")) {
          written = Double.parseDouble(parts[1]);
        }
      }
      return read < 0 || written < 0 ? Optional.empty() : Optional.of(new DiskBytes(read, written));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** 0 for a process that ended meanwhile. */
  private double resident(long pid) {
    try (Stream<String> lines = Files.lines(proc.resolve(pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToDouble(line -> KIBIBYTE * Double.parseDouble(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static OptionalDouble of(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}
