package io.tidemark.worker.headers;

import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.HeaderTemplate;
import io.tidemark.model.load.HeaderTemplate.Kind;
import io.tidemark.model.load.HeaderTemplate.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one producer's messages, made before the load: some sets, used in turn, or one if
 * all values are fixed. Where a value is known only when its message is sent, the set has its
 * template in that place.
 */
final class HeaderPool {
  private static final String ALPHABET =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /** Different random values are enough to defeat compression and caches. */
  private static final int MOST_SETS = 64;

  private static final long MOST_BYTES = 1L << 20;

  private final List<Named> headers = new ArrayList<>();
  private final List<List<@Nullable MessageHeader>> sets = new ArrayList<>();
  private final boolean ofMessage;
  private final int producer;
  private final SeededRandom random;

  private record Named(String name, HeaderTemplate template) {}

  /** What a template needs to know of a message. */
  interface Message {
    long number();

    long epochMillis();

    Optional<String> key();
  }

  HeaderPool(List<HeaderSpec> specs, long seed, int producer) {
    this.producer = producer;
    this.random = SeededRandom.of(seed, producer);
    long bytes = 1;
    boolean fixed = true;
    for (HeaderSpec spec : specs) {
      HeaderTemplate template = spec.template();
      fixed &= template.isFixed() || template.ofMessage();
      for (String name : spec.names()) {
        headers.add(new Named(name, template));
        bytes += name.length() + template.mostBytes();
      }
    }
    this.ofMessage = headers.stream().anyMatch(header -> header.template.ofMessage());
    long most = fixed ? 1 : Math.max(1, Math.min(MOST_SETS, MOST_BYTES / bytes));
    for (int i = 0; i < most; i++) {
      sets.add(set());
    }
  }

  private List<@Nullable MessageHeader> set() {
    List<@Nullable MessageHeader> set = new ArrayList<>();
    for (Named header : headers) {
      set.add(header.template.ofMessage() ? null : header(header, null));
    }
    return set;
  }

  private MessageHeader header(Named header, @Nullable Message message) {
    StringBuilder text = new StringBuilder();
    for (Part part : header.template.parts()) {
      append(text, part, message);
    }
    return MessageHeader.text(header.name, text.toString());
  }

  private void append(StringBuilder text, Part part, @Nullable Message message) {
    if (part.kind() == Kind.TEXT) {
      text.append(part.text());
    } else if (part.kind() == Kind.RANDOM) {
      for (int i = 0; i < part.characters(); i++) {
        text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
    } else if (part.kind() == Kind.PRODUCER) {
      text.append(producer);
    } else if (message != null) {
      switch (part.kind()) {
        case N -> text.append(message.number());
        case TIME -> text.append(message.epochMillis());
        case ISO_TIME -> text.append(Instant.ofEpochMilli(message.epochMillis()));
        default -> text.append(message.key().orElse(""));
      }
    }
  }

  /** Headers of each message. */
  int size() {
    return headers.size();
  }

  /** Whether {@link #into} asks for the message. */
  boolean isOfMessage() {
    return ofMessage;
  }

  /** The set of a message, if no value depends on it. */
  @SuppressWarnings("NullAway") // Only values that depend on the message are absent.
  List<MessageHeader> set(long number) {
    return (List<MessageHeader>) (List<?>) sets.get((int) (number % sets.size()));
  }

  /** Writes the headers of a message into the first places of an array. */
  void into(@Nullable MessageHeader[] target, Message message) {
    List<@Nullable MessageHeader> set = sets.get((int) (message.number() % sets.size()));
    for (int i = 0; i < headers.size(); i++) {
      MessageHeader known = set.get(i);
      target[i] = known == null ? header(headers.get(i), message) : known;
    }
  }
}
