package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.host.ThreadSchedule.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel counts for a thread. */
class ThreadScheduleTest {
  @TempDir private Path folder;

  private ThreadSchedule schedule(String text) throws IOException {
    return ThreadSchedule.of(Files.writeString(folder.resolve("schedstat"), text));
  }

  @Test
  void readsCpuAndRunQueueTimeInNanoseconds() throws IOException {
    assertThat(schedule("120000 3400 17\n").times()).contains(new Times(120_000, 3_400));
  }

  @Test
  void aKernelThatDoesNotCountIsUnknownAndNotZero() throws IOException {
    assertThat(schedule("0 0 0\n").times()).isEmpty();
    assertThat(schedule("something else\n").times()).isEmpty();
    assertThat(ThreadSchedule.of(folder.resolve("absent")).times()).isEmpty();
    assertThat(ThreadSchedule.UNKNOWN.times()).isEmpty();
  }

  @Test
  void aThreadThatHasEndedKeepsItsLastTimes() throws IOException {
    ThreadSchedule schedule = schedule("120000 3400 17\n");
    assertThat(schedule.times()).isPresent();
    Files.delete(folder.resolve("schedstat"));

    assertThat(schedule.times()).contains(new Times(120_000, 3_400));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void findsTheFileOfTheThreadThatAsks() throws InterruptedException {
    ThreadSchedule[] found = new ThreadSchedule[2];
    Thread other = new Thread(() -> found[1] = ThreadSchedule.ofThisThread());
    other.start();
    other.join(60_000);
    found[0] = ThreadSchedule.ofThisThread();

    assertThat(found[0]).isNotSameAs(ThreadSchedule.UNKNOWN);
    assertThat(found[0].toString()).contains("/task/").isNotEqualTo(found[1].toString());
  }
}
