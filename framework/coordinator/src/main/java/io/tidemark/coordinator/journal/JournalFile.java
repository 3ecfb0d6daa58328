package io.tidemark.coordinator.journal;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.tidemark.model.part.Series;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.file.ResultMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A log as a file of JSON lines. It stores the position of every {@value #BLOCK}th line: 8 bytes of
 * memory. After a failure it stops writing and counts lost entries.
 */
final class JournalFile<T> implements AppendLog<T> {
  static final int BLOCK = 64;
  private static final int MOST_PENDING_BYTES = 32 * 1024;
  private final Path file;
  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private @Nullable RandomAccessFile opened; // A channel would be closed by an interrupt.
  private long[] blocks = new long[64];
  private int pendingLines;
  private int lines;
  private long bytes;
  private long lost;
  private String failure = "";

  private JournalFile(Path file, Class<T> type) {
    this.file = file;
    this.writer = ResultMapper.JSON.writerFor(type);
    this.reader = ResultMapper.JSON.readerFor(type);
  }

  static <T> JournalFile<T> create(Path file, Class<T> type) {
    JournalFile<T> created = new JournalFile<>(file, type);
    try {
      created.opened = new RandomAccessFile(Files.createFile(file).toFile(), "rw");
    } catch (IOException e) {
      created.failed(e);
    }
    return created;
  }

  @Override
  public void add(T value) {
    if (!failure.isEmpty()) {
      lost++;
      return;
    }
    try {
      byte[] line = writer.writeValueAsBytes(value);
      int index = lines + pendingLines;
      if (index % BLOCK == 0) {
        begin(index / BLOCK, bytes + pending.size());
      }
      pending.write(line);
      pending.write('\n');
      pendingLines++;
      if (pending.size() >= MOST_PENDING_BYTES) {
        flush();
      }
    } catch (IOException e) {
      lost++;
      failed(e);
    }
  }

  private void begin(int block, long offset) {
    if (block == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * block);
    }
    blocks[block] = offset;
  }

  @Override
  public void flush() {
    if (pendingLines == 0 || !failure.isEmpty() || opened == null) {
      return;
    }
    try {
      opened.seek(bytes);
      opened.write(pending.toByteArray());
      bytes += pending.size();
      lines += pendingLines;
      pendingLines = 0;
      pending.reset();
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(IOException cause) {
    failure = Text.message(cause);
    lost += pendingLines;
    pendingLines = 0;
    pending.reset();
  }

  /** Lost entries and the reason; empty if there are none. */
  Optional<String> damage() {
    flush();
    return lost == 0
        ? Optional.empty()
        : Optional.of(
            Text.plural(
                    lost,
                    "entry of %s was".formatted(file.getFileName()),
                    "entries of %s were".formatted(file.getFileName()))
                + " lost: "
                + failure);
  }

  @Override
  public List<T> all() {
    flush();
    return new Stored();
  }

  /** Closes the file with all that was added. */
  void close() throws IOException {
    if (opened != null) {
      flush();
      opened.close();
    }
  }

  /** Closes and removes the file. */
  void delete() throws IOException {
    close();
    if (opened != null) {
      Files.deleteIfExists(file);
    }
  }

  /** Keeps the block that it has read last. */
  private final class Stored extends Series<T> {
    private final int size = lines;
    private int block = -1;
    private List<String> linesOfBlock = List.of();

    @Override
    public int size() {
      return size;
    }

    @Override
    public T get(int index) {
      Objects.checkIndex(index, size);
      try {
        if (index / BLOCK != block) {
          linesOfBlock = linesOf(index / BLOCK);
          block = index / BLOCK;
        }
        return reader.readValue(linesOfBlock.get(index % BLOCK));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file + " again", e);
      }
    }
  }

  private List<String> linesOf(int block) throws IOException {
    RandomAccessFile from = Objects.requireNonNull(opened); // There are lines to read.
    long end = (block + 1) * BLOCK < lines ? blocks[block + 1] : bytes;
    byte[] text = new byte[(int) (end - blocks[block])];
    from.seek(blocks[block]);
    from.readFully(text);
    return new String(text, StandardCharsets.UTF_8).lines().toList();
  }
}
