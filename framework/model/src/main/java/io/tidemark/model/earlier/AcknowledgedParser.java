package io.tidemark.model.earlier;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads what {@link AcknowledgedWriter} has written. */
final class AcknowledgedParser {
  static final byte[] MAGIC = "TMAK".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  private static final int LONGEST_TEXT = 1 << 16;
  private static final int NUMBER_BITS = 63;

  private final AcknowledgedRanges ranges;
  private final List<AcknowledgedProducer> producers = new ArrayList<>();
  private final List<String> topics = new ArrayList<>();
  private String runId = "";
  private InputStream in = InputStream.nullInputStream();

  AcknowledgedParser(AcknowledgedRanges ranges) {
    this.ranges = ranges;
  }

  /** Compares the checksum, before the content is parsed. */
  static void verify(byte[] content) throws IOException {
    try (InputStream compressed = compressed(content)) {
      compressed.transferTo(OutputStream.nullOutputStream());
    } catch (EOFException e) {
      throw new IOException("it is incomplete", e);
    } catch (ZipException e) {
      throw new IOException("it is damaged: " + e.getMessage(), e);
    }
  }

  private static InputStream compressed(byte[] content) throws IOException {
    InputStream raw = new ByteArrayInputStream(content);
    if (!Arrays.equals(raw.readNBytes(MAGIC.length), MAGIC)) {
      throw new IOException("it does not begin with the bytes of TMAK");
    }
    int version = raw.read();
    if (version != VERSION) {
      throw new IOException("it has format version " + version + "; supported: " + VERSION);
    }
    return new GZIPInputStream(raw);
  }

  String runId() {
    return runId;
  }

  List<AcknowledgedProducer> producers() {
    return producers;
  }

  void parse(byte[] content) throws IOException {
    in = new BufferedInputStream(compressed(content));
    runId = text();
    for (long topic = number(); topic > 0; topic = number()) {
      producers.add(producer(topicOf(topic - 1)));
    }
  }

  private String topicOf(long number) throws IOException {
    if (number > topics.size()) {
      throw new IOException("it is damaged: unknown topic " + number);
    }
    if (number == topics.size()) {
      topics.add(text());
    }
    return topics.get((int) number);
  }

  private AcknowledgedProducer producer(String topic) throws IOException {
    int index = producers.size();
    long messages = 0;
    long from = 0;
    long absent;
    do {
      long length = number();
      if (length > 0) {
        ranges.add(index, from, inRange(from + length));
      }
      messages += length;
      absent = number();
      from = inRange(from + length + absent);
    } while (absent > 0);
    return new AcknowledgedProducer(index, topic, messages);
  }

  private static long inRange(long sequence) throws IOException {
    if (sequence < 0) {
      throw new IOException("it is damaged: sequence out of range");
    }
    return sequence;
  }

  private String text() throws IOException {
    long length = number();
    if (length > LONGEST_TEXT) {
      throw new IOException("it is damaged: a name of " + length + " bytes");
    }
    byte[] utf8 = in.readNBytes((int) length);
    if (utf8.length < length) {
      throw new EOFException("a name is incomplete");
    }
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private long number() throws IOException {
    long value = 0;
    for (int shift = 0; shift < NUMBER_BITS; shift += 7) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("it ends within a number");
      }
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IOException("it is damaged: number out of range");
  }
}
