package io.tidemark.runs;

import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.text.TerminalStyle;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Output of a command. Results go to standard output; progress, notes and errors to standard error,
 * so that output can be piped. Text from outside cannot control the terminal, and secrets are
 * masked. Thread-safe.
 */
public final class Console {
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private final boolean quiet;
  private Optional<String> status = Optional.empty();
  private List<String> footer = List.of();

  /** Lines below the last output that the next one overwrites; the cursor is below them. */
  private int linesDrawn;

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

  /** Whether {@link #footer} is drawn, if standard error is the terminal. */
  public boolean showsFooter() {
    return interactive && !quiet;
  }

  /**
   * Colours and non-ASCII characters only on a terminal without NO_COLOR. Java itself always runs
   * with UTF-8: the start script says whether the terminal has it.
   */
  public TerminalStyle style() {
    boolean utf8 =
        Charset.defaultCharset().equals(StandardCharsets.UTF_8)
            && !Boolean.getBoolean("tidemark.ascii");
    return new TerminalStyle(interactive && utf8, interactive && System.getenv("NO_COLOR") == null);
  }

  /** A result; printed even when quiet. */
  public void print(String text) {
    printFile(DriverSecrets.masked(text));
  }

  /** A document; printed even when quiet. */
  public void print(Document document) {
    print(List.of(document), TerminalRenderer.WIDTH);
  }

  /** Documents, for a terminal of a width; printed even when quiet. */
  public void print(List<Document> documents, int width) {
    TerminalRenderer renderer = new TerminalRenderer(style(), width);
    print(String.join("\n", documents.stream().map(renderer::render).toList()).stripTrailing());
  }

  /** The content of a file that was asked for, with the secrets that it has. */
  public synchronized void printFile(String text) {
    erase();
    out.println(style().printable(text));
    out.flush();
    draw();
  }

  /** Progress; not when quiet. */
  public synchronized void note(String text) {
    if (!quiet) {
      error(text);
    }
  }

  /** A problem, or what a user must know; printed even when quiet. */
  public synchronized void error(String text) {
    erase();
    err.println(printable(text));
    draw();
  }

  /** A line that the next output overwrites; only on a terminal, not when quiet. */
  public synchronized void status(String text) {
    if (showsFooter()) {
      status = Optional.of(text);
      draw();
    }
  }

  /** Lines that stay below all other output and replace those before; none removes them. */
  public synchronized void footer(List<String> lines) {
    if (showsFooter()) {
      footer = List.copyOf(lines);
      draw();
    }
  }

  private String printable(String text) {
    return style().printable(DriverSecrets.masked(text));
  }

  /** Removes the status. */
  private void erase() {
    status = Optional.empty();
    if (linesDrawn > 0) {
      err.print(toFirstLine() + CLEAR_BELOW);
      err.flush();
      linesDrawn = 0;
    }
  }

  /** Each line is overwritten, not erased before: that would flicker. */
  private void draw() {
    List<String> lines = new ArrayList<>();
    status.ifPresent(lines::add);
    lines.addAll(footer);
    if (lines.isEmpty() && linesDrawn == 0) {
      return;
    }
    StringBuilder picture = new StringBuilder(toFirstLine());
    lines.forEach(line -> picture.append(printable(line)).append(CLEAR_REST_OF_LINE).append('\n'));
    err.print(picture.append(CLEAR_BELOW));
    err.flush();
    linesDrawn = lines.size();
  }

  private String toFirstLine() {
    return linesDrawn == 0 ? "" : "\r\u001b[" + linesDrawn + "A";
  }
}
