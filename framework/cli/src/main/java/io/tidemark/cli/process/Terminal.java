package io.tidemark.cli.process;

import io.tidemark.base.Command;
import io.tidemark.base.Command.Errors;
import io.tidemark.base.CommandResult;
import io.tidemark.runs.watch.DashboardFrame.Size;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sun.misc.Signal;

/** The terminal to which standard error goes. */
public final class Terminal {
  /** Size of terminals that do not report one. */
  private static final Size USUAL = new Size(80, 24);

  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,5}) (\\d{1,5})\\s*");
  private static final String ASK = "exec 3<&2 2>/dev/null; stty size <&3";
  private static final long DEADLINE_SECONDS = 5;

  private volatile boolean changed;
  private volatile Size size;

  private Terminal(Size size) {
    this.size = size;
  }

  /** Empty if lines cannot be redrawn there. */
  public static Optional<Terminal> find() {
    String kind = System.getenv("TERM");
    if (kind == null || kind.isEmpty() || kind.equals("dumb")) {
      return Optional.empty();
    }
    Optional<Terminal> terminal = ask().map(Terminal::new);
    terminal.ifPresent(Terminal::listen);
    return terminal;
  }

  private void listen() {
    try {
      Signal.handle(new Signal("WINCH"), signal -> changed = true);
    } catch (IllegalArgumentException e) {
      return; // -Xrs: the JVM does not handle signals.
    }
  }

  /** Also after it was resized. */
  public Size size() {
    if (changed) {
      changed = false;
      ask().ifPresent(now -> size = now);
    }
    return size;
  }

  private static Optional<Size> ask() {
    try {
      CommandResult answer =
          Command.line("sh", "-c", ASK)
              .with(Errors.SHOWN)
              .run(Duration.ofSeconds(DEADLINE_SECONDS));
      return answer.inTime() ? size(answer.output()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // No shell.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  static Optional<Size> size(String answer) {
    Matcher size = ROWS_AND_COLUMNS.matcher(answer);
    if (!size.matches()) {
      return Optional.empty();
    }
    int columns = Integer.parseInt(size.group(2));
    int rows = Integer.parseInt(size.group(1));
    return Optional.of(columns == 0 || rows == 0 ? USUAL : new Size(columns, rows));
  }
}
