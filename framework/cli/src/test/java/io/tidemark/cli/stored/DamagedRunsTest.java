package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on stored runs whose files were changed, cut, or left by a killed process. */
class DamagedRunsTest {
  @TempDir Path folder;

  private Path copy(String run) throws Exception {
    Path from =
        Path.of(DamagedRunsTest.class.getResource("/io/tidemark/cli/kept-runs/" + run).toURI());
    Path to = Files.createDirectories(folder.resolve(run));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
    return to;
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
}
