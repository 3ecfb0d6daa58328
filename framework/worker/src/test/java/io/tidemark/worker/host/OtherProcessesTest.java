package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.host.OtherProcesses.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherProcessesTest {
  private static final long TEN_SECONDS = 10_000_000_000L;
  private static final int SELF = 100;

  @TempDir Path proc;

  /** A process with its CPU time in seconds. */
  private void process(int pid, String name, int parent, String command, int cpuSeconds)
      throws IOException {
    process(pid, name, parent, command, cpuSeconds, 0);
  }

  /** With the time of its children that have ended. */
  private void process(
      int pid, String name, int parent, String command, int cpuSeconds, int endedSeconds)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve("" + pid));
    Files.writeString(folder.resolve("cmdline"), command);
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) R %d 1 1 0 -1 0 1 2 3 4 %d 0 %d 0 20 0 1 0 77 1 2 3\n"
            .formatted(pid, name, parent, cpuSeconds * 100, endedSeconds * 100));
  }

  @Test
  void namesThoseWithTheMostCpuAndLeavesOutTheRun() throws IOException {
    process(SELF, "java", 1, "java worker", 5);
    process(200, "cc1 (a) b", 1, "/usr/bin/cc1", 50);
    OtherProcesses others = OtherProcesses.in(proc, SELF, 0);
    process(SELF, "java", 1, "java worker", 9);
    process(200, "cc1 (a) b", 1, "/usr/bin/cc1", 54);
    process(201, "broker", SELF, "a child", 9);
    process(202, "java", 1, "java\0kafka.Kafka\0server.properties", 9);
    process(203, "kworker/0", 2, "", 9);
    process(204, "yes", 1, "yes", 6);
    process(205, "yes", 1, "yes", 2);

    assertThat(others.until(TEN_SECONDS, 2).map(Use::text))
        .contains("60 % of the CPU: yes 40 %, cc1 (a) b 20 %");
  }

  @Test
  void aSmallShareIsNoDisturbance() throws IOException {
    process(200, "sshd", 1, "sshd", 1);
    OtherProcesses others = OtherProcesses.in(proc, SELF, 0);
    process(200, "sshd", 1, "sshd", 2);

    assertThat(others.until(TEN_SECONDS, 2)).isEmpty();
    assertThat(others.until(TEN_SECONDS, 1).map(Use::text)).contains("10 % of the CPU: sshd 10 %");
  }

  @Test
  void forACalibrationAllOthersAndSmallSharesAreDisturbances() throws IOException {
    OtherProcesses others = OtherProcesses.anyIn(proc, SELF, 0);
    process(SELF, "java", 1, "java calibrate", 9);
    process(202, "java", 1, "java\0kafka.Kafka\0server.properties", 2);
    process(203, "kworker/0", 2, "", 1);

    assertThat(others.until(TEN_SECONDS, 2).map(Use::text))
        .contains("15 % of the CPU: java 10 %, kworker/0 5 %");
    assertThat(others.until(10 * TEN_SECONDS, 2).map(Use::text))
        .contains("2 % of the CPU: java 1 %");
    assertThat(others.until(20 * TEN_SECONDS, 2)).isEmpty();
  }

  @Test
  void processesThatEndedCountAsTheirParent() throws IOException {
    process(300, "make", 1, "make", 1);
    process(301, "sh", 300, "sh", 20);
    process(302, "cc1", 301, "cc1", 30);
    OtherProcesses others = OtherProcesses.in(proc, SELF, 0);
    process(300, "make", 1, "make", 1, 54);
    Files.delete(proc.resolve("301/stat"));
    Files.delete(proc.resolve("302/stat"));

    assertThat(others.until(TEN_SECONDS, 2).map(Use::text)).contains("20 % of the CPU: make 20 %");
  }

  @Test
  void isNotKnownWithoutProc() {
    OtherProcesses others = OtherProcesses.in(proc.resolve("none"), SELF, 0);

    assertThat(others.until(TEN_SECONDS, 2)).isEmpty();
  }
}
