package io.tidemark.model.earlier;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * The messages of a run that the broker acknowledged, by producer and topic, so that a later run
 * can compare what it receives with them. Stored as the content of {@value #FILE}, which is
 * compressed: a gap costs about 2 bytes, messages without gaps cost nothing.
 */
public final class AcknowledgedMessages {
  /** Name of the file in a run directory; docs/reference/results.md specifies its layout. */
  public static final String FILE = "acknowledged.bin";

  private final byte[] content;
  private final String runId;
  private final List<AcknowledgedProducer> producers;

  private AcknowledgedMessages(byte[] content, String runId, List<AcknowledgedProducer> producers) {
    this.content = content;
    this.runId = runId;
    this.producers = List.copyOf(producers);
  }

  /**
   * Reads the content of a file.
   *
   * @throws IOException if it is damaged, incomplete or of another version; the message says which
   */
  public static AcknowledgedMessages of(byte[] content) throws IOException {
    byte[] copy = content.clone();
    AcknowledgedParser.verify(copy);
    AcknowledgedParser parser = new AcknowledgedParser((producer, from, end) -> {});
    parser.parse(copy);
    return new AcknowledgedMessages(copy, parser.runId(), parser.producers());
  }

  public String runId() {
    return runId;
  }

  /** All producers of the run, by index. */
  public List<AcknowledgedProducer> producers() {
    return producers;
  }

  /** Decompresses the sequences. */
  public void forEachRange(AcknowledgedRanges ranges) {
    try {
      new AcknowledgedParser(ranges).parse(content);
    } catch (IOException e) {
      throw new UncheckedIOException("content was verified before", e);
    }
  }

  /** Writes the content of the file. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AcknowledgedMessages messages
        && Arrays.equals(content, messages.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return "AcknowledgedMessages[" + runId + ", " + producers.size() + " producers]";
  }
}
