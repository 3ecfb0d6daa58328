package io.tidemark.model.workloadfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bodies from a text: {@code #{n}} is a running number, {@code #{random:8}} eight random letters
 * and digits. The same seed gives the same bodies.
 */
final class PayloadTemplate {
  private static final Pattern TOKEN = Pattern.compile("#\\{(n|random:([0-9]{1,6}))\\}");
  private static final String ALPHABET =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  private static final Pattern DIRECTIVE = Pattern.compile("#\\{[^}\\n]{0,64}\\}?");
  private static final long MAX_BYTES = 64L << 20;

  private PayloadTemplate() {}

  /** What is wrong with a template, or with as many bodies of it; empty for nothing. */
  static Optional<String> problem(String template, int poolSize) {
    Optional<String> unknown =
        DIRECTIVE
            .matcher(template)
            .results()
            .map(MatchResult::group)
            .filter(directive -> !TOKEN.matcher(directive).matches())
            .findFirst();
    if (unknown.isPresent()) {
      return Optional.of(
          "unknown directive, got " + unknown.get() + "; allowed #{n} and #{random:8}");
    }
    double bytes = (double) longest(template) * poolSize;
    return bytes > MAX_BYTES
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%d bodies have %.0f bytes together; allowed %d (see payload.poolSize)",
                poolSize,
                bytes,
                MAX_BYTES))
        : Optional.empty();
  }

  private static long longest(String template) {
    return template.length()
        + TOKEN
            .matcher(template)
            .results()
            .mapToLong(token -> token.group(2) == null ? 0 : Long.parseLong(token.group(2)))
            .sum();
  }

  static List<byte[]> bodies(String template, int poolSize, long seed) {
    Random random = new Random(seed);
    List<byte[]> bodies = new ArrayList<>();
    for (int number = 0; number < poolSize; number++) {
      bodies.add(body(template, number, random).getBytes(StandardCharsets.UTF_8));
    }
    return bodies;
  }

  private static String body(String template, int number, Random random) {
    return TOKEN
        .matcher(template)
        .replaceAll(
            token ->
                Matcher.quoteReplacement(
                    token.group(2) == null
                        ? String.valueOf(number)
                        : word(Integer.parseInt(token.group(2)), random)));
  }

  private static String word(int length, Random random) {
    StringBuilder word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return word.toString();
  }
}
