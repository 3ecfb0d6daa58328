package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers whose monotonic clocks are not the coordinator's: each has a time namespace, so that
 * offsets are measured over loopback. Needs {@code unshare --time}, as root or in a user namespace;
 * where neither is allowed, clocks that are shifted inside the process stand in for it ({@code
 * RemoteRunTest}).
 */
@Tag("release")
class SeparateClocksIT {
  @TempDir Path folder;
  private final List<WorkerProcess> workers = new ArrayList<>();

  @BeforeEach
  void startWorkers() throws IOException, InterruptedException {
    Optional<String> unshare = unshare();
    Assumptions.assumeTrue(unshare.isPresent(), "time namespaces are not allowed here");
    for (int shift : List.of(1_000, 5_000)) {
      workers.add(worker(unshare.get(), shift));
    }
  }

  @AfterEach
  void stopWorkers() {
    workers.forEach(WorkerProcess::close);
  }

  private static Optional<String> unshare() throws InterruptedException {
    for (String command : List.of("unshare", "unshare --user --map-root-user")) {
      try {
        Process trial =
            new ProcessBuilder("sh", "-c", command + " --time --monotonic 1 true").start();
        if (trial.waitFor() == 0) {
          return Optional.of(command);
        }
      } catch (IOException e) {
        return Optional.empty(); // No shell: no Linux.
      }
    }
    return Optional.empty();
  }

  /** {@code bin/benchmark-worker} whose monotonic clock is ahead by {@code shiftSeconds}. */
  private WorkerProcess worker(String unshare, int shiftSeconds) throws IOException {
    Path installation = folder.resolve("shifted-by-" + shiftSeconds);
    Path script = installation.resolve("bin/benchmark-worker");
    Files.createDirectories(script.getParent());
    Files.writeString(
        script,
        "#!/bin/sh\nexec %s --time --monotonic %d '%s' \"$@\"\n"
            .formatted(
                unshare, shiftSeconds, TidemarkProcess.ROOT.resolve("bin/benchmark-worker")));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return WorkerProcess.start(installation, folder, Map.of("HEAP_OPTS", "-Xms96m -Xmx96m"));
  }

  @Test
  void theirOffsetsAreKnownWellEnoughForLatenciesOfMilliseconds() throws Exception {
    Path results = folder.resolve("results");
    Path driver =
        StartedKafka.shared()
            .driver(
                folder,
                "clocks",
                """
                producerConfig: {acks: all, linger.ms: 20}
                consumerConfig: {auto.offset.reset: earliest, enable.auto.commit: false}
                """);
    Path workload =
        WorkloadFiles.write(
            folder,
            "separate-clocks",
            "producerRate: 200\nwarmupDuration: 3s\ntestDuration: 8s\n"
                + WorkloadFiles.WIDE_THRESHOLDS);
    Command benchmark =
        Command.succeeding(
            folder,
            "-d",
            driver.toString(),
            "-w",
            workers.get(0).url() + "," + workers.get(1).url(),
            workload.toString());
    assertThat(benchmark.output()).contains("VALID").doesNotContain("clock-uncertain");
    JsonNode run = RunResults.only(results);
    for (JsonNode worker : run.required("workers")) {
      double bound = worker.required("clockErrorBoundMicros").asDouble();
      assertThat(bound).as("measured, not exact").isPositive();
      // Both clocks are anchored to one wall clock, which has no namespaces.
      assertThat(worker.required("clockOffsetMicros").asDouble()).isBetween(-50_000.0, 50_000.0);
    }
    assertThat(run.requiredAt("/totals/latencies/endToEndMicros/count").asLong()).isPositive();
    assertThat(run.requiredAt("/totals/byTime/counts/negativeEndToEndLatencies").asLong(-1))
        .isZero();
  }
}
