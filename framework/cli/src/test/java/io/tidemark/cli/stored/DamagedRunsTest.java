package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on stored runs whose files were changed, cut, or left by a killed process. */
class DamagedRunsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private Path copy(String run) throws Exception {
    Path from =
        Path.of(DamagedRunsTest.class.getResource("/io/tidemark/cli/earlier-runs/" + run).toURI());
    Path to = Files.createDirectories(folder.resolve(run));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
    return to;
  }

  private List<CommandRun> all(Path damaged, Path other) {
    return List.of(
        CommandRun.of("verdict", damaged.toString()),
        CommandRun.of("compare", damaged.toString(), other.toString()),
        CommandRun.of(
            "report", damaged.toString(), "--output", folder.resolve("r.html").toString()),
        CommandRun.of("plot", damaged.toString(), "--output", folder.resolve("p").toString()));
  }

  private void assertOneLine(Path damaged, Path other, String... texts) {
    assertThat(all(damaged, other))
        .allSatisfy(
            run -> {
              assertThat(run.printed())
                  .contains(texts)
                  .doesNotContain("Exception", "\tat ")
                  .hasLineCount(1);
              assertThat(run.exitCode()).as(run.printed()).isEqualTo(2);
            });
  }

  @Test
  void fieldsThatAreNullAreNamed() throws Exception {
    Path other = copy("pubsub-2");
    Path damaged = copy("pubsub");
    Path file = damaged.resolve("result.json");
    ObjectNode whole = (ObjectNode) JSON.readTree(file.toFile());
    for (String field : List.of("workload", "driver", "brokerFacts")) {
      Files.write(file, JSON.writeValueAsBytes(whole.deepCopy().putNull(field)));
      assertOneLine(damaged, other, field + " is null", "result.json");
    }
    ObjectNode root = whole.deepCopy();
    root.putArray("phases").addNull();
    Files.write(file, JSON.writeValueAsBytes(root));
    assertOneLine(damaged, other, "phases[0] is null", "result.json");
  }

  @Test
  void aFolderThatAKilledProcessHasLeftIsNoRun() throws Exception {
    Path results = copy("pubsub").getParent();
    Path unfinished = Files.createDirectory(results.resolve(".20261126-run.0a1b2c3d.tmp"));
    Files.createFile(unfinished.resolve("result.json"));
    CommandRun run =
        CommandRun.of(
            "report", results.toString(), "--output", folder.resolve("r.html").toString());
    assertThat(run.exitCode()).as(run.printed()).isZero();
  }

  /** Killed after the first of two files: the same call goes on. */
  @Test
  void convertGoesOnWhereItWasKilled() throws IOException {
    String[] call = {
      "convert", "perftest", "-x 1 -y 1 -z 10", "--output-folder", folder.resolve("c").toString()
    };
    assertThat(CommandRun.of(call).exitCode()).isZero();
    Files.delete(folder.resolve("c/driver.yaml"));
    CommandRun again = CommandRun.of(call);
    assertThat(again.exitCode()).as(again.printed()).isZero();
    assertThat(folder.resolve("c/driver.yaml")).exists();
    Files.writeString(folder.resolve("c/workload.yaml"), "name: mine\n");
    assertThat(CommandRun.of(call).printed()).contains("already there", "workload.yaml");
  }
}
