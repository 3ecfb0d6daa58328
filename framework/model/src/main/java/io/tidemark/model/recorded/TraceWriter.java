package io.tidemark.model.recorded;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Writes a trace, message by message in order of time. Not thread-safe. */
public final class TraceWriter implements AutoCloseable {
  /** Longest time from the first message to the last one. */
  public static final long MOST_NANOS = TraceFormat.MOST_NANOS;

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int LOW_BITS = 0x7F;
  private static final int MORE = 0x80;

  private final OutputStream out;
  private final Map<String, Integer> groups = new HashMap<>();
  private long lastNanos;
  private long messages;
  private boolean closed;

  /** Writes the header; the stream is closed with the writer. */
  public TraceWriter(OutputStream file, TraceHeader header) throws IOException {
    out = new BufferedOutputStream(new GZIPOutputStream(file, BUFFER_BYTES), BUFFER_BYTES);
    out.write(TraceFormat.MAGIC.getBytes(StandardCharsets.US_ASCII));
    out.write(TraceFormat.VERSION);
    Map<String, String> entries = header.written();
    number(entries.size());
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      text(entry.getKey());
      text(entry.getValue());
    }
  }

  /**
   * Adds the next message.
   *
   * @throws IllegalArgumentException if it is before the last one
   */
  public void add(TraceMessage message) throws IOException {
    long delta = message.offsetNanos() - lastNanos;
    if (delta < 0) {
      throw new IllegalArgumentException("messages must be in order of time");
    }
    int group = group(message.group());
    out.write(TraceFormat.MESSAGE);
    number(delta);
    number(message.sizeBytes());
    number(message.partition() + 1L);
    number(message.hasKey() ? 1 : 0);
    if (message.hasKey()) {
      out.write(ByteBuffer.allocate(Long.BYTES).putLong(message.keyHash()).array());
    }
    number(message.headers());
    if (message.headers() > 0) {
      number(message.headerBytes());
    }
    number(group);
    lastNanos = message.offsetNanos();
    messages++;
  }

  /** Messages so far. */
  public long messages() {
    return messages;
  }

  /** When more classes come than a trace has, the rest has none. */
  private int group(String name) throws IOException {
    Integer known = groups.get(name);
    if (name.isEmpty() || known == null && groups.size() == TraceFormat.MOST_GROUPS) {
      return 0;
    }
    if (known == null) {
      known = groups.size() + 1;
      groups.put(name, known);
      out.write(TraceFormat.GROUP);
      text(name);
    }
    return known;
  }

  private void text(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] kept = Arrays.copyOf(bytes, Math.min(bytes.length, TraceFormat.MOST_TEXT_BYTES));
    number(kept.length);
    out.write(kept);
  }

  private void number(long value) throws IOException {
    long left = value;
    while (left >>> 7 != 0) {
      out.write((int) (left & LOW_BITS) | MORE);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /** Writes the end; without it a reader takes the trace for incomplete. */
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      try (out) {
        out.write(TraceFormat.END);
        number(messages);
      }
    }
  }
}
