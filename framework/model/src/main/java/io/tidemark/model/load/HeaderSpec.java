package io.tidemark.model.load;

import io.tidemark.driver.settings.Key;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Headers of all messages: one, or several that differ in the number after their name. */
public record HeaderSpec(
    @Key(
            value = "Name. With a `count` above 1 a number follows: `header1`, `header2`, ...",
            orElse = "header")
        String name,
    @Key(
            "A text. `#{n}` is the number of the message of its producer, from 0; `#{time}` the"
                + " send time in milliseconds since the epoch, `#{time:iso}` as RFC 3339 has it;"
                + " `#{key}` the message's key;"
                + " `#{producer}` the number of the producer; `#{random:8}` eight random letters"
                + " and digits, by `seed`.")
        Optional<String> value,
    @Key(
            value = "Instead of `value`: bytes of random letters and digits, by `seed`.",
            size = true,
            range = "0..64KB")
        Optional<Integer> size,
    @Key(value = "Number of headers.", range = "1..1000", orElse = "1") int count) {
  /** The header that carries the stamp, with {@link EnvelopeSpec.Position#HEADER}. */
  public static final String STAMP = "tidemarkStamp";

  /** Names and values of a message together, in bytes: fits into a frame of every protocol. */
  public static final int MOST_BYTES = 64 << 10;

  /** One header with a value, which may have directives. */
  public static HeaderSpec of(String name, String value) {
    return new HeaderSpec(name, Optional.of(value), Optional.empty(), 1);
  }

  /** The names of its headers. */
  public List<String> names() {
    return count == 1
        ? List.of(name)
        : IntStream.rangeClosed(1, count).mapToObj(number -> name + number).toList();
  }

  /** What its values are made from. */
  public HeaderTemplate template() {
    return value.map(HeaderTemplate::of).orElseGet(() -> HeaderTemplate.random(size.orElse(0)));
  }
}
