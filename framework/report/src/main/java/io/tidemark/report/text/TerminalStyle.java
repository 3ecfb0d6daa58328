package io.tidemark.report.text;

import io.tidemark.model.result.Text;

/**
 * How text may look.
 *
 * @param unicode whether the terminal shows more than ASCII
 * @param colour whether it takes ANSI colours
 */
public record TerminalStyle(boolean unicode, boolean colour) {
  /** For files, logs and terminals of which nothing is known. */
  public static final TerminalStyle PLAIN = new TerminalStyle(false, false);

  /** For pages. */
  public static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  private static final String RESET = "\u001b[0m";

  String micros() {
    return unicode ? "µs" : "us";
  }

  /** Three significant digits in the unit that fits: {@code 850 ns}, {@code 12.3 ms}. */
  public String latency(double micros) {
    double size = Math.abs(Text.rounded(micros).doubleValue());
    if (size == 0) {
      return "0 " + micros();
    }
    if (size < 1) {
      return Text.threeDigits(micros * 1e3) + " ns";
    }
    if (size < 1e3) {
      return Text.threeDigits(micros) + ' ' + micros();
    }
    return size < 1e6
        ? Text.threeDigits(micros / 1e3) + " ms"
        : Text.threeDigits(micros / 1e6) + " s";
  }

  String times() {
    return unicode ? "×" : "x";
  }

  String plusMinus() {
    return unicode ? "±" : "+-";
  }

  public String rule(int width) {
    return (unicode ? "─" : "-").repeat(width);
  }

  public String bold(String text) {
    return ansi("\u001b[1m", text);
  }

  public String good(String text) {
    return ansi("\u001b[32m", text);
  }

  public String warning(String text) {
    return ansi("\u001b[33m", text);
  }

  public String bad(String text) {
    return ansi("\u001b[31m", text);
  }

  private String ansi(String code, String text) {
    return colour ? code + text + RESET : text;
  }
}
