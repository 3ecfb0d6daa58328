package io.tidemark.model.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds what looks like a secret in a text of any kind: the password in {@code
 * scheme://user:password@host}, and the value of an assignment ({@code name=value}, {@code name:
 * value}) whose name says that it is secret. One pass over the text: input of any length takes time
 * in proportion to it, which regular expressions for the same do not.
 */
final class SecretSpans {
  private static final String SCHEME_END = "://";
  private static final String WHOLE_LINE = "jaas.config";

  private final String text;
  private final List<Span> found = new ArrayList<>();

  /** From a position to one before another. */
  record Span(int from, int to) {}

  private SecretSpans(String text) {
    this.text = text;
  }

  /** In the order of the text, none within another. */
  static List<Span> of(String text) {
    SecretSpans spans = new SecretSpans(text);
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      at = c == ':' || c == '=' ? spans.after(at) : at + 1;
    }
    return spans.found;
  }

  /** Where to go on after a separator. */
  private int after(int separator) {
    if (text.startsWith(SCHEME_END, separator)) {
      return afterScheme(separator + SCHEME_END.length());
    }
    String name = nameBefore(separator);
    if (!SecretName.looksSecret(name)) {
      return separator + 1;
    }
    int from = separator + 1;
    while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    if (text.startsWith(SecretMask.MASK, from) || text.startsWith("${", from)) {
      return from;
    }
    boolean wholeLine = name.toLowerCase(Locale.ROOT).endsWith(WHOLE_LINE);
    int to = wholeLine ? lineEnd(from) : valueEnd(from);
    if (to > from) {
      found.add(new Span(from, to));
    }
    return Math.max(to, separator + 1);
  }

  private int afterScheme(int from) {
    int user = from;
    while (user < text.length() && isOutside(user, ":@/\"'")) {
      user++;
    }
    if (user == text.length() || text.charAt(user) != ':') {
      return from;
    }
    int end = user + 1;
    while (end < text.length() && isOutside(end, "@/\"'")) {
      end++;
    }
    if (end > user + 1 && end < text.length() && text.charAt(end) == '@') {
      found.add(new Span(user + 1, end));
      return end;
    }
    return from;
  }

  /** The word before a separator, without quotes; empty when there is none. */
  private String nameBefore(int separator) {
    int end = separator;
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    if (end > 0 && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'')) {
      end--;
    }
    int begin = end;
    while (begin > 0 && isName(text.charAt(begin - 1))) {
      begin--;
    }
    return text.substring(begin, end);
  }

  private int valueEnd(int from) {
    if (from == text.length()) {
      return from;
    }
    char first = text.charAt(from);
    if (first == '"' || first == '\'') {
      return closing(from, first);
    }
    int end = from;
    while (end < text.length() && isOutside(end, ",;}")) {
      end++;
    }
    return end;
  }

  /** After the closing quote; the opening one itself when there is none. */
  private int closing(int open, char quote) {
    for (int i = open + 1; i < text.length(); i++) {
      if (text.charAt(i) == quote) {
        return i + 1;
      }
      if (quote == '"' && text.charAt(i) == '\\') {
        i++;
      }
    }
    return open;
  }

  private int lineEnd(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  private boolean isOutside(int index, String characters) {
    char c = text.charAt(index);
    return !Character.isWhitespace(c) && characters.indexOf(c) < 0;
  }

  private static boolean isName(char c) {
    return c == '_'
        || c == '.'
        || c == '-'
        || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z');
  }
}
