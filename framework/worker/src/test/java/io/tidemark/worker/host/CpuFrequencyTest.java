package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuFrequencyTest {
  @TempDir Path cores;

  private void core(int number, String governor, long now, long most) throws IOException {
    Path folder = Files.createDirectories(cores.resolve("cpu" + number + "/cpufreq"));
    Files.writeString(folder.resolve("scaling_governor"), governor + "\n");
    Files.writeString(folder.resolve("scaling_cur_freq"), now + "\n");
    Files.writeString(folder.resolve("cpuinfo_max_freq"), most + "\n");
  }

  @Test
  void isThatOfTheSlowestCore() throws IOException {
    core(0, "performance", 3_500_000, 3_500_000);
    core(1, "powersave", 1_200_000, 3_500_000);
    assertThat(CpuFrequency.read(cores).orElseThrow().text())
        .isEqualTo("the slowest core runs at 1.20 of 3.50 GHz (governor powersave)");
  }

  @Test
  void isUnknownWithoutFilesOrWithOthers() throws IOException {
    assertThat(CpuFrequency.read(cores)).isEmpty();
    assertThat(CpuFrequency.read(cores.resolve("absent"))).isEmpty();
    core(0, "powersave", 1, 2);
    Files.writeString(cores.resolve("cpu0/cpufreq/scaling_cur_freq"), "<unknown>\n");
    assertThat(CpuFrequency.read(cores)).isEmpty();
  }
}
