package io.tidemark.model.result.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.tidemark.driver.FailureReason;
import io.tidemark.model.part.Series;
import io.tidemark.model.result.Sample;
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

  /** The same for OMB's grid of 10 s, from which OMB's file is made. */
  public static final String TEN_SECONDS = "samples-10s.jsonl.gz";

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
  static List<Sample> beside(Path resultFile, String name) {
    Path file = resultFile.toAbsolutePath().resolveSibling(name);
    return Files.exists(file) ? new Stored(file) : List.of();
  }

  /** Each pass opens the file again. */
  private static final class Stored extends Series<Sample> {
    private final Path file;
    private int size = -1;

    Stored(Path file) {
      this.file = file;
    }

    @Override
    public Iterator<Sample> iterator() {
      return new Pass(file);
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
    private final MappingIterator<Sample> samples;

    Pass(Path file) {
      this.file = file;
      try {
        InputFiles.requireRegular(file);
        InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16);
        samples = ResultMapper.JSON.readerFor(Sample.class).readValues(in);
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
        boolean more = samples.hasNextValue();
        if (!more) {
          samples.close();
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
        Sample sample = samples.nextValue();
        if (sample == null) {
          throw new IOException("a sample is null: the file was changed");
        }
        return sample;
      } catch (IOException e) {
        throw damaged(e);
      }
    }
  }
}
