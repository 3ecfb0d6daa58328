package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line where no broker is needed: options, order of runs, files, errors, exit codes.
 */
class BenchmarkCommandIT {
  @TempDir Path folder;

  private static String inMemory() {
    return TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml").toString();
  }

  private Command benchmark(String... arguments) {
    return Command.run(folder, arguments);
  }

  @Test
  void runsEveryWorkloadOnEveryDriverInOrderOfNamesAndMakesTheCsv()
      throws IOException, InterruptedException {
    Path second = WorkloadFiles.shortRun(folder, "b");
    Path first = WorkloadFiles.shortRun(folder, "a");
    Path queued = WorkloadFiles.queuedDriver(folder);
    TidemarkProcess benchmark =
        TidemarkProcess.run(
            folder,
            "benchmark",
            "-d",
            inMemory() + "," + queued,
            second.toString(),
            first.toString());
    assertThat(benchmark.endedWith(0))
        .containsSubsequence("a on inmemory", "a on queued", "b on inmemory", "b on queued");
    List<JsonNode> omb = RunResults.omb(folder.resolve("results"));
    assertThat(omb).hasSize(4);
    assertThat(omb.get(0).fieldNames().next()).isEqualTo("workload");
    TidemarkProcess csv = TidemarkProcess.run(folder, "benchmark", "--csv", "results");
    assertThat(csv.endedWith(0)).contains("4 results");
  }

