package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code deploy/history}, with the driver in memory, and a Git repository on this
 * machine as the place that the history is pushed to.
 */
@Tag("release")
class NightlyFilesIT {
  private static final String COMMANDS = Chart.ROOT.resolve("bin").toString();
  private static final Pattern FACTS =
      Pattern.compile("(?m)^\\{\"v\":1,\"run\":\"([^\"]+)\",\"at\"");

  private static final String WORKLOAD =
      """
      name: orders
      topics: 1
      partitionsPerTopic: 1
      messageSize: 200
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      producerRate: 500
      warmupDuration: 0s
      testDuration: 1s
      thresholds: {achievedRate: 1, scheduleDelayP99: 10m, gcPauseShare: 100, gcPauseMax: 10m,
                   cpuSteal: 100, cpuThrottled: 100, tickerLag: 10m}
      """;

  @TempDir Path folder;
  private Path origin;

  @BeforeEach
  void aRepositoryWithTheSuite() throws Exception {
    origin = Files.createDirectory(folder.resolve("origin.git"));
    bash(origin, Map.of(), "git init -q --bare -b main");
    Path first = cloned("first");
    suite(first, "my-kafka.yaml", "orders.yaml");
    Files.writeString(first.resolve(".gitignore"), "results/\n*.log\n");
    bash(first, Map.of(), "git add -A && git commit -qm Begin && git push -q origin HEAD:main");
  }

  private static void suite(Path to, String driver, String workload) throws IOException {
    String inMemory = Files.readString(Chart.ROOT.resolve("driver-inmemory/inmemory.yaml"));
    Files.writeString(to.resolve(driver), inMemory.replace("name: inmemory", "name: my-kafka"));
    Files.writeString(to.resolve(workload), WORKLOAD);
    Files.writeString(
        Files.createDirectories(to.resolve("workloads")).resolve("quickstart-max.yaml"),
        WORKLOAD.replace("name: orders", "name: fast").replace("Rate: 500", "Rate: max"));
  }

  private Path cloned(String name) throws Exception {
    bash(folder, Map.of(), "git clone -q origin.git " + name);
    return folder.resolve(name);
  }

