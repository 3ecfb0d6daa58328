package io.tidemark.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.Command;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that are undone however the benchmark ends; most are commands that write files. */
class CommandFaultIT {
  @TempDir Path folder;
  private Path injected;
  private Path undone;

  @BeforeEach
  void itsFiles() {
    injected = folder.resolve("injected");
    undone = folder.resolve("undone");
  }

  private Path workload(String more, String command, String undo) throws IOException {
    return WorkloadFiles.write(
        folder,
        "command",
        """
            producerRate: 200
            warmupDuration: 0s
            %s
            faults:
              - at: 1s
                command: %s
                undo: %s
            """
                .formatted(more, command, undo)
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  private static String driver() {
    return TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml").toString();
  }

  /** For ever, with a fault and its end that leave files. */
  private TidemarkProcess start() throws IOException {
    Path workload = workload("testDuration: 10m", "touch " + injected, "touch " + undone);
    return TidemarkProcess.start(folder, "benchmark", "-d", driver(), workload.toString());
  }

  private static void await(Path file) {
    Awaitility.await(file.toString())
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> Files.exists(file));
  }

  @Test
  void ctrlCUndoesIt() throws Exception {
    try (TidemarkProcess run = start()) {
      await(injected);
      assertThat(undone).doesNotExist();
      run.interrupt();
      assertThat(run.waitFor()).as(run.output()).isEqualTo(130);
      assertThat(undone).exists();
      JsonNode fault = RunResults.only(folder.resolve("results")).requiredAt("/faults/0");
      assertThat(fault.required("undoneEpochMicros").isNumber()).as(run.output()).isTrue();
      assertThat(fault.required("problem").asText()).isEmpty();
    }
  }

  @Test
  @Tag("release")
  void aKilledBenchmarkUndoesItToo() throws Exception {
    try (TidemarkProcess run = start()) {
      await(injected);
      run.signal("KILL");
      await(undone);
    }
  }

  @Test
  void aCommandThatFailsMakesTheRunInvalidAndIsUndone() throws Exception {
    Path workload = workload("testDuration: 3s", "'echo no such host; exit 7'", "touch " + undone);
    Command run = Command.run(folder, "-d", driver(), workload.toString());
    assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
    assertThat(undone).exists();
    assertThat(run.output())
        .contains("FAULT_FAILED fault-1: not injected: ", "ended with 7: no such host")
        .contains("fault-1 (command): not injected")
        .containsPattern("INVALID +fault-1 \\(command\\): ")
        .contains("[fault-failed]");
  }

  /** SIGSTOP of a node outlives the process that sent it, but the node must not. */
  @Test
  void aBenchmarkThatIsKilledWhileANodeIsFrozenLeavesNothing() throws Exception {
    Path workload = FaultRuns.workload(folder, "killed", "freeze: 1, duration: 5m");
    try (TidemarkProcess run =
        FaultRuns.start(folder, "driver-kafka-strimzi/local-1node.yaml", workload)) {
      run.awaitOutput("FAULT_INJECTED");
      assertThat(nodes()).isNotEmpty();
      run.signal("KILL");
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> nodes().isEmpty());
    }
  }

  /** Processes of the nodes of this test's clusters. */
  private List<ProcessHandle> nodes() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(folder + "/state"))
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .toList();
  }
}
