package io.tidemark.it.misbehaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.TroubleInstallation;
import io.tidemark.it.WorkerProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Real processes that a driver tries to end, or to keep from ending: {@code System.exit} in each
 * place, shutdown hooks that block, threads that never end, a close that hangs while the user
 * presses Ctrl-C. Each must end with its own exit code, and with what it has measured on disk.
 *
 * <p>The counterpart of {@link MisbehavingDriversIT} with the same driver. Processes that only wait
 * are started together, so that a test takes as long as its slowest process.
 */
@Execution(ExecutionMode.CONCURRENT) // They wait for most of their time.
class ProcessEndingsIT {
  @TempDir static Path home;
  private static TroubleInstallation installation;

  @TempDir Path folder;
  private final List<AutoCloseable> started = new ArrayList<>();

  @BeforeAll
  static void install() throws IOException {
    installation = TroubleInstallation.create(home);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : started) {
      each.close();
    }
  }

  private Path driver(String name, String behaviour, String at, int after) throws IOException {
    return Files.writeString(
        folder.resolve(name + "-driver.yaml"),
        """
        name: %s
        driverClass: misbehaving.MisbehavingDriver
        behaviour: %s
        at: %s
        after: %d
        """
            .formatted(name, behaviour, at, after));
  }

  private Path workload(String name, String duration) throws IOException {
    return WorkloadFiles.write(
        folder,
        name,
        "producerRate: 200\n"
            + "warmupDuration: 0s\n"
            + "sampleInterval: 200ms\n"
            + "drainTimeout: 1s\n"
            + "testDuration: "
            + duration
            + "\n"
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  private TidemarkProcess command(String command, String... arguments) throws IOException {
    TidemarkProcess process =
        TidemarkProcess.start(
            installation.root(),
            Map.of("HEAP_OPTS", "-Xms64m -Xmx64m"),
            folder,
            command,
            arguments);
    started.add(process);
    return process;
  }

  private TidemarkProcess benchmark(String name, Path driver, String duration, String... more)
      throws IOException {
    List<String> arguments = new ArrayList<>(Arrays.asList(more));
    arguments.addAll(
        List.of(
            "--results-dir",
            folder.resolve(name).toString(),
            "-d",
            driver.toString(),
            workload(name, duration).toString()));
    return command("benchmark", arguments.toArray(String[]::new));
  }

  private TidemarkProcess exits(String name, String behaviour, String at, int after)
      throws IOException {
    return benchmark(name, driver(name, behaviour, at, after), "2s");
  }

  private static void assertEnded(TidemarkProcess process, int code, String text)
      throws InterruptedException {
    assertThat(process.endedWith(code)).contains(text).doesNotContain("\tat ");
  }

  private JsonNode verdict(String name) throws IOException {
    return RunResults.only(folder.resolve(name)).required("verdict");
  }

  private static String finding(JsonNode verdict, String code) {
    return StreamSupport.stream(verdict.required("findings").spliterator(), false)
        .filter(finding -> finding.required("code").asText().equals(code))
        .map(finding -> finding.required("message").asText())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + code + " in " + verdict));
  }

  private void assertAborted(String name, String caller) throws IOException {
    assertThat(verdict(name).required("status").asText()).isEqualTo("ABORTED");
    assertThat(finding(verdict(name), "process-exit"))
        .startsWith("System.exit was called in misbehaving.MisbehavingDriver")
        .contains(caller);
    assertThat(RunResults.folders(folder.resolve(name)).get(0).resolve(".INVALID")).exists();
    assertThat(RunResults.only(folder.resolve(name)).requiredAt("/delivery/sentMessages").asLong())
        .isPositive();
  }

  private TidemarkProcess loaded(String nestedClass) throws IOException {
    String yaml = "name: loaded\ndriverClass: misbehaving.WhenLoaded$" + nestedClass + "\n";
    return benchmark(
        nestedClass, Files.writeString(folder.resolve(nestedClass + "-driver.yaml"), yaml), "2s");
  }

  @Test
  void aDriverThatExitsBeforeTheLoadEndsTheProcessWithThree() throws Exception {
    TidemarkProcess exits = exits("early", "exit", "createConsumer", 0);
    TidemarkProcess loaded = loaded("Exits");
    assertEnded(exits, 3, "did not run: System.exit was called in misbehaving.Misbeh");
    assertThat(RunResults.all(folder.resolve("early"))).isEmpty();
    assertEnded(loaded, 3, "System.exit was called in misbehaving.WhenLoaded$Exits.<init>");
  }

  @Test
  @Tag("release")
  void aDriverThatExitsInTheLoadOrAfterItEndsTheRunAsAbortedAndTheProcessWithThree()
      throws Exception {
    String names = "System.exit was called in misbehaving.MisbehavingDriver";
    TidemarkProcess send = exits("send", "exit", "sendAsync", 100);
    TidemarkProcess callback = exits("callback", "exitInThread", "callback", 100);
    TidemarkProcess consumer = exits("consumer", "exit", "closeConsumer", 0);
    TidemarkProcess close = exits("close", "exit", "close", 0);
    assertEnded(send, 3, names);
    assertAborted("send", "on thread load-0-0");
    assertEnded(callback, 3, names);
    assertAborted("callback", "on thread of-the-driver");

    assertEnded(consumer, 3, names);
    assertAborted("consumer", "on thread tidemark-close");
    assertEnded(close, 3, names);
    assertAborted("close", "on thread tidemark-driver-local");
  }

  @Test
  void aHookThatBlocksAndThreadsThatNeverEndDoNotKeepTheProcess() throws Exception {
    String watchdog = "a shutdown hook did not return within 10 s: thread hook in misbehaving.";
    TidemarkProcess run = exits("hook", "blockingHook", "initialize", 0);
    TidemarkProcess threads = exits("threads", "leakThreads", "initialize", 0);
    TidemarkProcess loaded = loaded("Blocks");
    TidemarkProcess stopped =
        benchmark("stopped", driver("stopped", "blockingHook", "initialize", 0), "10m");
    TidemarkProcess checkExit =
        command("benchmark", "check", "-d", driver("ce", "exit", "initialize", 0).toString());
    RunResults.awaitSample(folder.resolve("stopped"), "test");
    stopped.signal("TERM");
    assertEnded(run, 0, watchdog);
    assertThat(verdict("hook").required("status").asText()).isEqualTo("VALID");
    assertEnded(loaded, 2, "did not return from its constructor or validation within 15 s");
    assertThat(loaded.output()).contains("in misbehaving.MisbehavingDriver.block(");
    assertEnded(threads, 0, "VALID");
    assertThat(verdict("threads").toString())
        .contains("threads of it still run after its close", "leaked-0, leaked-1");
    assertEnded(checkExit, 3, "System.exit was called in");
    assertEnded(stopped, 143, watchdog);
    assertThat(stopped.output())
        .contains("The run was stopped (SIGTERM): writing results so far")
        .doesNotContain("Ctrl-C");
    assertThat(finding(verdict("stopped"), "interrupted")).contains("interrupted in phase");
  }

  private TidemarkProcess study(String name, Path driver, String duration) throws IOException {
    Path file = folder.resolve(name + "-study.yaml");
    Files.writeString(
        file,
        "name: %s\nenvironments: [{name: a, driver: %s}]\nworkloads: [%s]\niterations: 2\n"
            .formatted(name, driver, workload(name, duration)));
    return command("benchmark", "study", file.toString());
  }

  @Test
  @Tag("release")
  void aStudyEndsWithThreeAfterAnExitOfItsDriverAndWith130AfterCtrlC() throws Exception {
    TidemarkProcess exits = study("exits", driver("exits", "exit", "sendAsync", 100), "2s");
    TidemarkProcess stopped = study("stopped", driver("stopped", "none", "nowhere", 0), "10m");
    stopped.awaitOutput("== run 1 of 2");
    stopped.interrupt();
    assertEnded(stopped, 130, "The same command continues the study.");
    assertEnded(exits, 3, "System.exit was called in misbehaving.MisbehavingDriver");
    assertThat(exits.output()).contains("The same command continues the study.");
    assertThat(exits.output()).doesNotContain("== run 2 of 2");
  }

  @Test
  void resultsAreThereWhileTheCloseHangsAndAfterEachCtrlC() throws Exception {
    TidemarkProcess once = exits("once", "block", "close", 0);
    TidemarkProcess twice = exits("twice", "block", "closeProducer", 0);
    TidemarkProcess check =
        command("benchmark", "check", "-d", driver("check", "block", "initialize", 0).toString());
    once.awaitOutput("closing clients");
    twice.awaitOutput("closing clients");
    assertThat(verdict("once").required("status").asText()).isEqualTo("VALID");
    assertThat(verdict("twice").required("status").asText()).isEqualTo("VALID");
    check.awaitOutput("check");

    once.interrupt();
    check.interrupt();
    twice.interrupt();
    twice.awaitOutput("Interrupted");
    while (twice.isAlive()) {
      twice.interrupt(); // Within a second of the first it counts as the same keystroke.
    }
    assertThat(twice.waitFor()).as(twice.output()).isEqualTo(130);
    assertThat(verdict("twice").required("status").asText()).isEqualTo("VALID");
    assertEnded(check, 130, "Interrupted");
    assertEnded(once, 130, "Results");
    assertThat(verdict("once").required("status").asText()).isEqualTo("VALID");
    assertThat(finding(verdict("once"), "clean-up")).contains("finish: no answer within");
  }

  @Test
  @Tag("release")
  void aWorkerThatIsStoppedSaysSoAndOneThatADriverEndsExitsWithThree() throws Exception {
    WorkerProcess planned = WorkerProcess.start(installation.root(), folder, Map.of());
    WorkerProcess exiting = WorkerProcess.start(installation.root(), folder, Map.of());
    started.add(planned);
    started.add(exiting);
    TidemarkProcess stopped =
        benchmark(
            "stopped",
            driver("stopped", "blockingHook", "initialize", 0),
            "10m",
            "-w",
            planned.url());
    TidemarkProcess ended =
        benchmark("ended", driver("ended", "exit", "sendAsync", 100), "10m", "-w", exiting.url());
    RunResults.awaitSample(folder.resolve("stopped"), "test");
    planned.process().signal("TERM");

    assertEnded(stopped, 3, "WORKER_STOPPED " + planned.name());
    assertThat(verdict("stopped").required("status").asText()).isEqualTo("ABORTED");
    assertThat(finding(verdict("stopped"), "worker-stopped"))
        .isEqualTo("worker " + planned.name() + ": it was stopped (SIGTERM)");
    assertThat(RunResults.only(folder.resolve("stopped")).required("samples")).isNotEmpty();
    assertEnded(ended, 3, "WORKER_STOPPED " + exiting.name());
    assertThat(finding(verdict("ended"), "worker-stopped"))
        .contains("its process is ending: System.exit was called in misbehaving.MisbehavingDriver");
    assertThat(exiting.process().waitFor()).as(exiting.process().output()).isEqualTo(3);
    assertEnded(planned.process(), 143, "a shutdown hook did not return within 10 s");
  }
}