  private static String bash(Path in, Map<String, String> variables, String script)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", "-ec", script).directory(in.toFile());
    Map<String, String> environment = builder.environment();
    environment.merge("PATH", COMMANDS, (path, ours) -> ours + ":" + path);
    environment.put("TIDEMARK_SKIP_BUILD", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "Test");
      environment.put("GIT_" + who + "_EMAIL", "test@example.com");
    }
    environment.putAll(variables);
    return Ended.output(builder);
  }

  private static void cron(Path clone) throws Exception {
    String command =
        NightlyFiles.cronCommand().replace(NightlyFiles.CLONE, "'" + clone + "'") + " || cat *.log";
    assertThat(bash(clone, Map.of(), command)).isEmpty();
  }

  /** What others get from the repository. */
  private Path published() throws Exception {
    Path copy = folder.resolve("published");
    bash(folder, Map.of(), "rm -rf published && git clone -q origin.git published");
    return copy;
  }

  /** The ids of the runs of a store, one for each line of facts. */
  private static List<String> runs(Path store) throws IOException {
    List<String> ids = new ArrayList<>();
    try (Stream<Path> files = Files.walk(store)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
        FACTS.matcher(Files.readString(file)).results().forEach(found -> ids.add(found.group(1)));
      }
    }
    return ids;
  }

  private static String page(Path site) throws IOException {
    assertThat(site.resolve("index.html")).content().contains("orders-my-kafka-");
    assertThat(site.resolve("feed.xml")).exists();
    try (Stream<Path> files = Files.list(site)) {
      return Files.readString(
          files
              .filter(file -> file.getFileName().toString().startsWith("orders-my-kafka-"))
              .findFirst()
              .orElseThrow());
    }
  }

  @Test
  void theWorkflowAddsToTheHistoryOfItsRepositoryFromFreshClones() throws Exception {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("GITHUB_SERVER_URL", "https://github.example.com");
    variables.put("GITHUB_REPOSITORY", "us/bench");
    for (String night : List.of("7", "8")) {
      variables.put("GITHUB_RUN_ID", night);
      Path clone = cloned("checkout" + night);
      for (String script : NightlyFiles.scriptsOfTheWorkflow()) {
        bash(clone, variables, script);
      }
      assertThat(clone.resolve("results")).as("which are uploaded").isNotEmptyDirectory();
    }
    Path published = published();
    assertThat(runs(published.resolve("history"))).doesNotHaveDuplicates().hasSize(4);
    assertThat(bash(published, Map.of(), "cat history/*/*.jsonl"))
        .contains("https://github.example.com/us/bench/actions/runs/8");
    assertThat(page(published.resolve("docs"))).contains("2 runs", "benchmark-runner");
  }

  /** The second machine pushes between the pull and the push of the first one. */
  @Test
  void runsOfTwoMachinesThatPushAtTheSameTimeAreMerged() throws Exception {
    Path one = cloned("one");
    Path other = cloned("other");
    Path hook = one.resolve(".git/hooks/pre-push");
    Files.createDirectories(hook.getParent());
    Files.writeString(
        hook,
        """
        #!/usr/bin/env bash
        [ ! -e "$0.done" ] || exit 0
        touch "$0.done"
        for name in $(git rev-parse --local-env-vars); do unset "$name"; done
        %s
        """
            .formatted(NightlyFiles.cronCommand().replace(NightlyFiles.CLONE, "'" + other + "'")));
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    cron(one);
    assertThat(hook.resolveSibling("pre-push.done")).exists();
    Path published = published();
    assertThat(runs(published.resolve("history")))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(ownRuns(one).stream(), ownRuns(other).stream()).toList());
    assertThat(page(published.resolve("docs"))).contains("2 runs").doesNotContain("<<<<<<<");
    assertThat(bash(one, Map.of(), "git status --porcelain")).isEmpty();
  }

  private static List<String> ownRuns(Path clone) throws IOException {
    List<String> ids = new ArrayList<>();
    try (Stream<Path> files = Files.walk(clone.resolve("results"))) {
      for (Path result : files.filter(each -> each.endsWith("result.json")).toList()) {
        Matcher id =
            Pattern.compile("\"runId\"\\s*:\\s*\"([^\"]+)\"").matcher(Files.readString(result));
        assertThat(id.find()).isTrue();
        ids.add(id.group(1));
      }
    }
    assertThat(ids).hasSize(2);
    return ids;
  }

  @Test
  void theCronJobKeepsHistoryPagesAndReportsInItsVolume() throws Exception {
    Path volume = Files.createDirectory(folder.resolve("volume"));
    cronJob(volume);
    assertThat(runs(volume.resolve("store"))).hasSize(2);
    assertThat(page(volume.resolve("site"))).contains("1 run");
    assertThat(volume.resolve("store/.git")).doesNotExist();
    try (Stream<Path> reports = Files.list(volume.resolve("site/reports"))) {
      assertThat(reports)
          .hasSize(1)
          .allSatisfy(report -> assertThat(report).content().contains("orders"));
    }
  }

  private void cronJob(Path volume) throws Exception {
    Path suite = Files.createDirectories(folder.resolve("suite"));
    suite(suite, "driver.yaml", "workload.yaml");
    List<String> line = new ArrayList<>(NightlyFiles.cronJobCommand());
    line.replaceAll(
        word ->
            "'"
                + word.replaceFirst("(^|=)/history/", "$1" + volume + "/")
                    .replaceFirst("^/suite/", suite + "/")
                    .replaceFirst("^workloads/", suite + "/workloads/")
                + "'");
    bash(Chart.ROOT, Map.of(), String.join(" ", line));
  }
}
