package io.tidemark.model.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a header's values, cut at its directives. */
public record HeaderTemplate(List<Part> parts) {
  private static final Pattern TOKEN =
      Pattern.compile("#\\{(?:(n|time|time:iso|key|producer)|random:([0-9]{1,5}))\\}");
  private static final Pattern DIRECTIVE = Pattern.compile("#\\{[^}\\n]{0,64}\\}?");

  /** A time, a long decimal number, and more than a key of the framework. */
  private static final int MOST_OF_MESSAGE = 24;

  /** What a part is; from {@link #N} on it is known only when the message is sent. */
  public enum Kind {
    /** The text itself. */
    TEXT,
    /** The same number of random letters and digits. */
    RANDOM,
    /** Number of the producer. */
    PRODUCER,
    /** Number of the message. */
    N,
    /** Send time in milliseconds since the epoch. */
    TIME,
    /** Send time as RFC 3339 has it. */
    ISO_TIME,
    /** Key of the message. */
    KEY
  }

  /**
   * A part of the text.
   *
   * @param text of a text, otherwise empty
   * @param characters of a random part
   */
  public record Part(Kind kind, String text, int characters) {
    /** Whether it is known only when the message is sent. */
    boolean ofMessage() {
      return kind.compareTo(Kind.N) >= 0;
    }
  }

  public HeaderTemplate {
    parts = List.copyOf(parts);
  }

  static HeaderTemplate of(String text) {
    List<Part> parts = new ArrayList<>();
    Matcher token = TOKEN.matcher(text);
    int end = 0;
    while (token.find()) {
      add(parts, text.substring(end, token.start()));
      parts.add(
          token.group(1) == null
              ? new Part(Kind.RANDOM, "", Integer.parseInt(token.group(2)))
              : new Part(kind(token.group(1)), "", 0));
      end = token.end();
    }
    add(parts, text.substring(end));
    return new HeaderTemplate(parts);
  }

  private static void add(List<Part> parts, String text) {
    if (!text.isEmpty()) {
      parts.add(new Part(Kind.TEXT, text, 0));
    }
  }

  private static Kind kind(String word) {
    return switch (word) {
      case "n" -> Kind.N;
      case "time" -> Kind.TIME;
      case "time:iso" -> Kind.ISO_TIME;
      case "key" -> Kind.KEY;
      default -> Kind.PRODUCER;
    };
  }

  static HeaderTemplate random(int characters) {
    return new HeaderTemplate(List.of(new Part(Kind.RANDOM, "", characters)));
  }

  /** A directive that there is not; empty if all are known. */
  public static Optional<String> unknownDirective(String text) {
    return DIRECTIVE
        .matcher(text)
        .results()
        .map(found -> found.group())
        .filter(directive -> !TOKEN.matcher(directive).matches())
        .findFirst();
  }

  /** Whether values are known only when their message is sent. */
  public boolean ofMessage() {
    return parts.stream().anyMatch(Part::ofMessage);
  }

  /** Whether all values of a producer are equal. */
  public boolean isFixed() {
    return !ofMessage() && parts.stream().noneMatch(part -> part.kind() == Kind.RANDOM);
  }

  /** About the bytes of the longest value. */
  public long mostBytes() {
    return parts.stream()
        .mapToLong(
            part ->
                switch (part.kind()) {
                  case TEXT -> part.text().getBytes(StandardCharsets.UTF_8).length;
                  case RANDOM -> part.characters();
                  default -> MOST_OF_MESSAGE;
                })
        .sum();
  }
}
