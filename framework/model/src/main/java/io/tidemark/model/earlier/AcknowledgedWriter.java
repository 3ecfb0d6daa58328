package io.tidemark.model.earlier;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Compresses acknowledged messages, producer by producer in the order of their indexes. */
public final class AcknowledgedWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final OutputStream out;
  private final Map<String, Integer> topics = new HashMap<>();
  private boolean open;
  private long end;

  public AcknowledgedWriter(String runId) {
    try {
      bytes.write(AcknowledgedParser.MAGIC);
      bytes.write(AcknowledgedParser.VERSION);
      out = new GZIPOutputStream(bytes);
      text(runId);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Begins the next producer. The first one has index 0. */
  public void producer(String topic) {
    try {
      endProducer();
      Integer known = topics.putIfAbsent(topic, topics.size());
      number(1L + (known == null ? topics.size() - 1 : known));
      if (known == null) {
        text(topic);
      }
      open = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds the sequences {@code from} to {@code rangeEnd - 1} of the producer. Ranges are ascending,
   * with at least one missing sequence between two of them.
   */
  public void range(long from, long rangeEnd) {
    boolean first = end == 0;
    if (!open || rangeEnd <= from || from < 0 || !first && from <= end) {
      throw new IllegalArgumentException(from + " to " + rangeEnd + " after " + end);
    }
    try {
      if (first && from > 0) {
        number(0);
      }
      if (from > 0) {
        number(from - end);
      }
      number(rangeEnd - from);
      end = rangeEnd;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the last producer. */
  public AcknowledgedMessages finish() {
    try {
      endProducer();
      number(0);
      out.close();
      return AcknowledgedMessages.of(bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endProducer() throws IOException {
    if (open && end == 0) {
      number(0);
    }
    if (open) {
      number(0);
    }
    end = 0;
    open = false;
  }

  private void text(String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    out.write(utf8);
  }

  /** LEB128: 7 bits in each byte, lowest first; the highest bit says that more follow. */
  private void number(long value) throws IOException {
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
