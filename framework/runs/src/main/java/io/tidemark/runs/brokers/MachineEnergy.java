package io.tidemark.runs.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Energy that the processors of this machine have used since the first reading, by the counters of
 * Linux's powercap folder (RAPL). Only whole packages: their parts are contained in them. A counter
 * that goes back has passed its highest value, which its folder names. Not thread-safe.
 */
final class MachineEnergy {
  /** The environment variable with another folder. */
  static final String FOLDER = "TIDEMARK_POWERCAP";

  private static final String USUAL_FOLDER = "/sys/class/powercap";
  private static final double MICROJOULES_PER_JOULE = 1e6;

  private final List<Zone> zones;

  private static final class Zone {
    private final String name;
    private final Path counter;
    private final long range;
    private long last;
    private double joules;

    Zone(String name, Path counter, long range, long first) {
      this.name = name;
      this.counter = counter;
      this.range = range;
      this.last = first;
    }

    void read() throws IOException {
      long now = number(counter);
      long used = now >= last ? now - last : now + range - last;
      joules += Math.max(0, used) / MICROJOULES_PER_JOULE;
      last = now;
    }
  }

  /** A package of processors, and what it has used. */
  record Reading(String name, double joules) {}

  private MachineEnergy(List<Zone> zones) {
    this.zones = zones;
  }

  /** Returns the counters of this machine, or of the folder that the environment names. */
  static MachineEnergy of(Map<String, String> environment) {
    return in(Path.of(environment.getOrDefault(FOLDER, USUAL_FOLDER)));
  }

  /** Without packages if the folder is not there, or may not be read by this user. */
  static MachineEnergy in(Path folder) {
    List<Zone> zones = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path each : entries.sorted().toList()) {
        add(zones, each);
      }
    } catch (IOException e) {
      return new MachineEnergy(List.of());
    }
    return new MachineEnergy(zones);
  }

  private static void add(List<Zone> zones, Path folder) {
    try {
      String name = Files.readString(folder.resolve("name")).strip();
      if (name.startsWith("package")) {
        Path counter = folder.resolve("energy_uj");
        zones.add(
            new Zone(
                name, counter, number(folder.resolve("max_energy_range_uj")), number(counter)));
      }
    } catch (IOException | NumberFormatException e) {
      // Not a zone, or only root may read it: no figure is better than a part of one.
    }
  }

  /** Empty if there are none; without a package that can no longer be read. */
  List<Reading> read() {
    List<Reading> readings = new ArrayList<>();
    for (Zone zone : zones) {
      try {
        zone.read();
        readings.add(new Reading(zone.name, zone.joules));
      } catch (IOException | NumberFormatException e) {
        // The telemetry then does not cover the phase, which is the reason in the result.
      }
    }
    return readings;
  }

  private static long number(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }
}
