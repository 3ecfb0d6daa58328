package io.tidemark.features.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nightly job of docs/how-to/history.md on two machines with one repository. */
class GitMergeTest {
  @TempDir Path folder;

  private void git(Path in, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-c", "user.name=Test", "-c", "user.email=test@example.com"));
    command.addAll(Arrays.asList(arguments));
    Process process =
        new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(String.join(" ", command) + ": " + printed).isZero();
  }

  private void addAndPush(Path clone, String run, int night) throws Exception {
    new HistoryStore(clone.resolve("history"))
        .add(List.of(Nights.run(run, night, 10_000, Map.of())));
    git(clone, "add", "history");
    git(clone, "commit", "-qm", "Nightly run");
    git(clone, "fetch", "-q", "origin", "main");
    git(clone, "merge", "-q", "FETCH_HEAD");
    git(clone, "push", "-q", "origin", "HEAD:main");
  }

  @Test
  void runsThatTwoMachinesAddAtTheSameTimeAreMergedByGit() throws Exception {
    Path origin = Files.createDirectories(folder.resolve("origin.git"));
    git(origin, "init", "-q", "--bare", "-b", "main");
    Path first = folder.resolve("first");
    git(folder, "clone", "-q", origin.toString(), first.toString());
    new HistoryStore(first.resolve("history"))
        .add(List.of(Nights.run("before", 0, 10_000, Map.of())));
    git(first, "add", "history");
    git(first, "commit", "-qm", "First run");
    git(first, "push", "-q", "origin", "HEAD:main");
    Path second = folder.resolve("second");
    git(folder, "clone", "-q", origin.toString(), second.toString());

    addAndPush(first, "of-first", 1);
    addAndPush(second, "of-second", 2);

    HistoryStore.Content content = new HistoryStore(second.resolve("history")).read();
    assertThat(content.leftOut()).isEmpty();
    assertThat(content.series().get(0).runs())
        .extracting(HistoryRun::id)
        .containsExactly("before", "of-first", "of-second");
  }
}
