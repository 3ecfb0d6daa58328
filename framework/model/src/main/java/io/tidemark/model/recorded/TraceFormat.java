package io.tidemark.model.recorded;

/**
 * The bytes of a trace, which are compressed by gzip. First the magic bytes with the version; then
 * the header: a count of entries, and a name and value of each. Then records, each with a tag:
 *
 * <ul>
 *   <li>{@link #MESSAGE}: nanoseconds since the message before; size of the body; partition plus 1;
 *       key (0: none, 1: 8 bytes of hash follow); number of headers; if above 0 their bytes; number
 *       of the class, 0 for none
 *   <li>{@link #GROUP}: the name of the next class; classes are numbered from 1
 *   <li>{@link #END}: number of messages; nothing follows
 * </ul>
 *
 * Numbers are unsigned, 7 bits in each byte, the lowest first; the highest bit says that more
 * follow. Texts are a number of bytes and UTF-8.
 */
final class TraceFormat {
  static final int VERSION = 1;

  /** Followed by the version as a byte. */
  static final String MAGIC = "TIDETRC";

  static final int END = 0;
  static final int MESSAGE = 1;
  static final int GROUP = 2;

  /** Names of classes; more would be values that differ from message to message. */
  static final int MOST_GROUPS = 1000;

  static final int MOST_TEXT_BYTES = 4096;

  /**
   * Longest time from the first message to the last one: 146 years, so that the sum of two is a
   * number.
   */
  static final long MOST_NANOS = Long.MAX_VALUE >> 1;

  private TraceFormat() {}
}
