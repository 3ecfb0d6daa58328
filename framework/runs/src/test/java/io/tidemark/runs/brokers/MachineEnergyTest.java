package io.tidemark.runs.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineEnergyTest {
  @TempDir Path powercap;

  private void zone(String folder, String name, long microjoules) throws IOException {
    Path zone = Files.createDirectories(powercap.resolve(folder));
    Files.writeString(zone.resolve("name"), name + "\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), "10000000\n");
    Files.writeString(zone.resolve("energy_uj"), microjoules + "\n");
  }

  @Test
  void countsWholePackagesOnlySinceTheFirstReading() throws IOException {
    zone("intel-rapl:0", "package-0", 1_000_000);
    zone("intel-rapl:0:0", "core", 500_000);
    zone("intel-rapl:1", "package-1", 0);
    zone("intel-rapl:2", "psys", 0);
    MachineEnergy energy = MachineEnergy.of(Map.of(MachineEnergy.FOLDER, powercap.toString()));
    zone("intel-rapl:0", "package-0", 3_500_000);
    zone("intel-rapl:0:0", "core", 900_000);
    zone("intel-rapl:1", "package-1", 250_000);
    zone("intel-rapl:2", "psys", 9_000_000);
    assertThat(energy.read())
        .containsExactly(
            new MachineEnergy.Reading("package-0", 2.5),
            new MachineEnergy.Reading("package-1", 0.25));
  }

  @Test
  void aCounterThatPassedItsHighestValueGoesOn() throws IOException {
    zone("intel-rapl:0", "package-0", 9_000_000);
    MachineEnergy energy = MachineEnergy.in(powercap);
    zone("intel-rapl:0", "package-0", 2_000_000);
    assertThat(energy.read().get(0).joules()).isEqualTo(3.0, within(1e-9));
    zone("intel-rapl:0", "package-0", 2_500_000);
    assertThat(energy.read().get(0).joules()).isEqualTo(3.5, within(1e-9));
  }

  @Test
  void aMachineWithoutCountersHasNoReadings() throws IOException {
    assertThat(MachineEnergy.in(powercap.resolve("missing")).read()).isEmpty();
    zone("intel-rapl:0", "package-0", 1);
    Files.delete(powercap.resolve("intel-rapl:0/energy_uj"));
    assertThat(MachineEnergy.in(powercap).read()).isEmpty();
  }
}
