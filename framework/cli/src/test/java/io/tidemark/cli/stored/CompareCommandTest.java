package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of one real run with other figures. */
class CompareCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double SECONDS = 1000;
  private static final double[] NOISE = {1, 1.01, 0.99, 1.005, 0.995};
  private static ObjectNode run;

  @TempDir Path folder;
  private CommandRun done;

  @BeforeAll
  static void aRun(@TempDir Path results) throws Exception {
    Path stored =
        RunDirectory.write(results.resolve("results"), MiniBench.shortRun(results), Map.of());
    run = (ObjectNode) JSON.readTree(stored.resolve("result.json").toFile());
    // Its figures can be used, also if the machine was busy when it was measured.
    ((ObjectNode) run.path("verdict")).put("status", "VALID").remove("figures");
  }

  /** Five iterations with a publish rate around this one. */
  private Path side(String name, double rate) throws Exception {
    return side(name, rate, NOISE.length, result -> {});
  }

  private Path side(String name, double rate, int runs, Consumer<ObjectNode> change)
      throws Exception {
    for (int i = 0; i < runs; i++) {
      ObjectNode copy = run.deepCopy();
      // Rates follow from counts and times.
      ObjectNode byTime = (ObjectNode) copy.at("/totals/byTime");
      byTime.put("sendingSeconds", SECONDS).put("receivingSeconds", SECONDS);
      ((ObjectNode) byTime.path("counts"))
          .put("acknowledgedMessages", Math.round(rate * NOISE[i] * SECONDS))
          .put("receivedMessages", Math.round(1000 * NOISE[(i + 1) % NOISE.length] * SECONDS));
      change.accept(copy);
      Path directory = Files.createDirectories(folder.resolve(name).resolve("run-" + i));
      JSON.writeValue(directory.resolve("result.json").toFile(), copy);
    }
    return folder.resolve(name);
  }

  private int compare(Object... arguments) {
    done = CommandRun.of(Stream.concat(Stream.of("compare"), Stream.of(arguments)).toArray());
    return done.exitCode();
  }

  private JsonNode metric(String key) throws Exception {
    for (JsonNode metric : JSON.readTree(done.output()).at("/0/others/0/metrics")) {
      if (metric.path("metric").asText().equals(key)) {
        return metric;
      }
    }
    throw new AssertionError(key + " is not in " + done.output());
  }

  @Test
  void showsADifferenceThatIsMoreThanChance() throws Exception {
    assertThat(compare("--json", side("a", 1000), side("b", 1100))).isZero();
    JsonNode rate = metric("publishRate");
    assertThat(rate.path("outcome").asText()).isEqualTo("HIGHER");
    assertThat(rate.path("change").asDouble()).isBetween(0.0999, 0.1001);
    assertThat(rate.at("/evidence/lowest").asDouble()).isBetween(0.08, 0.0999);
    assertThat(rate.at("/evidence/highest").asDouble()).isBetween(0.1001, 0.12);
    assertThat(rate.path("runs").asInt()).isEqualTo(5);
    assertThat(metric("consumeRate").path("outcome").asText()).isEqualTo("NOT_SHOWN");
  }

  @Test
  void saysWhichEffectWouldHaveBeenShownAndHowManyRunsAreNeeded() throws Exception {
    assertThat(compare("--effect", "1%", side("a", 1000), side("b", 1001))).isZero();
    assertThat(done.output().replaceAll("\\s+", " "))
        .containsPattern(
            "publishRate [^|]* no difference shown; [0-9.]+ % would have been; 1 % needs [0-9]+ runs"
                + " each");
    assertThat(compare("--json", "--effect", "20%", side("a", 1000), side("b", 1001))).isZero();
    assertThat(metric("publishRate").at("/evidence/runsNeeded").asInt()).isLessThan(5);
  }

  @Test
  void aFullDiskIsAFailureOfTheMachineAndAFolderOneOfTheCommand() throws Exception {
    Path a = side("a", 1000);
    Path b = side("b", 1100);
    for (String option : List.of("--markdown", "--junit")) {
      assertThat(compare(option, "/dev/full", a, b)).as(done.printed()).isEqualTo(3);
      assertThat(done.printed()).contains("/dev/full: No space left");
      assertThat(compare(option, folder, a, b)).isEqualTo(2);
      assertThat(done.printed()).contains(option + " " + folder + " cannot be written");
    }
  }

  @Test
  void aLimitThatIsExceededFails() throws Exception {
    Path a = side("a", 1000);
    Path b = side("b", 900);
    Path junit = folder.resolve("junit.xml");
    String limit = "publishRate < -5%";
    assertThat(compare("--fail-if", limit, "--junit", junit, a, b)).isEqualTo(1);
    assertThat(done.printed()).contains("b: publishRate -10.0 %").contains(limit);
    assertThat(junit).content().contains("failures=\"1\"").contains("publishRate &lt; -5%");
    assertThat(compare("--fail-if", "publishRate worse by 5%", a, b)).isEqualTo(1);
    assertThat(compare("--fail-if", "publishRate worse by 15%", a, b)).isZero();
    assertThat(compare("--fail-if", "publishRate < -15%", "--junit", junit, a, b)).isZero();
    assertThat(junit).content().contains("failures=\"0\"", "tests=\"1\"");
    assertThat(compare("--fail-if", "publishRate > 5%", b, a)).isEqualTo(1);
    assertThat(compare("--baseline", b, "--fail-if", "publishRate > 5%", a)).isEqualTo(1);
  }

  private static void asks(ObjectNode result, String metric, double atLeast) {
    ObjectNode question = ((ObjectNode) result.path("workload")).putObject("question");
    question.put("atLeast", atLeast).putArray("metrics").add(metric);
  }

  @Test
  void aLimitIsTestedWhateverTheQuestionIs() throws Exception {
    Path a = side("a", 1000, 5, result -> asks(result, "consumeRate", 0.2));
    Path b = side("b", 900, 5, result -> asks(result, "consumeRate", 0.2));

    assertThat(compare("--fail-if", "publishRate < -5%", a, b)).isEqualTo(1);
    assertThat(done.printed()).contains("limit exceeded: ", "publishRate -10.0 %");
  }

  @Test
  void refusesRunsUnderOtherConditions() throws Exception {
    Path a = side("a", 1000);
    Path b =
        side(
            "b",
            1100,
            5,
            result -> {
              ((ObjectNode) result.path("workload")).put("messageSize", 1000);
              ((ObjectNode) result.path("brokerFacts")).remove("replication");
            });
    assertThat(compare(a, b)).isEqualTo(2);
    assertThat(done.printed())
        .contains("messageSize: 100 against 1000")
        .contains("known of one side only: replication")
        .contains("--anyway");
    assertThat(done.output()).isEmpty();
    assertThat(compare("--anyway", a, b)).isZero();
    assertThat(done.output()).containsPattern("not comparable +messageSize: 100 against 1000");
  }

  @Test
  void listsEffectiveSettingsOfTheBrokersThatDiffer() throws Exception {
    Path a = side("a", 1000);
    Path b = side("b", 1100);
    settings(a, "1 changed", "8 default", "10 default", "host1 place");
    settings(b, "2 default", "8 changed", "", "host2 place");

    assertThat(compare(a, b)).isZero();

    assertThat(done.output())
        .contains("setting of the broker k0: 1 against 2 (default)")
        .doesNotContain("the broker k1", "the broker k2", "the broker k3");
  }

  private static void settings(Path side, String... values) throws Exception {
    List<Map<String, Object>> settings = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (!values[i].isEmpty()) {
        String[] parts = values[i].split(" ");
        settings.add(
            Map.of(
                "scope",
                "broker",
                "subjects",
                List.of("node"),
                "name",
                "k" + i,
                "value",
                parts[0],
                "origin",
                parts[1],
                "source",
                ""));
      }
    }
    for (int i = 0; i < NOISE.length; i++) {
      Path run = side.resolve("run-" + i);
      JSON.writeValue(
          run.resolve("broker-configuration.json").toFile(),
          Map.of("formatVersion", 1, "settings", settings, "notes", List.of()));
    }
  }

  /** Judges as versions did that knew no groups of figures. */
  private static void invalidate(ObjectNode result) {
    ObjectNode verdict = (ObjectNode) result.path("verdict");
    verdict.put("status", "INVALID").remove("figures");
  }

  @Test
  void invalidRunsAreLeftOut() throws Exception {
    Path a = side("a", 1000);
    Path b = side("b", 1100);
    side("b", 5000, 1, CompareCommandTest::invalidate);
    assertThat(compare("--json", a, b)).isZero();
    assertThat(metric("publishRate").path("runs").asInt()).isEqualTo(4);
    assertThat(done.printed()).contains("left out").contains("run-0: INVALID");
    Path none = side("c", 1, 1, CompareCommandTest::invalidate);
    assertThat(compare(a, none)).isEqualTo(2);
    assertThat(done.printed()).contains("no usable run in " + none);
  }

  @Test
  void aSingleFolderIsComparedByDriver() throws Exception {
    side("all/a", 1000, 5, result -> ((ObjectNode) result.path("run")).put("driver", "old"));
    side("all/b", 1100, 5, result -> ((ObjectNode) result.path("run")).put("driver", "new"));
    assertThat(compare(folder.resolve("all"))).isZero();
    assertThat(done.output()).contains("old against new (baseline), 5 and 5 runs");
    assertThat(compare(folder.resolve("all"), side("c", 1000))).isEqualTo(2);
    assertThat(done.printed()).contains("several drivers: new, old");
    assertThat(compare(side("c", 1000))).isEqualTo(2);
  }

  @Test
  void comparesFilesOfOmb() throws Exception {
    for (int i = 0; i < 4; i++) {
      for (String side : List.of("x", "y")) {
        Path file = Files.createDirectories(folder.resolve(side)).resolve(i + ".json");
        double rate = NOISE[i] * (side.equals("x") ? 1000 : 500);
        Files.writeString(
            file,
            """
            {"workload": "w", "driver": "d", "messageSize": 10, "publishRate": [%s, %s],
            "consumeRate": [1.0], "aggregatedPublishLatency99pct": %s}
            """
                .formatted(rate, rate, 5 + i));
      }
    }
    Files.writeString(folder.resolve("x/other.json"), "{}");
    assertThat(compare("--json", folder.resolve("x"), folder.resolve("y"))).isZero();
    assertThat(metric("publishRate").path("outcome").asText()).isEqualTo("LOWER");
    assertThat(metric("publishRate").path("runs").asInt()).isEqualTo(4);
    assertThat(metric("publishLatency.p99").path("value").asDouble()).isBetween(5000.0, 8000.0);
    assertThat(done.printed()).contains("other.json: not a result");
  }

  @Test
  void refusesWrongInput() throws Exception {
    Path a = side("a", 1000);
    assertThat(compare("--fail-if", "publishRat < 5%", a, a)).isEqualTo(2);
    assertThat(done.printed()).contains("publishRat <").contains("did you mean publishRate?");
    assertThat(compare("--effect", "0", a, a)).isEqualTo(2);
    assertThat(compare("--fail-if", "roundTrip.p99 > 5%", a, side("b", 1000))).isEqualTo(2);
    assertThat(done.printed()).contains("roundTrip.p99 was not measured");
    assertThat(compare(a, folder.resolve("none"))).isEqualTo(2);
    assertThat(compare(a, Files.createDirectory(folder.resolve("empty")))).isEqualTo(2);
    Path other =
        side("o", 1, 2, result -> ((ObjectNode) result.path("run")).put("workload", "other"));
    assertThat(compare(a, other)).isEqualTo(2);
    assertThat(done.printed()).contains("no workload of a was run by another side");
  }
}
