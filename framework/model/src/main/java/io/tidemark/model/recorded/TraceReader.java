package io.tidemark.model.recorded;

import io.tidemark.driver.FailureReason;
import io.tidemark.model.yaml.InputFiles;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a trace, message by message: memory use does not grow with its length. Not thread-safe. The
 * message of each exception is for the user and does not repeat the file's name.
 */
public final class TraceReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int LOW_BITS = 0x7F;
  private static final int MORE = 0x80;
  private static final int MOST_ENTRIES = 100;
  private static final String NOT_A_TRACE = "it is not a trace of bin/benchmark record";

  private final InputStream in;
  private final TraceHeader header;
  private final List<String> groups = new ArrayList<>(List.of(""));
  private long lastNanos;
  private long messages;
  private boolean over;

  private TraceReader(InputStream file) throws IOException {
    in = new BufferedInputStream(new GZIPInputStream(file, BUFFER_BYTES), BUFFER_BYTES);
    String magic = new String(exactly(TraceFormat.MAGIC.length()), StandardCharsets.US_ASCII);
    if (!magic.equals(TraceFormat.MAGIC)) {
      throw new IOException(NOT_A_TRACE);
    }
    int version = in.read();
    if (version != TraceFormat.VERSION) {
      throw new IOException(
          "its format has version " + version + "; allowed " + TraceFormat.VERSION);
    }
    header = readHeader();
  }

  /** Opens a trace and reads its header. */
  public static TraceReader open(Path file) throws IOException {
    if (Files.notExists(file)) {
      throw new IOException("it does not exist");
    }
    InputFiles.requireRegular(file);
    InputStream opened;
    try {
      opened = Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new IOException("it does not exist", e);
    } catch (FileSystemException e) {
      throw new IOException(FailureReason.ofFile(e), e);
    }
    try {
      return new TraceReader(opened);
    } catch (ZipException | EOFException e) {
      opened.close();
      throw new IOException(NOT_A_TRACE, e);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private TraceHeader readHeader() throws IOException {
    int entries = count(MOST_ENTRIES);
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < entries; i++) {
      map.put(text(), text());
    }
    try {
      return TraceHeader.read(map);
    } catch (IllegalArgumentException e) {
      throw new IOException(NOT_A_TRACE, e);
    }
  }

  public TraceHeader header() {
    return header;
  }

  /**
   * The next message; empty at the end.
   *
   * @throws IOException also if the trace ends without its end: the recorder was killed
   */
  public Optional<TraceMessage> next() throws IOException {
    if (over) {
      return Optional.empty();
    }
    try {
      int tag = in.read();
      while (tag == TraceFormat.GROUP) {
        if (groups.size() > TraceFormat.MOST_GROUPS) {
          throw damaged();
        }
        groups.add(text());
        tag = in.read();
      }
      return switch (tag) {
        case TraceFormat.MESSAGE -> Optional.of(message());
        case TraceFormat.END -> end();
        case -1 -> throw new EOFException();
        default -> throw damaged();
      };
    } catch (EOFException e) {
      throw new IOException("it ends early, after " + messages + " messages", e);
    } catch (ZipException e) {
      throw new IOException(damaged().getMessage() + ": " + e.getMessage(), e);
    }
  }

  private IOException damaged() {
    return new IOException("it is damaged after " + messages + " messages");
  }

  private TraceMessage message() throws IOException {
    long gapNanos = number();
    if (gapNanos < 0 || gapNanos > TraceFormat.MOST_NANOS - lastNanos) {
      throw damaged();
    }
    lastNanos += gapNanos;
    int size = count(Integer.MAX_VALUE);
    int partition = count(Integer.MAX_VALUE) - 1;
    long key = count(1) == 0 ? 0 : ByteBuffer.wrap(exactly(Long.BYTES)).getLong();
    int headers = count(Integer.MAX_VALUE);
    int headerBytes = headers == 0 ? 0 : count(Integer.MAX_VALUE);
    String group = groups.get(count(groups.size() - 1));
    messages++;
    return new TraceMessage(lastNanos, size, partition, key, headers, headerBytes, group);
  }

  private Optional<TraceMessage> end() throws IOException {
    long written = number();
    if (written != messages) {
      throw new IOException("it is damaged: " + messages + " of " + written + " messages");
    }
    if (in.read() >= 0) { // The checksum is compared at the end of the file.
      throw damaged();
    }
    over = true;
    return Optional.empty();
  }

  private int count(int most) throws IOException {
    long value = number();
    if (value < 0 || value > most) {
      throw damaged();
    }
    return (int) value;
  }

  private long number() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int read = in.read();
      if (read < 0) {
        throw new EOFException();
      }
      value |= (long) (read & LOW_BITS) << shift;
      if ((read & MORE) == 0) {
        return value;
      }
    }
    throw damaged();
  }

  private String text() throws IOException {
    return new String(exactly(count(TraceFormat.MOST_TEXT_BYTES)), StandardCharsets.UTF_8);
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
