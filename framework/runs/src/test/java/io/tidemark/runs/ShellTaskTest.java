package io.tidemark.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTaskTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void itsLog() {
    log = folder.resolve("setup.log");
  }

  @Test
  void whatItPrintsIsAppendedToTheLog() throws Exception {
    new ShellTask("echo one; echo two >&2", log, LONG).run();
    new ShellTask("echo three", log, LONG).run();
    assertThat(log).content().contains("$ echo one", "one\ntwo\n", "$ echo three\nthree\n");
  }

  @Test
  void aFailureShowsTheLastLines() {
    assertThatThrownBy(() -> new ShellTask("echo no such host; exit 7", log, LONG).run())
        .isInstanceOf(ShellTask.FailedException.class)
        .hasMessageContaining("ended with 7: no such host (all of it: " + log);
  }

  @Test
  void aFailureDoesNotCallALogWholeThatWasShortened() {
    String command = "yes | head -c 2000000; echo last; exit 7";
    assertThatThrownBy(() -> new ShellTask(command, log, LONG).run())
        .hasMessageContaining("y | last (its beginning and end: " + log);
  }

  @Test
  void passwordsOfAddressesAreMasked() {
    String command = "echo tried 'http://u:s3cret@h/?sig=s3cret'; exit 7";
    assertThatThrownBy(() -> new ShellTask(command, log, LONG).run())
        .hasMessageContainingAll("ended with 7", "http://***@h/?sig=***")
        .hasMessageNotContaining("s3cret");
    assertThat(log).content().contains("tried http://***@h/").doesNotContain("s3cret");
  }

  @Test
  void theLogOfALongOutputIsLimited() throws Exception {
    new ShellTask("yes | head -c 20000000", log, LONG).run();
    assertThat(Files.size(log)).isLessThan(1_000_000);
  }

  @Test
  void aTimeoutEndsAllItsProcesses() throws Exception {
    Path pid = folder.resolve("pid");
    String command = "sleep 300 & echo $! > " + pid + "; wait";
    assertThatThrownBy(() -> new ShellTask(command, log, Duration.ofSeconds(1)).run())
        .hasMessageContaining("was not done after 1 s");
    assertEnded(pid);
  }

  @Test
  void anInterruptionEndsAllItsProcesses() throws Exception {
    Path pid = folder.resolve("pid");
    String command = "sleep 300 & echo $! > " + pid + "; wait";
    Thread caller =
        new Thread(
            () -> {
              try {
                new ShellTask(command, log, LONG).run();
              } catch (Exception e) {
                Thread.currentThread().interrupt();
              }
            });
    caller.start();
    Awaitility.await().until(() -> Files.exists(pid) && Files.size(pid) > 0);
    caller.interrupt();
    caller.join(LONG.toMillis());
    assertEnded(pid);
  }

  private static void assertEnded(Path pid) throws Exception {
    Path stat = Path.of("/proc", Files.readString(pid).strip(), "stat");
    Awaitility.await().until(() -> !Files.exists(stat) || Files.readString(stat).contains(") Z"));
  }
}
