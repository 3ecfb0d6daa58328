package io.tidemark.model.load;

import io.tidemark.model.grammar.WrittenRecord;
import java.util.Optional;

/**
 * After how many messages or requests a producer or requester closes its connection and opens
 * another one.
 *
 * @param messages that a connection serves, at least 1
 * @param word of the file in place of the number 1: {@code message} or {@code request}; empty for a
 *     number
 */
public record ConnectionPer(int messages, String word) implements WrittenRecord.Written {
  public static final String MESSAGE = "message";
  public static final String REQUEST = "request";

  /**
   * Connections of a worker at most at the same time, from before they are opened until they are
   * closed, in addition to one for each producer or requester.
   */
  public static final int MOST_AT_ONCE = 1_000;

  /**
   * Connections of a worker that are opened at the same time: as many as wait at the listener of
   * most brokers, which drops others until they are repeated after a second.
   */
  public static final int MOST_OPENING = 128;

  public ConnectionPer {
    if (messages < 1) {
      throw new IllegalArgumentException("messages must be at least 1: " + messages);
    }
  }

  /** Reads a value of a workload file: {@code message}, {@code request} or a number. */
  static Optional<ConnectionPer> parse(String text) {
    if (text.equals(MESSAGE) || text.equals(REQUEST)) {
      return Optional.of(new ConnectionPer(1, text));
    }
    return text.matches("[1-9][0-9]{0,8}")
        ? Optional.of(new ConnectionPer(Integer.parseInt(text), ""))
        : Optional.empty();
  }

  /**
   * Connections of a worker at most at the same time, its consumers aside.
   *
   * @param producers or requesters of this worker
   */
  public static long mostAtOnce(int producers) {
    return MOST_AT_ONCE + (long) producers;
  }

  @Override
  public Object written() {
    return word.isEmpty() ? messages : word;
  }
}
