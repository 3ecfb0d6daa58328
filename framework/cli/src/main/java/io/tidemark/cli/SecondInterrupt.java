package io.tidemark.cli;

import io.tidemark.measure.Clock;
import java.time.Duration;
import sun.misc.Signal;

/**
 * Ctrl-C while the process is ending already: it ends at once. The JVM by itself would let it wait
 * for the first.
 */
final class SecondInterrupt {
  /** One keystroke may come twice: from the terminal, and passed on by what wraps the process. */
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

  /** Does nothing where the JVM was told to leave signals alone. */
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
