package io.tidemark.brokers.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.brokers.process.NodeUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With folders that look like those of Linux. */
class ContainerMeterTest {
  private static final String ID = "1234567890abcdef";

  @TempDir Path machine;
  private Optional<ContainerProcess> process = Optional.of(new ContainerProcess(ID, 42));
  private int asked;

  private ContainerMeter meter() {
    return new ContainerMeter(
        3,
        () -> {
          asked++;
          return process;
        },
        machine.resolve("proc"),
        machine.resolve("cgroup"));
  }

  private void write(String file, String text) throws IOException {
    Path path = machine.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void version2(long cpuMicros, long memory, long written) throws IOException {
    write("proc/42/cgroup", "0::/system.slice/docker-" + ID + ".scope\n");
    String group = "cgroup/system.slice/docker-" + ID + ".scope/";
    write(group + "cpu.stat", "usage_usec " + cpuMicros + "\nuser_usec 1\n");
    write(group + "memory.current", memory + "\n");
    write(group + "memory.stat", "anon 5\ninactive_file 100\n");
    write(
        group + "io.stat",
        "8:0 rbytes=4096 wbytes=" + written + " rios=1\n8:16 rbytes=0 wbytes=50 rios=0\n");
  }

  private void version1(long cpuNanos, long memory) throws IOException {
    write(
        "proc/42/cgroup",
        "4:memory:/docker/" + ID + "\n3:cpu,cpuacct:/docker/" + ID + "\n0::/docker/" + ID + "\n");
    write("cgroup/cpuacct/docker/" + ID + "/cpuacct.usage", cpuNanos + "\n");
    write("cgroup/memory/docker/" + ID + "/memory.usage_in_bytes", memory + "\n");
    write(
        "cgroup/memory/docker/" + ID + "/memory.stat",
        "inactive_file 7\ntotal_inactive_file 100\n");
  }

  @Test
  void readsACounterSinceTheFirstReading() throws IOException {
    version2(5_000_000, 1_100, 1_000);
    ContainerMeter meter = meter();
    NodeUse first = meter.read().orElseThrow();
    assertThat(first.cpuSeconds()).isZero();
    version2(7_500_000, 2_100, 3_000);
    NodeUse use = meter.read().orElseThrow();

    assertThat(use.node()).isEqualTo(3);
    assertThat(use.inContainer()).isTrue();
    assertThat(use.cpuSeconds()).isEqualTo(2.5, within(1e-9));
    assertThat(use.residentBytes()).isEqualTo(2_000);
    assertThat(use.diskWrittenBytes()).hasValue(2_000);
    assertThat(use.diskReadBytes()).hasValue(0);
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void version1OfControlGroupsHasNoBytesOfDisks() throws IOException {
    version1(1_000_000_000, 600);
    ContainerMeter meter = meter();
    meter.read();
    version1(1_500_000_000, 1_100);
    NodeUse use = meter.read().orElseThrow();

    assertThat(use.cpuSeconds()).isEqualTo(0.5, within(1e-9));
    assertThat(use.residentBytes()).isEqualTo(1_000);
    assertThat(use.diskWrittenBytes()).isEmpty();
  }

  @Test
  void sumsGoOnAfterARestart() throws IOException {
    version2(5_000_000, 1_100, 1_000);
    ContainerMeter meter = meter();
    meter.read();
    version2(6_000_000, 1_100, 1_500);
    meter.read();
    Files.delete(machine.resolve("cgroup/system.slice/docker-" + ID + ".scope/cpu.stat"));
    process = Optional.empty();
    NodeUse down = meter.read().orElseThrow();
    assertThat(down.cpuSeconds()).isEqualTo(1, within(1e-9));
    assertThat(down.residentBytes()).isZero();
    process = Optional.of(new ContainerProcess(ID, 42));
    version2(250_000, 600, 20);
    NodeUse again = meter.read().orElseThrow();

    assertThat(again.cpuSeconds()).isEqualTo(1.25, within(1e-9));
    assertThat(again.diskWrittenBytes()).hasValue(500 + 70);
    assertThat(again.residentBytes()).isEqualTo(500);
  }

  @Test
  void anotherProcessWithTheNumberOfTheContainersIsNotRead() throws IOException {
    version2(5_000_000, 1_100, 1_000);
    write("proc/42/cgroup", "0::/user.slice/session-1.scope\n");

    assertThat(meter().read()).isEmpty();
  }

  @Test
  void aContainerOnAnotherMachineIsNotRead() {
    assertThat(meter().read()).isEmpty();
  }
}
