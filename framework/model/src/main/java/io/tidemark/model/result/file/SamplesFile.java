package io.tidemark.model.result.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.tidemark.driver.FailureReason;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Series;
import io.tidemark.model.yaml.InputFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The samples of a run in a file beside {@code result.json}: one JSON object a line, as in the
 * run's journal, compressed with gzip. They are exact: the verdict of a stored run follows from
 * them.
 */
public final class SamplesFile {
  public static final String NAME = "samples.jsonl.gz";

  /** The first version with this file; before, {@code result.json} had them. */
  private static final int FIRST_VERSION = 3;

  private SamplesFile() {}

  /** Writes the samples and leaves the stream open. */
  public static void write(Iterable<Sample> samples, OutputStream out) throws IOException {
    Compressed compressed = new Compressed(out);
    OutputStream lines = new BufferedOutputStream(compressed);
    ObjectWriter writer = ResultMapper.JSON.writerFor(Sample.class);
    for (Sample sample : samples) {
      writer.writeValue(lines, sample);
      lines.write('\n');
    }
    lines.flush();
    compressed.finish();
  }

  /** Speed counts more than size here: a day has hundreds of megabytes. */
  private static final class Compressed extends GZIPOutputStream {
    Compressed(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** The samples that belong to a {@code result.json}; read when they are asked for. */
  static List<Sample> beside(Path resultFile, int version) {
    Path file = resultFile.toAbsolutePath().resolveSibling(NAME);
    if (version < FIRST_VERSION) {
      return new Stored(resultFile, () -> EarlierSamples.in(resultFile));
    }
    return Files.exists(file) ? new Stored(file, () -> lines(file)) : List.of();
  }

  private static SampleCursor lines(Path file) throws IOException {
    InputFiles.requireRegular(file);
    InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16);
    MappingIterator<Sample> samples =
        ResultMapper.JSON.readerFor(Sample.class).<Sample>readValues(in);
    return new SampleCursor() {
      @Override
      public boolean hasNext() throws IOException {
        return samples.hasNextValue();
      }

      @Override
      public Sample next() throws IOException {
        Sample sample = samples.nextValue();
        if (sample == null) {
          throw new IOException("a sample is null: the file was changed");
        }
        return sample;
      }

      @Override
      public void close() throws IOException {
        samples.close();
      }
    };
  }

  /** Opens a file. */
  private interface Source {
    SampleCursor open() throws IOException;
  }

  /** Each pass opens the file again. */
  private static final class Stored extends Series<Sample> {
    private final Path file;
    private final Source source;
    private int size = -1;

    Stored(Path file, Source source) {
      this.file = file;
      this.source = source;
    }

    @Override
    public Iterator<Sample> iterator() {
      return new Pass(file, source);
    }

    @Override
    public boolean isEmpty() {
      return !iterator().hasNext();
    }

    @Override
    public int size() {
      if (size < 0) {
        int counted = 0;
        for (Iterator<Sample> each = iterator(); each.hasNext(); each.next()) {
          counted++;
        }
        size = counted;
      }
      return size;
    }

    @Override
    public Sample get(int index) {
      int i = 0;
      for (Sample sample : this) {
        if (i++ == index) {
          return sample;
        }
      }
      throw new IndexOutOfBoundsException(index);
    }
  }

  /** Closes the file at its end. */
  private static final class Pass implements Iterator<Sample> {
    private final Path file;
    private final SampleCursor cursor;

    Pass(Path file, Source source) {
      this.file = file;
      try {
        cursor = source.open();
      } catch (IOException e) {
        throw damaged(e);
      }
    }

    private UncheckedIOException damaged(IOException e) {
      String reason =
          e instanceof JsonProcessingException json
              ? json.getOriginalMessage()
              : FailureReason.ofFile(e);
      return new UncheckedIOException(
          "cannot read the samples in %s: %s"
              .formatted(file, String.valueOf(reason).lines().findFirst().orElse("")),
          e);
    }

    @Override
    public boolean hasNext() {
      try {
        boolean more = cursor.hasNext();
        if (!more) {
          cursor.close();
        }
        return more;
      } catch (IOException e) {
        throw damaged(e);
      }
    }

    @Override
    public Sample next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      try {
        return cursor.next();
      } catch (IOException e) {
        throw damaged(e);
      }
    }
  }
}
