package io.tidemark.runs.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.runs.Console;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.RunWatcher;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RunProgressTest {
  private final CountDownLatch accepts = new CountDownLatch(1);
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  /** A terminal that accepts no output, as after Ctrl-S. */
  private final OutputStream stopped =
      new OutputStream() {
        @Override
        public void write(int character) {
          try {
            accepts.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          shown.write(character);
        }
      };

  private RunProgress progress(Duration closeWithin) {
    PrintStream terminal = new PrintStream(stopped, true, StandardCharsets.UTF_8);
    Console console = new Console(terminal, terminal, false, false);
    return new RunProgress(
        console,
        new Interruption(SystemClock.get(), Duration.ofSeconds(60)),
        result -> {},
        new RunWatcher() {},
        closeWithin);
  }

  @Test
  void aTerminalThatAcceptsNothingDoesNotStopTheRun() {
    try (RunProgress progress = progress(Duration.ofSeconds(60))) {
      progress.note("first");
      progress.note("second");
      assertThat(shown.size()).isZero();
      accepts.countDown();
    }
    assertThat(shown.toString(StandardCharsets.UTF_8).lines()).containsExactly("first", "second");
  }

  @Test
  void whatManyClientsReportOfOneCauseIsOneLine() {
    accepts.countDown();
    try (RunProgress progress = progress(Duration.ofSeconds(60))) {
      for (int second = 1; second <= 30; second++) {
        progress.event(report(second, "CONSUMER_ERROR", "consumer 0", "commit failed"));
        progress.event(
            new RunEvent(
                second * 1_000_000_000L,
                "local",
                "CONSUMER_ERROR",
                "consumer 1",
                "commit failed",
                Map.of(WorkerEvent.TIMES, 9.0)));
        progress.event(report(second, "CONNECTION_LOST", "producer " + second, "refused"));
      }
      progress.event(report(60, "CONNECTION_LOST", "producer 1", "refused"));
    }
    assertThat(shown.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "! CONSUMER_ERROR consumer 0: commit failed",
            "! CONNECTION_LOST producer 1: refused",
            "! CONNECTION_LOST producer 1: refused");
  }

  @Test
  void aFewOfTheTextsThatDifferAreLinesUntilClientsPause() {
    accepts.countDown();
    try (RunProgress progress = progress(Duration.ofSeconds(60))) {
      for (int partition = 1; partition <= 9; partition++) {
        progress.event(report(partition, "SEND_ERROR", "producer 0", "no t-" + partition));
      }
      progress.event(report(30, "SEND_ERROR", "producer 0", "no t-10"));
    }
    assertThat(shown.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "! SEND_ERROR producer 0: no t-1",
            "! SEND_ERROR producer 0: no t-2",
            "! SEND_ERROR producer 0: no t-3",
            "! SEND_ERROR producer 0: no t-10");
  }

  private static RunEvent report(int second, String kind, String subject, String detail) {
    return new RunEvent(second * 1_000_000_000L, "local", kind, subject, detail);
  }

  @Test
  void theEndOfTheRunDoesNotWaitForIt() {
    RunProgress progress = progress(Duration.ofMillis(1));
    progress.note("first");
    progress.close();
    assertThat(shown.size()).isZero();
    accepts.countDown();
  }
}
