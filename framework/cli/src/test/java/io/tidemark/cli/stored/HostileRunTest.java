package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored run whose texts attack the terminal, the page or the spreadsheet that shows them. */
@Tag("slow")
class HostileRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HOSTILE =
      "=HYPERLINK(1)\u001b[31m\u001b]0;title\u0007\u001b[2J\u202e\u2066 \u009b1m\r"
          + "<script>alert(1)</script><img src=x onerror=alert(2)>|`a` [b](javascript:c)";

  /** Names of texts that come from files, drivers, brokers and other hosts. */
  private static final Set<String> TEXTS =
      Set.of(
          "workload",
          "driver",
          "name",
          "subject",
          "detail",
          "message",
          "text",
          "topic",
          "subscription",
          "problem");

  private static final Set<String> MAPS = Set.of("brokerFacts", "environment", "facts", "driver");

  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void aRun() throws Exception {
    Path stored =
        RunDirectory.write(folder.resolve("results"), MiniBench.shortRun(folder), Map.of());
    run = Files.move(stored, folder.resolve("run\u001b[31m\u202e<b>"));
    Path file = run.resolve("result.json");
    ObjectNode result = (ObjectNode) JSON.readTree(file.toFile());
    ((ArrayNode) result.withArray("events"))
        .addObject()
        .put("epochMicros", result.at("/identity/startEpochMillis").asLong() * 1_000)
        .put("kind", "NOTICE")
        .put("source", HOSTILE)
        .put("subject", "broker")
        .put("detail", "seen");
    spoil(result);
    ((ObjectNode) result.path("verdict")).put("status", "VALID"); // Others are not compared.
    JSON.writeValue(file.toFile(), result);
  }

  private static void spoil(JsonNode node) {
    if (node instanceof ArrayNode list) {
      list.forEach(HostileRunTest::spoil);
    }
    if (node instanceof ObjectNode map) {
      for (Map.Entry<String, JsonNode> each : List.copyOf(map.properties())) {
        if (each.getValue().isTextual() && TEXTS.contains(each.getKey())) {
          map.put(each.getKey(), HOSTILE + each.getValue().asText());
        } else if (MAPS.contains(each.getKey()) && each.getValue() instanceof ObjectNode facts) {
          List.copyOf(facts.properties()).stream()
              .filter(fact -> fact.getValue().isTextual())
              .forEach(fact -> facts.put(fact.getKey(), HOSTILE + fact.getValue().asText()));
          facts.put("fact" + HOSTILE, HOSTILE);
        } else if (!each.getKey().equals("workload")) { // It is read as a file again.
          spoil(each.getValue());
        }
      }
    }
  }

  private static void assertHarmlessOnTerminal(String printed) {
    assertThat(printed).contains("\\u001b");
    assertThat(printed.chars())
        .as(printed)
        .noneMatch(c -> c != '\n' && c != '\t' && (Character.isISOControl(c) || isFormat(c)));
  }

  private static boolean isFormat(int c) {
    return Character.getType(c) == Character.FORMAT;
  }

  @Test
  void neitherVerdictNorComparisonControlsTheTerminal() {
    CommandRun verdict = CommandRun.of("verdict", run.toString());
    assertThat(verdict.exitCode()).as(verdict.printed()).isIn(0, 1);
    assertHarmlessOnTerminal(verdict.printed());
    CommandRun compared = CommandRun.of("compare", "--anyway", run.toString(), run.toString());
    assertThat(compared.exitCode()).as(compared.printed()).isZero();
    assertHarmlessOnTerminal(compared.printed());
    CommandRun absent = CommandRun.of("verdict", run.resolve("no").toString());
    assertThat(absent.exitCode()).isNotZero();
    assertHarmlessOnTerminal(absent.printed());
  }

  @Test
  void markdownAndXmlOfAComparisonHaveNoCodeOfTheRun() throws Exception {
    Path markdown = folder.resolve("c.md");
    Path junit = folder.resolve("c.xml");
    CommandRun compared =
        CommandRun.of(
            "compare",
            "--anyway",
            "--markdown",
            markdown.toString(),
            "--junit",
            junit.toString(),
            "--fail-if",
            "publishRate < -5%",
            folderWithAnotherDriver().toString());
    assertThat(compared.exitCode()).as(compared.printed()).isZero();
    assertHarmless(Files.readString(markdown));
    assertThat(Files.readString(junit)).doesNotContain("\u001b", "<script", "<img");
  }

  /** The names of its drivers are those of what is compared. */
  private Path folderWithAnotherDriver() throws IOException {
    ObjectNode other = (ObjectNode) JSON.readTree(run.resolve("result.json").toFile());
    ((ObjectNode) other.findParent("workloadFile")).put("driver", "other" + HOSTILE);
    Path both = folder.resolve("both");
    Files.createDirectories(both.resolve("other"));
    JSON.writeValue(both.resolve("other/result.json").toFile(), other);
    Files.move(run, both.resolve("run"));
    return both;
  }

  private static void assertHarmless(String text) {
    assertThat(text)
        .contains("HYPERLINK")
        .doesNotContain("<script", "<img", "\u001b", "\u202e", "\u009b")
        .doesNotContainPattern("(?<!\\\\)\\]\\(javascript");
  }

  @Test
  void theReportShowsTheTextsAsTexts() throws Exception {
    CommandRun report =
        CommandRun.of("report", "-o", folder.resolve("r.html").toString(), run.toString());
    assertThat(report.exitCode()).as(report.printed()).isZero();
    assertThat(Files.readString(folder.resolve("r.html")))
        .contains("HYPERLINK")
        .doesNotContain("<script>alert(1)", "<img src=x");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path csv : files.filter(file -> file.toString().endsWith(".csv")).toList()) {
        assertThat(Files.readString(csv)).doesNotContainPattern("(?m)(^|,)\"?=HYPERLINK");
      }
    }
  }
}