  @Test
  void failsAnObjectiveWithExitCodeOne() throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "ambitious",
            """
            producerRate: 200
            warmupDuration: 1s
            testDuration: 3s
            objectives: {publishLatency.p99: "<= 1ns"}
            """
                + WorkloadFiles.WIDE_THRESHOLDS);
    Command benchmark =
        benchmark(
            "-d",
            inMemory(),
            "--junit",
            folder.resolve("junit.xml").toString(),
            "--summary",
            folder.resolve("ci.md").toString(),
            workload.toString());
    assertThat(benchmark.endedWith(1)).contains("FAILED", "publishLatency.p99");
    assertThat(folder.resolve("junit.xml"))
        .content()
        .contains("failures=\"1\" errors=\"0\"", "message=\"FAILED: publishLatency.p99");
    assertThat(folder.resolve("ci.md")).content().contains("1 run FAILED", "publishLatency.p99");
    assertThat(RunResults.only(folder.resolve("results")).requiredAt("/verdict/status").asText())
        .isEqualTo("FAILED");
    RunResults.assertJudgedAgainAsStored(folder);
    String run = RunResults.folders(folder.resolve("results")).get(0).toString();
    Command again = benchmark("verdict", run);
    assertThat(again.endedWith(1)).contains("FAILED: publishLatency.p99 <= 1ns is", run);
  }

  /** No sleep of a thread ends within 1 us. */
  @Test
  void aLateScheduleDamagesLatenciesAndNotWhatBecameOfTheMessages()
      throws IOException, InterruptedException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "late",
            """
            producerRate: 200
            warmupDuration: 0s
            testDuration: 2s
            thresholds: {scheduleDelayP99: 1us, achievedRate: 10, tickerLag: 1h, gcPauseMax: 1h}
            """);
    Command benchmark = benchmark("-d", inMemory(), workload.toString());
    assertThat(benchmark.endedWith(1))
        .contains("! damaged publish latency: error at most ", "schedule-missed")
        .doesNotContain("! damaged delivery");
    JsonNode verdict = RunResults.only(folder.resolve("results")).requiredAt("/verdict");
    assertThat(verdict.required("status").asText()).isEqualTo("INVALID");
    JsonNode figures = verdict.required("figures");
    assertThat(figures.required("delivery").required("usable").asBoolean()).isTrue();
    assertThat(figures.required("publishLatency").required("usable").asBoolean()).isFalse();
    assertThat(figures.requiredAt("/publishLatency/errorMillis/max").asDouble()).isPositive();
    RunResults.assertJudgedAgainAsStored(folder);
    assertThat(RunResults.folders(folder.resolve("results")).get(0).resolve(".INVALID"))
        .content()
        .contains("these figures of this run", "publish latency");
  }

  @Test
  void showsTheResultAndFailsWhenItsDiskIsFull() throws IOException, InterruptedException {
    Path workload = WorkloadFiles.shortRun(folder, "short");
    Command benchmark = benchmark("-d", inMemory(), "-o", "/dev/full", workload.toString());
    assertThat(benchmark.endedWith(3))
        .contains("Latency", "/dev/full", "No space left on device")
        .doesNotContain("\tat ");
    assertThat(RunResults.all(folder.resolve("results"))).hasSize(1);
  }

  @Test
  void refusesAnUnwritableResultsFolderBeforeAnythingRuns()
      throws IOException, InterruptedException {
    Path workload = WorkloadFiles.shortRun(folder, "short");
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    Command benchmark =
        benchmark("-d", inMemory(), "--results-dir", file.toString(), workload.toString());
    assertThat(benchmark.endedWith(3)).contains(file.toString()).doesNotContain("== short");
  }

  @Test
  void plansEveryShippedWorkloadAndDriverFileWithoutTouchingAnything()
      throws IOException, InterruptedException {
    Path secrets = Files.createDirectory(folder.resolve("secrets"));
    String certificate =
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=made-up -keyout user.key"
            + " -out user.crt 2>/dev/null && cp user.crt ca.crt";
    assertThat(
            new ProcessBuilder("sh", "-c", certificate)
                .directory(secrets.toFile())
                .start()
                .waitFor())
        .isZero();
    Files.writeString(
        secrets.resolve("jaas"),
        "org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " username=\"made-up\" password=\"made-up\";");
    List<String> drivers = shipped("driver-*/*.yaml");
    List<String> workloads = shipped("workloads/*.yaml");
    Predicate<String> twoSites = file -> file.contains("two-sites");
    Predicate<String> clientJar = file -> file.endsWith("/msk.yaml"); // Amazon's, not installed.
    Predicate<String> failover = file -> file.contains("failover");
    Predicate<String> connections = file -> file.contains("connections"); // Not of streams.
    planned(
        those(drivers, twoSites.or(clientJar).negate()),
        those(workloads, file -> file.endsWith("/quickstart.yaml")));
    assertThat(
            planned(
                those(drivers, file -> file.endsWith("/local.yaml")),
                those(workloads, failover.or(connections).negate())))
        .contains("kafka, 3 nodes");
    planned(
        those(drivers, file -> file.endsWith("/local-1node.yaml") && !file.contains("stream")),
        those(workloads, connections));
    planned(those(drivers, twoSites), those(workloads, failover));
    assertThat(folder.resolve("results")).doesNotExist();
    Command msk = benchmark("--dry-run", "-d", those(drivers, clientJar).get(0), workloads.get(0));
    assertThat(msk.endedWith(2))
        .containsOnlyOnce("commonConfig.sasl.client.callback.handler.class: ")
        .contains("IAMClientCallbackHandler could not be found");
  }

  private static List<String> those(List<String> files, Predicate<String> which) {
    return files.stream().filter(which).toList();
  }

  private String planned(List<String> drivers, List<String> workloads)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("--dry-run"));
    arguments.addAll(List.of("-d", String.join(",", drivers)));
    arguments.addAll(workloads);
    TidemarkProcess benchmark =
        TidemarkProcess.run(folder, "benchmark", arguments.toArray(String[]::new));
    assertThat(benchmark.endedWith(0)).contains("Plan: ", "Nothing was started");
    return benchmark.output();
  }

  private static List<String> shipped(String glob) throws IOException {
    var matcher = TidemarkProcess.ROOT.getFileSystem().getPathMatcher("glob:" + glob);
    try (Stream<Path> files = Files.walk(TidemarkProcess.ROOT, 2)) {
      List<String> found =
          files
              .filter(file -> matcher.matches(TidemarkProcess.ROOT.relativize(file)))
              .map(Path::toString)
              .toList();
      assertThat(found).as(glob).isNotEmpty();
      return found;
    }
  }

  /** The JVM's flags of a command that runs workloads; this one has a file that does not exist. */
  private String flags(Map<String, String> environment) throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(environment);
    all.put("JVM_OPTS", "-XX:+PrintFlagsFinal");
    try (TidemarkProcess run =
        TidemarkProcess.start(
            TidemarkProcess.ROOT, all, folder, "benchmark", "-d", "missing.yaml")) {
      assertThat(run.waitFor()).as(run.output()).isEqualTo(2);
      return run.output().replaceAll(" +", " ");
    }
  }

  @Test
  void aHeapThatGrowsToOneGigabyteAndItsCollectorAreTheDefault()
      throws IOException, InterruptedException {
    OperatingSystemMXBean machine =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long quarterMegabytes = machine.getTotalMemorySize() / (4 << 20);

    String byDefault = flags(Map.of("HEAP_OPTS", ""));

    assertThat(byDefault).contains(" UseG1GC = true ", " GCTimeRatio = 199 ");
    Matcher heap = Pattern.compile(" MaxHeapSize = (\\d+) ").matcher(byDefault);
    assertThat(heap.find()).isTrue();
    assertThat(Long.parseLong(heap.group(1)) >> 20)
        .isCloseTo(Math.min(1_024, quarterMegabytes), within(8L));

    String chosen = flags(Map.of("HEAP_OPTS", "-Xmx96m -XX:+UseSerialGC"));
    assertThat(chosen).contains(" UseSerialGC = true ", " MaxHeapSize = " + (96 << 20) + " ");
  }
}
