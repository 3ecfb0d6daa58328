package io.tidemark.brokers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeMeterTest {
  @TempDir Path proc;

  private final AtomicReference<OptionalLong> root = new AtomicReference<>(OptionalLong.of(10));

  /** A process of a folder that looks like /proc. */
  private void process(long pid, long parent, long group, long start, long ticks, long written)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve("" + pid));
    Files.writeString(
        folder.resolve("stat"),
        pid
            + " (a (b) c) S "
            + parent
            + " "
            + group
            + " 0 0 -1 0 0 0 0 0 "
            + (ticks - 5)
            + " 5 0 0 20 0 1 0 "
            + start
            + " 1000 25\n");
    Files.writeString(folder.resolve("status"), "Name:\tx\nVmRSS:\t   " + 100 * pid + " kB\n");
    Files.writeString(
        folder.resolve("io"),
        "rchar: 1\nwchar: 2\nread_bytes: 4096\nwrite_bytes: " + written + "\n");
  }

  private void end(long pid) throws IOException {
    for (String name : new String[] {"stat", "status", "io"}) {
      Files.delete(proc.resolve(pid + "/" + name));
    }
    Files.delete(proc.resolve("" + pid));
  }

  private NodeMeter meter() {
    return new NodeMeter(1, root::get, proc);
  }

  private static NodeUse read(NodeMeter meter) {
    return meter.read().orElseThrow();
  }

  @Test
  void addsUpTheNodeItsGroupAndTheirChildrenSinceTheFirstReading() throws IOException {
    process(10, 1, 10, 50, 1_000, 5_000);
    process(11, 1, 10, 60, 100, 0);
    process(12, 11, 12, 70, 200, 0); // A child with a group of its own.
    process(20, 1, 20, 80, 9_000, 9_000);
    NodeMeter meter = meter();
    assertThat(read(meter).cpuSeconds()).isZero();
    process(10, 1, 10, 50, 1_150, 6_000);
    process(11, 1, 10, 60, 110, 0);
    process(12, 11, 12, 70, 240, 500);
    process(20, 1, 20, 80, 9_900, 9_900);
    NodeUse use = read(meter);
    assertThat(use.cpuSeconds()).isEqualTo(2.0, within(1e-9));
    assertThat(use.diskWrittenBytes().orElseThrow()).isEqualTo(1_500);
    assertThat(use.diskReadBytes().orElseThrow()).isZero();
    assertThat(use.residentBytes()).isEqualTo((10 + 11 + 12) * 100 * 1024.0);
  }

  @Test
  void sumsGoOnAfterARestart() throws IOException {
    process(10, 1, 10, 50, 1_000, 5_000);
    NodeMeter meter = meter();
    read(meter);
    process(10, 1, 10, 50, 1_300, 5_100);
    assertThat(read(meter).cpuSeconds()).isEqualTo(3.0, within(1e-9));
    end(10);
    root.set(OptionalLong.empty());
    NodeUse down = read(meter);
    assertThat(down.cpuSeconds()).isEqualTo(3.0, within(1e-9));
    assertThat(down.residentBytes()).isZero();
    process(30, 1, 30, 90, 400, 700);
    root.set(OptionalLong.of(30));
    NodeUse again = read(meter);
    assertThat(again.cpuSeconds()).isEqualTo(7.0, within(1e-9));
    assertThat(again.diskWrittenBytes().orElseThrow()).isEqualTo(800);
  }

  @Test
  void anotherProcessWithTheSameIdIsNotTheNode() throws IOException {
    process(10, 1, 10, 50, 1_000, 0);
    process(11, 10, 10, 60, 100, 0);
    NodeMeter meter = meter();
    read(meter);
    process(11, 1, 11, 999, 90_000, 90_000);
    assertThat(read(meter).cpuSeconds()).isZero();
  }

  @Test
  void aHelperThatStartsLaterCountsFromItsStart() throws IOException {
    process(10, 1, 10, 50, 1_000, 0);
    NodeMeter meter = meter();
    read(meter);
    process(13, 10, 10, 100, 70, 30);
    NodeUse use = null;
    for (int i = 0; i < 6; i++) {
      use = read(meter);
    }
    assertThat(use.cpuSeconds()).isEqualTo(0.7, within(1e-9));
    assertThat(use.diskWrittenBytes().orElseThrow()).isEqualTo(30);
  }

  @Test
  void diskBytesAreNotKnownIfTheirFileCannotBeRead() throws IOException {
    process(10, 1, 10, 50, 1_000, 0);
    Files.delete(proc.resolve("10/io"));
    NodeMeter meter = meter();
    read(meter);
    process(10, 1, 10, 50, 1_100, 0);
    Files.delete(proc.resolve("10/io"));
    NodeUse use = read(meter);
    assertThat(use.cpuSeconds()).isEqualTo(1.0, within(1e-9));
    assertThat(use.diskWrittenBytes()).isEmpty();
  }

  @Test
  void aNodeThatNeverRanHasNoUse() {
    root.set(OptionalLong.empty());
    assertThat(meter().read()).isEmpty();
  }
}
