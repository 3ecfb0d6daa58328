package io.tidemark.features.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.report.text.TerminalStyle.Unbroken;
import io.tidemark.runs.watch.Runs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveWatcherTest {
  private static final int DEADLINE_SECONDS = 90;

  @TempDir Path folder;
  private LiveWatcher watcher;
  private Runs runs;

  @BeforeEach
  void twoRuns() {
    runs =
        new Runs(
            folder,
            2,
            clock -> {
              watcher = new LiveWatcher(clock);
              return watcher;
            });
  }

  @Test
  void thePageHasAllSinceTheStartOfTheRun() {
    runs.starts(1).second(500, 1).event("BLOCKED", "<b>memory</b>").second(400, 8);
    String page = watcher.page();
    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("Run 1 of 2: small on kafka (iteration 1 of 2)")
        .contains("<td>published</td>", ">400 msg/s</td>", "BLOCKED")
        .contains("objective endToEnd.p99 &lt;= 2ms: not met in 1 of 2 samples")
        .contains("id=\"charts-small-rates\"", "id=\"charts-small-end-to-end\"", "[500,400]")
        .contains("connect-src &#39;self&#39;")
        .doesNotContain("<b>memory", "src=", "http://");
  }

  @Test
  void thePageHasTheFiguresOfTheRunAndTheAnswerOfThoseThatHaveEnded() throws Exception {
    runs.starts(1).second(500, 1).second(400, 8);
    assertThat(Unbroken.undone(watcher.page()))
        .contains("Measured for 2 s so far: publish rate 450 msg/s; consume rate 450 msg/s; p99")
        .contains(
            "1 ms to 8 ms in single samples; p99 publish latency 500 us to 4 ms in single samples.")
        .doesNotContain("Answer so far");

    Path stored = Path.of("../cli/src/test/resources/io/tidemark/cli/kept-runs/pubsub");
    watcher.ended(
        RunOutcome.finished(runs.run(1).title(), RunDirectory.read(stored), Optional.of(stored)));
    runs.starts(2);
    assertThat(Unbroken.undone(watcher.page()))
        .contains("Answer so far: 1 run", "id=\"answer\"", "how much runs vary is not known");
  }

  @Test
  void anAnswerThatCannotBeMadeSaysWhy() throws Exception {
    runs.starts(1).second(500, 1);
    Path stored = Path.of("../cli/src/test/resources/io/tidemark/cli/kept-runs/pubsub");
    watcher.ended(
        RunOutcome.finished(
            runs.run(1).title(),
            RunDirectory.read(stored),
            Optional.of(Files.createDirectories(folder.resolve("a/b/gone")))));
    assertThat(watcher.page()).contains("No answer so far: no usable run in ");
  }

  @Test
  void aReaderGetsTheNextChange() throws Exception {
    runs.starts(1).second(500, 1);
    FutureTask<Optional<LiveServer.Change>> reader = new FutureTask<>(() -> watcher.after(0));
    Thread thread = new Thread(reader);
    thread.start();
    Awaitility.await()
        .atMost(DEADLINE_SECONDS, TimeUnit.SECONDS)
        .until(() -> thread.getState() == Thread.State.TIMED_WAITING);

    watcher.update();

    LiveServer.Change change = reader.get(DEADLINE_SECONDS, TimeUnit.SECONDS).orElseThrow();
    assertThat(change.number()).isEqualTo(1);
    assertThat(change.last()).isFalse();
    assertThat(change.content()).startsWith("<main>").contains(">500 msg/s</td>");
  }

  @Test
  void contentIsMadeOnlyIfSomethingIsNew() throws Exception {
    runs.starts(1).second(500, 1);
    watcher.update();
    watcher.update();
    assertThat(watcher.after(-1).orElseThrow().number()).isEqualTo(1);
    runs.second(500, 1);
    watcher.update();
    assertThat(watcher.after(1).orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void finishedRunsHaveTheirVerdictAndTheLastChangeSaysThatTheCommandHasEnded() throws Exception {
    runs.starts(1).second(500, 1);
    watcher.ended(RunOutcome.failed(runs.run(1).title(), "no broker"));
    assertThat(watcher.page()).contains("Finished runs", "without result: no broker");
    assertThat(watcher.report(1)).isEmpty();
    assertThat(watcher.report(2)).isEmpty();
    watcher.close();
    LiveServer.Change last = watcher.after(-1).orElseThrow();
    assertThat(last.last()).isTrue();
    assertThat(last.content())
        .contains("The command has ended: 1 run without result.", "charts-small-rates")
        .doesNotContain("<progress");
  }
}
