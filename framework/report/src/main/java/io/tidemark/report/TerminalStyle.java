package io.tidemark.report;

/**
 * How text may look.
 *
 * @param unicode whether the terminal shows more than ASCII
 * @param colour whether it takes ANSI colours
 */
public record TerminalStyle(boolean unicode, boolean colour) {
  /** For files, logs and terminals of which nothing is known. */
  public static final TerminalStyle PLAIN = new TerminalStyle(false, false);

  private static final String RESET = "\u001b[0m";

  String micros() {
    return unicode ? "µs" : "us";
  }

  String times() {
    return unicode ? "×" : "x";
  }

  String plusMinus() {
    return unicode ? "±" : "+-";
  }

  String rule(int width) {
    return (unicode ? "─" : "-").repeat(width);
  }

  String bold(String text) {
    return ansi("\u001b[1m", text);
  }

  String good(String text) {
    return ansi("\u001b[32m", text);
  }

  String warning(String text) {
    return ansi("\u001b[33m", text);
  }

  String bad(String text) {
    return ansi("\u001b[31m", text);
  }

  private String ansi(String code, String text) {
    return colour ? code + text + RESET : text;
  }
}
