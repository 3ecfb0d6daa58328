package io.tidemark.cli.process;

import io.tidemark.base.Clock;
import io.tidemark.runs.ExitCode;
import java.time.Duration;
import sun.misc.Signal;

/** A second Ctrl-C ends the process immediately; the JVM would wait for the first one. */
final class SecondInterrupt {
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
