package io.tidemark.features.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.features.verify.Forger.Change;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.FileHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each value of each file of runs of several kinds is changed by a forger who writes SHA256SUMS
 * again: it is found, or the command says that it is not computed.
 */
class ForgeriesTest {
  private static final String TIMES =
      """
      warmupDuration: 200ms
      sampleInterval: 100ms
      messageSize: 100
      """;
  private static final String QUEUES =
      """
      topics: 2
      partitionsPerTopic: 1
      subscriptionsPerTopic: 2
      consumerPerSubscription: 1
      producersPerTopic: 2
      """;

  /**
   * Workloads by their kinds, of more than 1 s: a shorter last interval may be missing. The driver
   * loses, repeats and delays messages.
   */
  private static final Map<String, String> KINDS =
      Map.of(
          "phases",
          QUEUES
              + """
              producerRate: 400
              phases: [{name: "a b", duration: 600ms}, {name: "a,b", duration: 600ms, rate: 800}]
              objectives: {lost: 0, endToEnd.p99: "<= 10s", publishRate.min(500ms): ">= 1%"}
              churn: {producersPerSecond: 5}
              priorities: {9: 20 %, 4: 80 %}
              """,
          "faults",
          QUEUES
              + """
              producerRate: 400
              testDuration: 1200ms
              idleBaseline: 200ms
              faults: [{at: 300ms, duration: 200ms, command: "true", undo: "true"}]
              outcomes: {released: 0.1, rejected: 0.05}
              """,
          "requests",
          """
          pattern: request-reply
          requesters: [1, 3]
          pairs: 2
          testDuration: 600ms
          replyTimeout: 10ms
          consumerProcessingTime: {mean: 1ms, slow: {oneIn: 20, takes: 20ms}}
          """,
          "classes",
          QUEUES
              + """
              producerRate: 500
              testDuration: 1200ms
              classes: [{name: big, share: 0.2, messageSize: 2KB}, {name: small, share: 0.8}]
              """);

  private static final String DRIVER =
      CommandRun.IN_MEMORY
          + """
          known: {delays: [1ms, 2ms, 8ms], loseEvery: 50, repeatEvery: 70}
          price: {node: {perMonth: 100, number: 3}, toClients: {perGiB: 0.05}}
          """;

  /** Of the changes that are made alone, one in this number: a verification takes 50 ms. */
  private static final int STEP = Integer.getInteger("tidemark.forgery.step", 256);

  @TempDir Path folder;
  private Path run;

  private void carryOut(String kind) throws IOException {
    CommandRun carriedOut =
        FeatureRun.in(
            folder,
            kind.equals("requests") || kind.equals("faults") ? CommandRun.IN_MEMORY : DRIVER,
            TIMES + KINDS.get(kind) + CommandRun.TOLERANT);
    assertThat(folder.resolve("results")).as(carriedOut.printed()).isDirectory();
    try (Stream<Path> results = Files.list(folder.resolve("results"))) {
      run = results.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    assertThat(verified().differences()).isEmpty();
    try (Stream<Path> sums = Files.walk(run)) {
      for (Path each : sums.filter(file -> file.endsWith(FileHashes.FILE)).toList()) {
        Files.delete(each);
      }
    }
  }

  private Verification verified() throws ResultsException {
    return StoredChecks.of(run).get(0);
  }

  @Test
  @Tag("slow")
  void findsEachNumberAndColumn() throws IOException {
    carryOut("phases");
    assertThat(missed(false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"phases", "requests", "faults", "classes"})
  @Tag("release")
  void findsWhatIsLeftOutRepeatedOrExchanged(String kind) throws IOException {
    carryOut(kind);
    assertThat(missed(true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"requests", "faults"})
  @Tag("release")
  void findsEachNumberAndColumnOfOtherKinds(String kind) throws IOException {
    carryOut(kind);
    assertThat(missed(false)).isEmpty();
  }

  private List<String> missed(boolean alone) throws IOException {
    List<String> missed = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder.resolve("results"))) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      byte[] original = Files.readAllBytes(file);
      if (original.length > 0) {
        Forger forger = new Forger(file);
        List<Change> changes =
            forger.changes().stream().filter(each -> each.alone() == alone).toList();
        if (alone) {
          for (int i = 0; i < changes.size(); i += STEP) {
            missed(file, forger, changes.subList(i, i + 1), missed);
          }
        } else {
          missed(file, forger, changes, missed);
        }
        Files.write(file, original);
      }
    }
    return missed;
  }

  /** Several at once, and again those that are not named then, at last each of them alone. */
  private void missed(Path file, Forger forger, List<Change> changes, List<String> missed)
      throws IOException {
    if (changes.isEmpty()) {
      return;
    }
    changes.forEach(each -> each.make().run());
    Files.write(file, forger.forged());
    changes.forEach(each -> each.undo().run());
    String name = (file.startsWith(run) ? run.relativize(file) : file.getFileName()).toString();
    List<Change> unknown = changes;
    boolean found = true;
    try {
      Verification verified = verified();
      unknown = changes.stream().filter(each -> !isNamed(verified, name, each.field())).toList();
      found = !verified.differences().isEmpty();
    } catch (ResultsException e) { // It cannot be read, and its message has the file.
      assertThat(e).hasMessageContaining(name);
    }
    if (changes.size() == 1) {
      if (!found) {
        unknown.forEach(each -> missed.add(name + ": " + each.field()));
      }
    } else if (unknown.size() < changes.size()) {
      missed(file, forger, unknown, missed);
    } else {
      missed(file, forger, changes.subList(0, changes.size() / 2), missed);
      missed(file, forger, changes.subList(changes.size() / 2, changes.size()), missed);
    }
  }

  /** Whether a difference or what is not computed has the field. */
  private static boolean isNamed(Verification verified, String file, String field) {
    String plain = field.replaceAll("\\[]| .*", "") + ".";
    return verified.differences().stream()
            .filter(each -> each.file().equals(file))
            .map(each -> each.field().replaceAll("\\[\\d+]", "[]"))
            .anyMatch(each -> each.equals(field) || each.endsWith(", " + field))
        || verified.notComputed().stream()
            .filter(each -> each.file().equals(file))
            .flatMap(each -> each.fields().stream())
            .map(each -> each.replace("[]", "") + ".")
            .anyMatch(each -> each.equals("all.") || plain.startsWith(each));
  }
}
