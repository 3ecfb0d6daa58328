package io.tidemark.model.load;

import io.tidemark.model.grammar.WrittenRecord;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which messages are traced: the first of each producer, and then one of N.
 *
 * @param every N
 */
public record SpanShare(long every) implements WrittenRecord.Written {
  private static final Pattern FORM = Pattern.compile("1 ?/ ?([1-9][0-9]{0,11})");

  public SpanShare {
    if (every < 1) {
      throw new IllegalArgumentException("must be one of at least 1 message: " + every);
    }
  }

  /** Reads a value of a workload file: {@code 1/1000}. */
  static Optional<SpanShare> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new SpanShare(Long.parseLong(form.group(1))))
        : Optional.empty();
  }

  @Override
  public Object written() {
    return "1/" + every;
  }
}
