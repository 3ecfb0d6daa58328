package io.tidemark.cli.process;

import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;
import io.tidemark.runs.Console;
import io.tidemark.runs.Interruption;
import java.time.Duration;

/**
 * Ctrl-C, SIGTERM and a driver that calls {@code System.exit} as requests to an {@link
 * Interruption}. Then the process ends with the exit code of {@link ProcessEnd}. A second Ctrl-C
 * ends it immediately.
 */
public record ProcessInterruption(Interruption interruption, Console console, Clock clock) {
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** The interruption of the current work, active until it is done. */
  public static Interruption install(Console console) {
    Clock clock = SystemClock.get();
    Interruption interruption = new Interruption(clock, GRACE);
    ProcessInterruption process = new ProcessInterruption(interruption, console, clock);
    ProcessEnd.Rescue rescue = process::on;
    interruption.afterwards(() -> ProcessEnd.forget(rescue));
    ProcessEnd.rescue(rescue);
    return interruption;
  }

  private void on(ProcessEnd.Cause cause) {
    if (interruption.isDone()) {
      return;
    }
    new SecondInterrupt(clock).listen();
    console.error(announcement(cause));
    if (cause.exitCall()) {
      interruption.request(cause.text());
    } else {
      interruption.request();
    }
    try {
      if (!interruption.awaitEnd()) {
        console.error("Stopped waiting after " + GRACE.toSeconds() + " s for the run to end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String announcement(ProcessEnd.Cause cause) {
    String work = ": writing results so far";
    if (cause.exitCall()) {
      return "The run ends" + work + " ...";
    }
    // Only Ctrl-C comes from a terminal. A cluster sends SIGTERM.
    return cause.text().contains("SIGINT")
        ? "Interrupted" + work + " (Ctrl-C again ends at once without writing) ..."
        : "The run was " + cause.text() + work + " ...";
  }
}
