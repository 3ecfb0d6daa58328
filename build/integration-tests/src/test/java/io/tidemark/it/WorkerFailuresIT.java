package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.proxy.ProxyLoop;
import io.tidemark.proxy.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Real worker processes that die, freeze, are cut off, run out of memory or are slow. */
@Execution(ExecutionMode.CONCURRENT) // They wait for most of their time.
class WorkerFailuresIT {
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(5);
  private static final Duration FROST = Duration.ofSeconds(30);

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

  private WorkerProcess worker(String heap) throws IOException {
    WorkerProcess worker =
        WorkerProcess.start(
            installation.root(), folder, Map.of("HEAP_OPTS", "-Xms" + heap + " -Xmx" + heap));
    started.add(worker);
    return worker;
  }

  private TidemarkProcess benchmark(
      String name, Path workload, String driver, String urls, String... options)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                installation.driver(folder.resolve(name), driver).toString(),
                "-w",
                urls,
                "--results-dir",
                results(name).toString()));
    arguments.addAll(Arrays.asList(options));
    arguments.add(workload.toString());
    TidemarkProcess process =
        TidemarkProcess.start(
            installation.root(),
            Map.of("HEAP_OPTS", "-Xms96m -Xmx96m"),
            folder,
            "benchmark",
            arguments.toArray(String[]::new));
    started.add(process);
    return process;
  }

  private Path results(String name) {
    return folder.resolve(name).resolve("results");
  }

  private JsonNode result(String name) throws IOException {
    return RunResults.only(results(name));
  }

  /** Four producers on two of four workers; no consumers. */
  private Path workload(String name, String testDuration, int subscriptions) throws IOException {
    return WorkloadFiles.write(
        folder,
        name,
        """
        producersPerTopic: 4
        subscriptionsPerTopic: %d
        consumerPerSubscription: %d
        producerRate: 400
        warmupDuration: 1s
        testDuration: %s
        """
                .formatted(subscriptions, 4 * subscriptions, testDuration)
            + WorkloadFiles.WIDE_THRESHOLDS);
  }

  private static String urls(String... names) {
    return Stream.of(names).map(name -> "http://" + name).collect(Collectors.joining(","));
  }

  private static void assertNoticed(JsonNode run, String worker, long sinceMillis) {
    long noticed =
        Stream.iterate(0, i -> i < run.required("events").size(), i -> i + 1)
            .map(i -> run.required("events").get(i))
            .filter(event -> event.required("kind").asText().equals("WORKER_LOST"))
            .filter(event -> event.required("subject").asText().equals(worker))
            .mapToLong(event -> event.required("epochMicros").asLong() / 1_000)
            .findFirst()
            .orElseThrow(
                () -> new AssertionError(worker + " is not lost in " + run.required("events")));
    assertThat(Duration.ofMillis(noticed - sinceMillis)).as(worker).isLessThan(NOTICED_WITHIN);
  }

  /** Three seconds of load; what a busy machine was late with when it ended is never sent. */
  private static void assertSentAsDue(JsonNode run) {
    assertThat(run.requiredAt("/delivery/sentMessages").asLong()).isBetween(600L, 1_200L);
  }

  @Test
  @Tag("release")
  void goesOnWithoutWorkersThatFreezeAreCutOffOrRunOutOfMemory() throws Exception {
    WorkerProcess good = worker("512m");
    WorkerProcess small = worker("48m");
    WorkerProcess cutOff = worker("96m");
    WorkerProcess frozen = worker("96m");
    WorkerProcess orphan = worker("96m");
    TidemarkProcess dying =
        benchmark("dying", workload("dying", "10m", 0), "", urls(orphan.name()));
    ProxyLoop loop = ProxyLoop.start("cut-off", 1);
    started.add(loop);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    TcpProxy proxy =
        loop.open(
            new InetSocketAddress(loopback, 0), new InetSocketAddress(loopback, cutOff.port()));
    String proxied = "127.0.0.1:" + proxy.address().getPort();
    TidemarkProcess run =
        benchmark(
            "rest",
            workload("rest", "12s", 0),
            "leakBytes: 40000\n",
            urls(small.name(), good.name(), proxied, frozen.name()),
            "--on-worker-loss",
            "continue");
    RunResults.awaitSample(results("dying"), "test");
    dying.signal("KILL");
    run.awaitOutput("warm-up");
    long since = System.currentTimeMillis();
    frozen.process().signal("STOP");
    proxy.cut();
    assertThat(run.waitFor()).as(run.output()).isEqualTo(1);

    JsonNode result = result("rest");
    assertThat(result.requiredAt("/verdict/status").asText()).isEqualTo("INVALID");
    assertNoticed(result, frozen.name(), since);
    assertNoticed(result, proxied, since);
    assertThat(run.output()).contains("WORKER_LOST " + small.name());
    assertThat(small.process().endedWith(3)).contains("OutOfMemoryError");
    // Two of four producers were on the one that is left.
    assertThat(result.requiredAt("/delivery/sentMessages").asLong()).isGreaterThan(13 * 200);
    assertThat(result.requiredAt("/workers/1/lost").asBoolean(true)).isFalse();

    orphan.process().awaitOutput("its lease expired");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> System.currentTimeMillis() - since > FROST.toMillis());
    frozen.process().signal("CONT");
    TidemarkProcess next =
        benchmark(
            "next",
            workload("next", "2s", 0),
            "",
            urls(frozen.name(), cutOff.name(), orphan.name(), good.name()));
    assertThat(next.waitFor()).as(next.output()).isZero();
    assertSentAsDue(result("next"));
  }

  @Test
  void endsTheRunWhenAWorkerIsKilledInALongCallAndInTheLoad() throws Exception {
    WorkerProcess good = worker("96m");
    WorkerProcess first = worker("96m");
    WorkerProcess second = worker("96m");
    TidemarkProcess slow =
        benchmark(
            "slow",
            workload("slow", "10m", 1),
            "slowConsumers: 60\n",
            urls(good.name(), first.name()));
    slow.awaitOutput("create-consumers takes long");
    assertThat(slow.output()).contains("worker " + first.name() + ": create-consumers takes long");
    first.process().signal("KILL");
    slow.awaitOutput("worker " + first.name() + ": create-consumers: ");
    assertThat(slow.waitFor()).isEqualTo(3);

    TidemarkProcess load =
        benchmark("load", workload("load", "10m", 0), "", urls(good.name(), second.name()));
    RunResults.awaitSample(results("load"), "test");
    long since = System.currentTimeMillis();
    second.process().signal("KILL");
    assertThat(load.waitFor()).as(load.output()).isEqualTo(3);
    JsonNode result = result("load");
    assertThat(result.requiredAt("/verdict/status").asText()).isEqualTo("ABORTED");
    assertNoticed(result, second.name(), since);
    assertThat(result.required("samples").size()).isPositive();
    assertThat(result.requiredAt("/delivery/sentMessages").asLong()).isPositive();
  }

  @Test
  void aFaultOfTheWorkloadKillsOneAndFreezesAnother() throws Exception {
    WorkerProcess killed = worker("96m");
    WorkerProcess frozen = worker("96m");
    WorkerProcess consuming = worker("96m");
    WorkerProcess idle = worker("96m");
    Path workload = workload("faults", "9s", 0);
    Files.writeString(
        workload,
        """
        sampleInterval: 200ms
        faults:
          - {name: ended, at: 1s, kill: worker, worker: 1}
          - {name: stopped, at: 6s, freeze: worker, worker: 2, duration: 1500ms}
        """,
        StandardOpenOption.APPEND);
    TidemarkProcess run =
        benchmark(
            "faults",
            workload,
            "",
            urls(killed.name(), frozen.name(), consuming.name(), idle.name()),
            "--on-worker-loss",
            "continue");
    assertThat(run.waitFor()).as(run.output()).isZero();
    assertThat(killed.process().waitFor()).isEqualTo(137);

    JsonNode result = result("faults");
    JsonNode ended = result.requiredAt("/faults/0");
    JsonNode stopped = result.requiredAt("/faults/1");
    assertThat(ended.requiredAt("/workers/0").asText()).isEqualTo(killed.name());
    assertThat(ended.required("problem").asText()).isEmpty();
    assertNoticed(result, killed.name(), ended.required("injectedEpochMicros").asLong() / 1_000);
    assertThat(stopped.requiredAt("/workers/0").asText()).isEqualTo(frozen.name());
    assertThat(stopped.required("undoneEpochMicros").isNumber()).isTrue();
    // Its producers send what was due meanwhile.
    assertThat(result.requiredAt("/totals/latencies/scheduleDelayMicros/max").asDouble())
        .isGreaterThan(1_000_000);
    assertThat(result.requiredAt("/workers/0/lost").asBoolean()).isTrue();
    assertThat(result.requiredAt("/workers/1/lost").asBoolean()).isFalse();
    assertThat(run.output().replaceAll("\\s+", " ")) // Long lines are broken.
        .contains("ended: kill worker (" + killed.name() + ")", "It is an effect of ended");
  }
}
