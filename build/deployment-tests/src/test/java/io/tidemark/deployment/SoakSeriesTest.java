package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code bin/soak --until-faults}: its counts, and its continuation after a stop; without a broker.
 */
@Tag("release")
class SoakSeriesTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path top;
  private Path tree;
  private Path series;
  private final List<Process> started = new ArrayList<>();

  /** A checkout with the scripts and the soak, whose {@code bin/benchmark} is a script. */
  @BeforeEach
  void checkout() throws IOException {
    tree = top.resolve("a tree");
    series = top.resolve("the series");
    List<String> files =
        new ArrayList<>(
            List.of(
                "bin/soak",
                "bin/lib.sh",
                "driver-kafka-strimzi/local.yaml",
                "driver-rabbitmq-quorum/local.yaml",
                "driver-rabbitmq-stream/local.yaml"));
    try (Stream<Path> sources = Files.list(Chart.ROOT.resolve("build/soak"))) {
      sources.forEach(source -> files.add("build/soak/" + source.getFileName()));
    }
    for (String file : files) {
      Path to = tree.resolve(file);
      Files.createDirectories(to.getParent());
      Files.copy(Chart.ROOT.resolve(file), to);
    }
    Files.copy(Path.of("src/test/resources/soak-tools/benchmark"), bin("benchmark"));
    Path lib = Files.createDirectories(tree.resolve("build/distribution/target/tidemark/lib"));
    for (String jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (jar.contains("jackson-")) {
        Files.copy(Path.of(jar), lib.resolve(Path.of(jar).getFileName()));
      }
    }
  }

  @AfterEach
  void endWhatWasStarted() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Path bin(String name) {
    return tree.resolve("bin").resolve(name);
  }

  private Process start(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(bin("soak").toString()));
    line.addAll(List.of(arguments));
    line.addAll(List.of("--folder", series.toString()));
    ProcessBuilder builder = new ProcessBuilder(line).directory(top.toFile());
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    builder.redirectErrorStream(true).redirectOutput(output().toFile());
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Path output() {
    return top.resolve("output.txt");
  }

  private int end(Process process) throws Exception {
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "ended; printed " + read(output()))
        .isTrue();
    return process.exitValue();
  }

  private int soak(String... arguments) throws Exception {
    return end(start(arguments));
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Path runs() {
    return series.resolve("runs.jsonl");
  }

  private String page() {
    return read(series.resolve("soak.md"));
  }

  /** All that {@code bin/benchmark} injected, apart from commands. */
  private long injected() {
    return read(bin("injected.txt")).lines().filter(kind -> !kind.equals("command")).count();
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(runs())) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private List<Integer> numbers() throws IOException {
    return lines().stream().map(line -> line.path("number").asInt()).toList();
  }

  @Test
  void endsWithTheRunThatReachesTheNumberOfFaults() throws Exception {
    assertThat(soak("--until-faults", "14")).as(read(output())).isZero();

    long all = injected();
    assertThat(all).isBetween(14L, 19L); // A run has at most 6.
    List<JsonNode> lines = lines();
    assertThat(lines.subList(0, lines.size() - 1))
        .flatExtracting(SoakSeriesTest::counted)
        .hasSizeLessThan(14);
    assertThat(lines).flatExtracting(SoakSeriesTest::counted).hasSize((int) all);
    assertThat(lines)
        .extracting(line -> line.path("system").asText())
        .contains("KAFKA", "RABBITMQ_QUORUM", "RABBITMQ_STREAM")
        .doesNotContain("IN_MEMORY");
    assertThat(page())
        .startsWith("# Soak with seed 1: " + all + " of 14 faults\n")
        .contains("None: all runs agree with their plan.", "| all |", " sent messages in ")
        .containsPattern("\\| \\*\\*counted\\*\\* \\|.*\\| " + all + " \\|\n");

    assertThat(soak("--until-faults", "14")).isZero();
    assertThat(lines()).as("a complete series has no more runs").isEqualTo(lines);
    assertThat(soak("--until-faults", "20")).isZero();
    assertThat(lines().size()).isGreaterThan(lines.size());
  }

  private static List<String> counted(JsonNode line) {
    List<String> kinds = new ArrayList<>();
    for (JsonNode fault : line.path("faults")) {
      if (fault.path("inEffect").asBoolean() && !fault.path("kind").asText().equals("command")) {
        kinds.add(fault.path("kind").asText());
      }
    }
    return kinds;
  }

  /** By a signal to the script, and by the death of what it has started. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStoppedRunIsRunAgainAndNoOtherOne(boolean bySignal) throws Exception {
    assertThat(soak("--until-faults", "3")).as(read(output())).isZero();
    List<JsonNode> before = lines();
    Files.createFile(bin("hang"));
    Process stopped = start("--until-faults", "12");
    ProcessHandle hanging = awaitHanging(stopped);
    ProcessHandle soak = hanging.parent().orElseThrow();

    if (bySignal) {
      stopped.destroy();
      assertThat(end(stopped)).isEqualTo(130);
      awaitEnd(hanging);
    } else {
      soak.destroyForcibly();
      end(stopped);
      assertThat(isRunning(hanging)).isTrue();
    }
    assertThat(lines()).isEqualTo(before);
    assertThat(page()).contains("Not complete: the same command continues.");
    Files.writeString(runs(), "{\"seed\":1,\"num", StandardOpenOption.APPEND);

    assertThat(soak("--until-faults", "12")).as(read(output())).isZero();

    awaitEnd(hanging);
    assertThat(lines()).startsWith(before.toArray(JsonNode[]::new));
    List<Integer> expected =
        Stream.iterate(1, number -> number + 1)
            .filter(number -> number % 4 != 0)
            .limit(numbers().size())
            .toList();
    assertThat(numbers()).as("each run on a cluster once").isEqualTo(expected);
    assertThat(injected()).isGreaterThanOrEqualTo(12);
  }

  /** Whether the soak has written which process it has started. */
  private boolean isNoted() throws IOException {
    try (Stream<Path> files = Files.walk(series, 2)) {
      return files.anyMatch(
          file -> file.endsWith("process.txt") && read(file).matches("\\d+ \\d+"));
    }
  }

  /** A process that has ended, and whose parent has not asked for its exit code, has no command. */
  private static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  private static void awaitEnd(ProcessHandle process) throws InterruptedException {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (isRunning(process)) {
      assertThat(System.nanoTime()).as("%s is still running", process.info()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private ProcessHandle awaitHanging(Process soak) throws Exception {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!Files.exists(bin("hanging")) || !isNoted()) {
      assertThat(soak.isAlive()).as(() -> read(output())).isTrue();
      assertThat(System.nanoTime()).as("no run began").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
    long id = Long.parseLong(Files.readString(bin("hanging"), StandardCharsets.UTF_8).strip());
    Optional<ProcessHandle> process = ProcessHandle.of(id);
    return process.orElseThrow();
  }

  @Test
  void faultsThatFailAreProblemsAndDoNotCount() throws Exception {
    Files.createFile(bin("broken"));
    Process endless = start("--until-faults", "2", "--minutes", "0");
    assertThat(end(endless)).as("no time for a run").isZero();
    Process soak = start("--until-faults", "2");
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!page().contains("problem of the fault") && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    Files.delete(bin("broken"));

    assertThat(end(soak)).as(read(output())).isEqualTo(1);

    assertThat(lines()).flatExtracting(SoakSeriesTest::counted).hasSize((int) injected());
    assertThat(page())
        .contains("## Problems\n\n- run 1, KAFKA [", "again: `bin/soak --seed 1 --run 1`")
        .doesNotContain("None: all runs agree");
    assertThat(soak("--until-faults", "2")).as("of earlier parts, too").isEqualTo(1);
  }

  @Test
  void aFolderIsOfOneSeedAndOneCommand() throws Exception {
    assertThat(soak("--until-faults", "1", "--seed", "4")).as(read(output())).isZero();
    assertThat(soak("--until-faults", "1")).isEqualTo(2);
    assertThat(read(output())).contains("has runs of seed 4, got --seed 1");

    Files.createFile(bin("hang"));
    awaitHanging(start("--until-faults", "99", "--seed", "4"));
    assertThat(soak("--until-faults", "1", "--seed", "4")).isEqualTo(2);
    assertThat(read(output())).contains("another bin/soak uses ");
  }
}
