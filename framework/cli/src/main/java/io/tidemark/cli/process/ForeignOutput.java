package io.tidemark.cli.process;

import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.runs.Console;
import io.tidemark.runs.RunWatcher;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/**
 * Passes what drivers and clients print to the console, line by line: without secrets, and so that
 * a footer neither overwrites it nor is damaged by it. Until it is closed.
 */
public final class ForeignOutput implements RunWatcher {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final PrintStream ownOut;
  private final PrintStream ownErr;

  /**
   * @param console of the streams as they were before
   */
  public ForeignOutput(Console console) {
    ownOut = lines(console::print);
    ownErr = lines(console::error);
    System.setOut(ownOut);
    System.setErr(ownErr);
  }

  private static PrintStream lines(Consumer<String> lines) {
    return new PrintStream(new Lines(lines), true, Charset.defaultCharset());
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
    ownOut.close();
    ownErr.close();
  }

  /** A line is passed on when it ends. */
  private static final class Lines extends OutputStream {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(Consumer<String> lines) {
      this.lines = lines;
    }

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        end();
      } else {
        line.write(b);
      }
    }

    private void end() {
      String text = line.toString(Charset.defaultCharset());
      line.reset();
      lines.accept(DriverSecrets.masked(text));
    }

    @Override
    public synchronized void close() {
      if (line.size() > 0) {
        end();
      }
    }
  }
}
