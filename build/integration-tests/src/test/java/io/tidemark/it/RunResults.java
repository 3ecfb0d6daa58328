package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** What a command left in its results folder. */
public final class RunResults {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RunResults() {}

  /** {@code result.json} of every run, in order, with its samples as {@code samples}. */
  public static List<JsonNode> all(Path results) throws IOException {
    List<JsonNode> runs = new ArrayList<>();
    for (Path folder : folders(results)) {
      ObjectNode run = (ObjectNode) read(folder.resolve("result.json"));
      run.set("samples", StoredSamples.read(folder));
      runs.add(run);
    }
    return runs;
  }

  /** Folders of all runs, in order. */
  public static List<Path> folders(Path results) throws IOException {
    return find(results, "*/result.json").stream().map(Path::getParent).toList();
  }

  public static JsonNode only(Path results) throws IOException {
    List<JsonNode> all = all(results);
    assertThat(all).as("runs in %s", results).hasSize(1);
    return all.get(0);
  }

  /**
   * The messages that were due, or less: what a busy machine was late with when the load ended is
   * never sent. All that was sent has arrived and is in a phase. How many are in the measured one
   * is exact only if all workers learn of it before it begins, which a busy machine does not
   * ensure.
   */
  public static void assertSentAndReceived(JsonNode run, int dueMessages) {
    long sent = run.requiredAt("/delivery/sentMessages").asLong();
    assertThat(sent).isBetween(dueMessages / 2L, (long) dueMessages);
    assertNone(run, "lost", "duplicated");
    assertThat(sumOverPhases(run, "sentMessages")).isEqualTo(sent);
    assertThat(sumOverPhases(run, "receivedMessages")).isEqualTo(sent);
    assertThat(run.requiredAt("/totals/latencies/endToEndMicros/count").asLong())
        .isBetween(sent / 3, sent - 1);
  }

  /** The run says that there were none of these messages, such as {@code lost}. */
  static void assertNone(JsonNode run, String... kinds) {
    JsonNode delivery = run.required("delivery");
    for (String kind : kinds) {
      assertThat(delivery.required(kind + "Messages").asLong(-1))
          .as("%s in %s", kind, run)
          .isZero();
    }
  }

  private static long sumOverPhases(JsonNode run, String count) {
    long sum = 0;
    for (JsonNode phase : run.required("phases")) {
      sum += phase.required("countsByIntention").required(count).asLong();
    }
    return sum;
  }

  /**
   * Among all disruptions one reports a broken node: the lowest rates and the recovery times, which
   * are null if a slow machine did not recover while it was measured.
   */
  public static void assertRecoveryIsReported(JsonNode run, String printed) {
    assertThat(run.required("disruptions"))
        .as(printed)
        .anySatisfy(
            disruption -> {
              assertThat(disruption.path("cause").asText()).isNotEmpty();
              for (String direction : List.of("publish", "deliver")) {
                JsonNode recovery = disruption.path(direction);
                assertThat(recovery.path("beforeRatePerSecond").asDouble()).isPositive();
                assertThat(recovery.has("recoverySeconds")).isTrue();
              }
            });
    assertThat(printed).contains("Disruptions", "90 % again (s)");
  }

  /** Each run that is judged again has the verdict that it has. */
  public static void assertJudgedAgainAsStored(Path workingDirectory)
      throws IOException, InterruptedException {
    List<Path> runs = folders(workingDirectory.resolve("results"));
    String[] arguments =
        Stream.concat(Stream.of("verdict", "--json"), runs.stream().map(Path::toString))
            .toArray(String[]::new);
    Command verdict = Command.run(workingDirectory, arguments);
    JsonNode judged = JSON.readTree(verdict.output());
    assertThat(judged).as(verdict.output()).hasSameSizeAs(runs);
    for (int i = 0; i < runs.size(); i++) {
      assertThat(judged.get(i).path("verdict"))
          .isEqualTo(read(runs.get(i).resolve("result.json")).path("verdict"));
    }
  }

  /** Waits until a running command has recorded a sample of a phase, which lines report later. */
  public static void awaitSample(Path results, String phase) {
    Awaitility.await("a sample of " + phase)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> Files.isDirectory(results) && isSampled(results, phase));
  }

  private static boolean isSampled(Path results, String phase) throws IOException {
    try (Stream<Path> folders = Files.list(results)) {
      for (Path file : folders.map(folder -> folder.resolve("samples.jsonl")).toList()) {
        if (Files.exists(file) && Files.readString(file).contains("\"phase\":\"" + phase + "\"")) {
          return true;
        }
      }
    }
    return false;
  }

  /** Files in OMB's format. */
  public static List<JsonNode> omb(Path results) throws IOException {
    return find(results, "*.json").stream().map(RunResults::read).toList();
  }

  /** Not in the hidden folder in which a running command writes its files before it renames it. */
  private static List<Path> find(Path results, String glob) throws IOException {
    try (Stream<Path> files = Files.walk(results, 2)) {
      var matcher = results.getFileSystem().getPathMatcher("glob:" + results + "/[!.]" + glob);
      return files.filter(matcher::matches).sorted().toList();
    }
  }

  public static JsonNode read(Path file) {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
