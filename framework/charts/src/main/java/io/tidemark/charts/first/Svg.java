package io.tidemark.charts.first;

import java.util.Locale;

/** A drawing as it is written. Colours come from the classes of its elements. */
final class Svg {
  /** Where a text begins. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  private final StringBuilder text = new StringBuilder();

  /**
   * @param description for readers who do not see it
   */
  Svg(double width, double height, String description) {
    text.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">",
            number(width),
            number(height),
            escaped(description)));
  }

  Svg line(String style, double x1, double y1, double x2, double y2) {
    return element(
        "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>",
        style, number(x1), number(y1), number(x2), number(y2));
  }

  Svg rectangle(String style, double x, double y, double width, double height) {
    return element(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>",
        style, number(x), number(y), number(Math.max(0, width)), number(height));
  }

  /**
   * @param tip shown under the pointer
   */
  Svg circle(String style, double x, double y, double radius, String tip) {
    return element(
        "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"><title>%s</title></circle>",
        style, number(x), number(y), number(radius), escaped(tip));
  }

  /** A diamond. */
  Svg diamond(String style, double x, double y, double size, String tip) {
    String side = number(size);
    return element(
        "<path class=\"%s\" d=\"M%s %s%s\"><title>%s</title></path>",
        style, number(x), number(y - size), "l# #l-# #l-# -#z".replace("#", side), escaped(tip));
  }

  Svg path(String style, String data) {
    return element("<path class=\"%s\" d=\"%s\"/>", style, data);
  }

  Svg text(String style, Anchor anchor, double x, double y, String content) {
    return element(
        "<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%s\">%s</text>",
        style, anchor.name().toLowerCase(Locale.ROOT), number(x), number(y), escaped(content));
  }

  private Svg element(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
    return this;
  }

  /** The whole element. */
  String end() {
    return text + "</svg>";
  }

  static String number(double value) {
    String digits = String.format(Locale.ROOT, "%.1f", value);
    return digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits;
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A text without its middle where it is wider, of letters of the usual size. */
  static String fitting(String text, double width) {
    return fitting(text, width, LETTER);
  }

  static String fitting(String text, double width, double letter) {
    int letters = Math.max(4, (int) (width / letter));
    int end = letters / 3;
    return text.length() <= letters
        ? text
        : text.substring(0, letters - 1 - end) + "…" + text.substring(text.length() - end);
  }

  /** Mean width of a letter. */
  static final double LETTER = 7.3;

  /** The same of bold text. */
  static final double BOLD = 8.8;
}
