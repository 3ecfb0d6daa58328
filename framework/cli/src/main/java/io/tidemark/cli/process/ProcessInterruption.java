package io.tidemark.cli.process;

import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import java.time.Duration;
import sun.misc.Signal;

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

  /** A second Ctrl-C ends the process immediately; the JVM would wait for the first one. */
  static final class SecondInterrupt {
    /** One keystroke may arrive twice: from the terminal and from a wrapper process. */
    private static final Duration SAME_KEYSTROKE = Duration.ofSeconds(1);

    private final Clock clock;
    private final Runnable end;
    private final long firstNanos;

    /** The first has just come. */
    SecondInterrupt(Clock clock) {
      this(clock, () -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code()));
    }

    SecondInterrupt(Clock clock, Runnable end) {
      this.clock = clock;
      this.end = end;
      this.firstNanos = clock.nanoTime();
    }

    /** Does nothing if the JVM does not handle signals. */
    void listen() {
      try {
        Signal.handle(new Signal("INT"), signal -> received());
      } catch (IllegalArgumentException e) {
        return; // -Xrs: then the first came from elsewhere, too
      }
    }

    void received() {
      if (clock.nanoTime() - firstNanos >= SAME_KEYSTROKE.toNanos()) {
        end.run();
      }
    }
  }
}
