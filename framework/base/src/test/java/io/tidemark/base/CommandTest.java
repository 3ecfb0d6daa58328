package io.tidemark.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.Command.Errors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {
  private static final Duration AMPLE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);

  private static Command shell(String script) {
    return Command.line("/bin/sh", "-c", script);
  }

  @Test
  void aCommandThatEndsAtOnceHasItsCodeAndItsOutput() throws Exception {
    CommandResult result = shell("echo out; echo err >&2; exit 3").run(AMPLE);
    assertThat(result.exitCode()).hasValue(3);
    assertThat(result.output()).isEqualTo("out\nerr\n");
    assertThatThrownBy(() -> result.require("the check"))
        .isInstanceOf(IOException.class)
        .hasMessage("the check ended with 3: out | err");
  }

  @Test
  void errorsCanBeKeptApartOrDropped() throws Exception {
    Command both = shell("echo out; echo err >&2");
    CommandResult apart = both.with(Errors.SEPARATE).run(AMPLE);
    assertThat(List.of(apart.output(), apart.errors())).containsExactly("out\n", "err\n");
    assertThat(both.with(Errors.DISCARDED).run(AMPLE).require("it")).isEqualTo("out\n");
  }

  @Test
  void aCommandThatWritesEndlesslyIsEndedAndItsLastLinesAreQuoted() throws Exception {
    CommandResult result = shell("while true; do echo line; done").run(SHORT);
    assertThat(result.inTime()).isFalse();
    assertThat(result.output().length()).isLessThanOrEqualTo(OutputReader.MOST_CHARS);
    assertThatThrownBy(() -> result.require("the writer"))
        .hasMessageStartingWith("the writer was not done after 300 ms: ");
  }

  @Test
  void outputBeyondTheLimitIsNotTakenForAllOfIt() throws Exception {
    CommandResult result = shell("head -c 12000000 /dev/zero | tr '\\0' x").run(AMPLE);
    assertThat(result.succeeded()).isTrue();
    assertThat(result.complete()).isFalse();
    assertThatThrownBy(() -> result.require("the writer")).hasMessageContaining("more than");
  }

  @Test
  @Tag("slow")
  void aCommandThatIgnoresSigtermIsKilled() throws Exception {
    RunningCommand running =
        shell("trap '' TERM; echo ready; while true; do sleep 1; done").start();
    CommandResult result = running.await(SHORT);
    assertThat(result.inTime()).isFalse();
    assertThat(ended(running.pid())).isTrue();
    assertThat(result.output()).isEqualTo("ready\n");
  }

  @Test
  void aGrandchildThatKeepsTheOutputOpenDelaysNothing() throws Exception {
    CommandResult result = shell("sleep 100 & echo $!").run(AMPLE);
    assertThat(result.succeeded()).isTrue();
    long grandchild = Long.parseLong(result.output().strip());
    ProcessHandle.of(grandchild).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  @Tag("slow")
  void atTheDeadlineTheWholeSessionEnds(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("log");
    RunningCommand running =
        shell("(trap '' TERM; sleep 100 & echo $!; wait) & wait")
            .inSession()
            .appendingTo(log)
            .start();
    assertThat(running.await(Duration.ofSeconds(1)).inTime()).isFalse();
    long grandchild = Long.parseLong(Files.readString(log).strip());
    assertThat(ended(grandchild)).isTrue();
  }

  @Test
  void theFileHasTheBeginningAndTheEndOfALongOutput(@TempDir Path folder) throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "before\n");
    RunningCommand running =
        shell("echo first; yes | head -c 20000000; echo last").appendingTo(log, 64).start();
    assertThat(running.await(AMPLE).succeeded()).isTrue();
    Awaitility.await().until(() -> Files.readString(log).endsWith("last\n"));
    assertThat(Files.readString(log)).startsWith("before\nfirst\n").hasSizeLessThan(200_000);
  }

  @Test
  void inputIsEmptyUnlessItIsSent() throws Exception {
    assertThat(shell("cat").run(AMPLE).require("cat")).isEmpty();
    RunningCommand running = shell("read -r word; echo got $word").start();
    running.answer("go\n");
    assertThat(running.await().require("the shell")).isEqualTo("got go\n");
  }

  @Test
  void linesAreTakenWhileItRuns() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    CompletableFuture<String> first = new CompletableFuture<>();
    RunningCommand running =
        shell("echo one; read -r go; printf 'two\\nthree'")
            .printingTo(
                line -> {
                  lines.add(line);
                  first.complete(line);
                })
            .start();
    assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("one");
    running.closeInput();
    running.await(AMPLE);
    assertThat(lines).containsExactly("one", "two", "three");
  }

  @Test
  void runsInItsFolderWithItsVariables(@TempDir Path folder) throws Exception {
    String printed =
        shell("pwd; echo $GREETING")
            .in(folder)
            .with(Map.of("GREETING", "hello"))
            .run(AMPLE)
            .output();
    assertThat(printed).isEqualTo(folder.toRealPath() + "\nhello\n");
  }

  @Test
  void anInterruptionEndsIt() throws Exception {
    RunningCommand running = shell("sleep 100").start();
    Thread.currentThread().interrupt();
    assertThatThrownBy(running::await).isInstanceOf(InterruptedException.class);
    assertThat(ended(running.pid())).isTrue();
  }

  @Test
  void aProgramThatIsMissingIsAnError() {
    assertThatThrownBy(() -> Command.line("no-such-program-here").run(AMPLE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-program-here");
  }

  /** A killed process may need a moment to vanish. */
  private static boolean ended(long pid) throws Exception {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isPresent()) {
      process.get().onExit().get(60, TimeUnit.SECONDS);
    }
    return true;
  }
}
