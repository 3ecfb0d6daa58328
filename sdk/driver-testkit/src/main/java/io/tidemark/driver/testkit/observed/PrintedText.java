package io.tidemark.driver.testkit.observed;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the process prints while this is open, which is where loggers write by default. */
public final class PrintedText implements AutoCloseable {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private PrintedText() {}

  public static PrintedText record() {
    PrintedText printed = new PrintedText();
    System.setOut(printed.copying(printed.out));
    System.setErr(printed.copying(printed.err));
    return printed;
  }

  private PrintStream copying(PrintStream target) {
    OutputStream both =
        new OutputStream() {
          @Override
          public void write(int value) {
            target.write(value);
            synchronized (bytes) {
              bytes.write(value);
            }
          }

          @Override
          public void write(byte[] data, int offset, int length) {
            target.write(data, offset, length);
            synchronized (bytes) {
              bytes.write(data, offset, length);
            }
          }

          @Override
          public void flush() {
            target.flush();
          }
        };
    return new PrintStream(both, true, StandardCharsets.UTF_8);
  }

  public String text() {
    synchronized (bytes) {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
  }
}
