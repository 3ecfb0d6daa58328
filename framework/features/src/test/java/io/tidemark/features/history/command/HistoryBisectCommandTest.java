package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.base.Command;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.features.FeatureRun;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bisections with a scripted command, which leaves the result of a run with another rate. */
@Tag("slow")
class HistoryBisectCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 1000;
  private static final int MOST_RUNS = 300;
  private static final double NOISE = 0.03;

  /** Takes the next line of the file {@code good} or {@code bad}. */
  private static final String SCRIPT =
      """
      cd "$(dirname "$0")"
      n=$(($(cat count 2>/dev/null || echo 0) + 1))
      echo $n > count
      file=good
      if test "$1" -ge "$2"; then file=bad; fi
      mkdir "$TIDEMARK_RESULTS/run"
      sed "s/987654321/$(sed -n ${n}p $file)/" template.json > "$TIDEMARK_RESULTS/run/result.json"
      """;

  private static String template;

  @TempDir Path folder;

  @BeforeAll
  static void aRun(@TempDir Path results) throws Exception {
    Path stored = RunDirectory.write(results, MiniBench.shortRun(results), Map.of());
    ObjectNode run = (ObjectNode) JSON.readTree(stored.resolve("result.json").toFile());
    run.withObject("/verdict").put("status", "VALID").remove("figures");
    ObjectNode byTime = (ObjectNode) run.at("/totals/byTime");
    byTime.put("sendingSeconds", SECONDS).put("receivingSeconds", SECONDS);
    ((ObjectNode) byTime.path("counts")).put("acknowledgedMessages", 987_654_321);
    template = JSON.writeValueAsString(run);
  }

  /** The scripted system, {@code change} slower at a place: the rate is lower. */
  private Path script(long seed, double change) throws Exception {
    Path place = Files.createDirectories(folder.resolve("script-" + seed));
    Files.deleteIfExists(place.resolve("count"));
    Random random = new Random(seed);
    double[] noise =
        IntStream.range(0, MOST_RUNS).mapToDouble(i -> NOISE * random.nextGaussian()).toArray();
    Files.writeString(place.resolve("good"), counts(noise, 1));
    Files.writeString(place.resolve("bad"), counts(noise, 1 / (1 + change)));
    Files.writeString(place.resolve("template.json"), template);
    return Files.writeString(place.resolve("run.sh"), SCRIPT);
  }

  private static String counts(double[] noise, double level) {
    return Arrays.stream(noise)
        .mapToObj(x -> "" + Math.round(1e6 * level * Math.exp(x)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String versions(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "v" + i).collect(Collectors.joining(","));
  }

  private CommandRun bisect(String command, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("history", "bisect", "--metric", "publishRate"));
    all.addAll(List.of("--results-dir", folder.resolve("results"), "--command", command));
    all.addAll(List.of(arguments));
    return FeatureRun.of(all.toArray());
  }

  private static String command(Path script, int first) {
    return "sh " + script + " ${TIDEMARK_CANDIDATE#v} " + first;
  }

  @Test
  void saysWithWhichConfidenceAndHowLargeTheChangeIs() throws Exception {
    CommandRun run = bisect(command(script(1, 0.08), 40), "--versions", versions(64));
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("64 candidates from v1 to v64")
        .containsPattern("run 1: v1: publishRate \\S+")
        .containsPattern(
            "Found: the change is in v40 since v39 \\(confidence (above )?\\d\\S* %\\), publishRate is"
                + " \\d+\\.\\d % worse \\(95 %: -\\S+ to -\\S+ %\\); \\d+ runs of \\d+ candidates\\.");
  }

  @Test
  void continuesAfterALimitWithWhatWasMeasured() throws Exception {
    Path script = script(1, 0.08);
    String command = command(script, 40);
    CommandRun some = bisect(command, "--versions", versions(64), "--max-runs", 9);
    assertThat(some.exitCode()).as(some.printed()).isEqualTo(1);
    assertThat(some.printed()).contains("Not decided", "Ended by --max-runs 9");
    CommandRun rest = bisect(command, "--versions", versions(64));
    assertThat(rest.printed()).contains("which has 9 runs", "run 10: ").doesNotContain("run 9: ");
    CommandRun whole =
        bisect(command(script(1, 0.08), 40) + " # whole", "--versions", versions(64), "--restart");
    // The same numbers in the same order: the interruption changed nothing.
    assertThat(last(rest)).isEqualTo(last(whole));
    CommandRun again = bisect(command, "--versions", versions(64));
    assertThat(last(again)).isEqualTo(last(rest));
    assertThat(again.printed()).doesNotContain("run 1");
  }

  private static String last(CommandRun run) {
    return run.printed().lines().filter(line -> line.startsWith("Found")).findFirst().orElseThrow();
  }

  @Test
  void leavesOutCandidatesThatCannotBeTested() throws Exception {
    String command =
        "case $TIDEMARK_CANDIDATE in v7|v8) exit 125;; esac; " + command(script(3, 0.2), 8);
    CommandRun run = bisect(command, "--versions", versions(16));
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .containsPattern("v[78]: cannot be tested \\(exit code 125\\), left out")
        .contains(
            "Found: the change is in one of v7, v8, v9 (only the last one can be tested) since v6");
    CommandRun end = bisect("exit 125", "--versions", "v1,v2");
    assertThat(end.exitCode()).isEqualTo(3);
    assertThat(end.printed()).contains("v1 cannot be tested; give another --good");
  }

  @Test
  void endsWhereGoodAndBadDoNotDiffer() throws Exception {
    CommandRun run = bisect(command(script(4, 0), 8), "--versions", versions(16));
    assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
    assertThat(run.printed()).contains("Good and bad do not differ: publishRate of v16 is");
  }

  @Test
  void aCommandThatFailsOrLeavesNoResultIsReported() {
    CommandRun failed = bisect("echo broken pipe; exit 7", "--versions", "v1,v2");
    assertThat(failed.exitCode()).isEqualTo(3);
    assertThat(failed.printed())
        .containsPattern("ERROR the command for v1 ended with 7; .*command.log")
        .contains("The same command continues the bisection.");
    CommandRun empty = bisect("true", "--versions", "v1,v2");
    assertThat(empty.exitCode()).isEqualTo(3);
    assertThat(empty.printed())
        .contains("v1: no usable figure: no usable run in")
        .contains("v1 cannot be tested");
  }

  @Test
  void wrongCandidatesAreErrors() {
    assertThat(bisect("true").printed()).contains("give --good COMMIT and --bad COMMIT");
    assertThat(bisect("true", "--versions", "a,b,c", "--good", "d").printed())
        .contains("--good: got 'd'; allowed a, b, c");
    assertThat(bisect("true", "--versions", "a,b,c", "--good", "c", "--bad", "b").printed())
        .contains("--good c is after --bad b");
    assertThat(bisect("true", "--versions", "a,a").exitCode()).isEqualTo(2);
    assertThat(bisect("true", "--versions", "a,b", "--confidence", "10%").printed())
        .contains("--confidence: got '10%'");
  }

  private void git(Path repository, String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of("git", "-c", "user.name=Test", "-c", "user.email=test@example.org"));
    line.addAll(List.of(arguments));
    Command.line(line).in(repository).run(Duration.ofSeconds(30)).require("git");
  }

  @Test
  void bisectsTheCommitsOfFirstParentsAndLeavesTheWorkingTreeAlone() throws Exception {
    Path repository = Files.createDirectories(folder.resolve("repository"));
    git(repository, "init", "-q", "-b", "main");
    for (int i = 1; i <= 8; i++) {
      Files.writeString(repository.resolve("number"), "" + i);
      git(repository, "add", "number");
      git(repository, "commit", "-q", "-m", "Commit " + i);
      git(repository, "tag", "c" + i);
    }
    Files.writeString(repository.resolve("number"), "my change");
    Path script = script(5, 0.2);
    String command =
        "sh %s $(git -C %s show $TIDEMARK_CANDIDATE:number) 6".formatted(script, repository);
    CommandRun run = bisect(command, "--repository", repository, "--good", "c2", "--bad", "main");
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .containsPattern("7 candidates from [0-9a-f]+ Commit 2 to [0-9a-f]+ Commit 8")
        .containsPattern("Found: the change is in [0-9a-f]+ Commit 6 since [0-9a-f]+ Commit 5 ");
    assertThat(repository.resolve("number")).hasContent("my change");
    CommandRun wrong = bisect("true", "--repository", repository, "--good", "main", "--bad", "c2");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.printed()).contains("is not on the line of first parents");
    assertThat(bisect("true", "--repository", repository, "--good", "x", "--bad", "main").printed())
        .contains("--good: no commit 'x' in the repository");
  }
}
