package io.tidemark.report.text;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import io.tidemark.model.yaml.Printable;
import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** Marks codes as ours until they are printed: text from outside cannot contain it. */
  private static final String OWN = "\u001b[" + new SecureRandom().nextInt(1 << 30) + ";";

  private static final String UNICODE_ONLY = "µ×▁▂▃▄▅▆▇█";
  private static final String ASCII = "ux_.:-=+*#";

  /** Ends a colour. */
  public static final String RESET = OWN + "0m";

  private static final Pattern OWN_CODES =
      Pattern.compile(Pattern.quote(OWN) + "((?:0|1|31|32|33)m)");

  /**
   * Text for output: control characters and those that change its direction are escaped, and codes
   * of colours that are not from here. Own colours and line feeds stay.
   */
  public String printable(String text) {
    StringBuilder printable = new StringBuilder();
    int from = 0;
    Matcher code = OWN_CODES.matcher(text);
    while (colour && code.find()) {
      printable
          .append(Printable.text(text.substring(from, code.start())))
          .append("\u001b[" + code.group(1));
      from = code.end();
    }
    return printable.append(Printable.text(text.substring(from))).toString();
  }

  /** Text without what the terminal cannot show. */
  public String shown(String text) {
    if (unicode) {
      return text;
    }
    String ascii = text.replace("±", "+-");
    for (int i = 0; i < UNICODE_ONLY.length(); i++) {
      ascii = ascii.replace(UNICODE_ONLY.charAt(i), ASCII.charAt(i));
    }
    return ascii;
  }

  /** A figure with its unit. */
  public String figure(MetricReference metric, double value) {
    return shown(metric.metric().unit().with(value));
  }

  /** Three significant digits in the unit that fits: {@code 850 ns}, {@code 12.3 ms}. */
  public String latency(double micros) {
    return shown(Text.micros(micros));
  }

  public String rule(int width) {
    return (unicode ? "─" : "-").repeat(width);
  }

  public String bold(String text) {
    return ansi("1m", text);
  }

  public String good(String text) {
    return ansi("32m", text);
  }

  public String warning(String text) {
    return ansi("33m", text);
  }

  public String bad(String text) {
    return ansi("31m", text);
  }

  private String ansi(String code, String text) {
    return colour ? OWN + code + text + RESET : text;
  }

  /** Text in which what belongs together stays in one line: {@code 67 %}, {@code n = 3}. */
  public static final class Unbroken {
    /** A blank that is no place for the end of a line. */
    public static final char BLANK = '\u00a0';

    private static final Pattern UNIT =
        Pattern.compile(
            "(?<=\\d)"
                + " (?=(?:%|ns|us|µs|ms|s|min|h|B|[kKMG]i?B|msg/s|times|[A-Z]{3}|(?:run|node|site|"
                + "step|trial|message|requester)s?)(?![A-Za-z0-9]))");

    private static final Pattern EQUATION = Pattern.compile("(\\w) = (?=\\w)");

    private Unbroken() {}

    /** With {@link #BLANK} between numbers and their units, and around an equals sign. */
    public static String of(String text) {
      String units = UNIT.matcher(text).replaceAll(String.valueOf(BLANK));
      return EQUATION.matcher(units).replaceAll("$1" + BLANK + "=" + BLANK);
    }

    /** With usual blanks again. */
    public static String undone(String text) {
      return text.replace(BLANK, ' ');
    }
  }
}
