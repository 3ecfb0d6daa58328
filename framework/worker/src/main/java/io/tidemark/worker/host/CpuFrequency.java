package io.tidemark.worker.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How fast the cores of this machine run now, by Linux' {@code cpufreq}: a governor that saves
 * energy slows an idle core down, which then needs time to become fast again.
 *
 * @param governor of the slowest core
 * @param kilohertz of the slowest core
 * @param mostKilohertz what that core can do
 */
public record CpuFrequency(String governor, long kilohertz, long mostKilohertz) {
  private static final Path CORES = Path.of("/sys/devices/system/cpu");

  /** Empty where the kernel does not report it, as in most virtual machines. */
  public static Optional<CpuFrequency> read() {
    return read(CORES);
  }

  static Optional<CpuFrequency> read(Path cores) {
    try (Stream<Path> all = Files.list(cores)) {
      List<Path> folders =
          all.filter(core -> core.getFileName().toString().matches("cpu\\d+"))
              .map(core -> core.resolve("cpufreq"))
              .filter(Files::isDirectory)
              .sorted()
              .toList();
      Optional<CpuFrequency> slowest = Optional.empty();
      for (Path folder : folders) {
        CpuFrequency each = of(folder);
        if (slowest.isEmpty() || each.shareOfMost() < slowest.get().shareOfMost()) {
          slowest = Optional.of(each);
        }
      }
      return slowest;
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static CpuFrequency of(Path folder) throws IOException {
    return new CpuFrequency(
        text(folder, "scaling_governor"),
        Long.parseLong(text(folder, "scaling_cur_freq")),
        Long.parseLong(text(folder, "cpuinfo_max_freq")));
  }

  private static String text(Path folder, String name) throws IOException {
    return Files.readString(folder.resolve(name)).strip();
  }

  /** 1 at full speed. */
  public double shareOfMost() {
    return mostKilohertz <= 0 ? 1 : (double) kilohertz / mostKilohertz;
  }

  /** {@code the slowest core runs at 1.20 of 3.50 GHz (governor powersave)}. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "the slowest core runs at %.2f of %.2f GHz (governor %s)",
        kilohertz / 1e6,
        mostKilohertz / 1e6,
        governor);
  }
}
