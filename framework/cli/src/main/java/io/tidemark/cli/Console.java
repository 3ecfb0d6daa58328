package io.tidemark.cli;

import io.tidemark.report.TerminalStyle;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Output of a command. Results go to standard output; progress, notes and errors to standard error,
 * so that output can be piped. Thread-safe.
 */
public final class Console {
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private final boolean quiet;
  private boolean lineOpen;

  /**
   * @param interactive whether standard error is a terminal on which a line may be rewritten
   * @param quiet leaves out progress and notes
   */
  public Console(PrintStream out, PrintStream err, boolean interactive, boolean quiet) {
    this.out = out;
    this.err = err;
    this.interactive = interactive;
    this.quiet = quiet;
  }

  /** Of the process. */
  public static Console ofProcess(boolean quiet) {
    return new Console(System.out, System.err, System.console() != null, quiet);
  }

  public boolean interactive() {
    return interactive;
  }

  /** Colours and non-ASCII characters only on a terminal without NO_COLOR. */
  public TerminalStyle style() {
    boolean utf8 = Charset.defaultCharset().equals(StandardCharsets.UTF_8);
    return new TerminalStyle(interactive && utf8, interactive && System.getenv("NO_COLOR") == null);
  }

  /** A result; printed even when quiet. */
  public synchronized void print(String text) {
    endLine();
    out.println(text);
    out.flush();
  }

  /** Progress; not when quiet. */
  public synchronized void note(String text) {
    if (!quiet) {
      endLine();
      err.println(text);
    }
  }

  /** A problem; printed even when quiet. */
  public synchronized void error(String text) {
    endLine();
    err.println(text);
  }

  /** A line that the next one overwrites; only on a terminal, not when quiet. */
  public synchronized void status(String text) {
    if (interactive && !quiet) {
      err.print(CLEAR_LINE + text);
      err.flush();
      lineOpen = true;
    }
  }

  private void endLine() {
    if (lineOpen) {
      err.print(CLEAR_LINE);
      lineOpen = false;
    }
  }
}
