package io.tidemark.cli.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.SilentDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with drivers of the class path. */
@Tag("slow")
class ConformanceCommandTest {
  @TempDir Path folder;

  private String driver(String text) throws IOException {
    return Files.writeString(folder.resolve("driver.yaml"), text).toString();
  }

  @Test
  void aConformantDriverExitsWith0AndEveryRuleIsListed() throws Exception {
    Path json = folder.resolve("out/statement.json");
    Path junit = folder.resolve("out/statement.xml");
    CommandRun run =
        CommandRun.of(
            "conformance",
            "-d",
            driver("name: memory\n" + CommandRun.IN_MEMORY),
            "--json",
            json.toString(),
            "--junit",
            junit.toString());
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("passed    MUST   3.1   Every send's future completes")
        .contains("not tried MUST   8.1   While no traffic passes, sendAsync returns")
        .contains("memory: conformant; ");
    JsonNode statement = new ObjectMapper().readTree(json.toFile());
    assertThat(statement.path("conformant").asBoolean()).isTrue();
    assertThat(statement.path("rules"))
        .allMatch(rule -> rule.path("result").asText().matches("PASSED|NOT_TRIED"));
    assertThat(Files.readString(junit))
        .contains("<testsuite name=\"conformance of memory\"")
        .contains("<skipped message=\"not tried: no broker behind a proxy is declared\"/>");
  }

  @Test
  void aDriverThatViolatesAMustRuleExitsWith1() throws Exception {
    String file = driver("name: wrong\ndriverClass: " + SilentDriver.class.getName() + "\n");
    CommandRun run =
        CommandRun.of("conformance", "-d", file, "--timeout", "1s", "--rules", "1.6,3.1");
    assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
    assertThat(run.printed())
        .contains("passed    MUST   1.6")
        .contains("FAILED    MUST   3.1")
        .contains("completion of 200 sends not within 1 s")
        .contains("wrong: NOT conformant; passed: 1, failed: 1 (of level SHOULD: 0), not tried: 0");
  }

  @Test
  void rulesForWhichNoTimeIsLeftAreCutAndListed() throws Exception {
    String file = driver("name: slow\ndriverClass: " + SilentDriver.class.getName() + "\n");
    CommandRun run = CommandRun.of("conformance", "-d", file, "--timeout", "1s", "--limit", "3s");
    assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
    assertThat(run.printed())
        .containsPattern("CUT +MAY +8\\.9 .*\\[0\\.0 s]\\s+the limit of 3 s is over; not begun")
        .containsPattern("not tried: \\d+, cut: \\d+ \\(.*, 8\\.9, 9\\.1.*\\)");
  }

  @Test
  void anInterruptionEndsTheRulesAndStillWritesTheStatement() throws Exception {
    Path json = folder.resolve("statement.json");
    String file = driver("name: silent\ndriverClass: " + SilentDriver.class.getName() + "\n");
    SilentDriver.whenSending = Thread.currentThread()::interrupt;
    CommandRun run;
    try {
      run = CommandRun.of("conformance", "-d", file, "--json", json.toString());
    } finally {
      SilentDriver.whenSending = () -> {};
    }
    assertThat(Thread.interrupted()).isFalse();
    assertThat(run.printed())
        .contains("cut: ", "silent: not decided; ")
        .doesNotContain("InterruptedException", "\tat ");
    assertThat(json).content().contains("\"result\": \"CUT\"");
  }

  @Test
  void aBrokerThatCannotBeUsedExitsWith3() throws Exception {
    String file = driver("name: away\ndriverClass: " + SilentDriver.class.getName() + "\n");
    CommandRun run = CommandRun.of("conformance", "-d", file);
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.printed()).contains("ERROR IOException: no broker at 127.0.0.1:1");
  }
}
