package io.tidemark.report.store;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ResultFiles;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * One measure of a run as an HdrHistogram interval log: one line for each phase, tagged with its
 * name, and one without a tag for all measured phases, which is what HdrHistogram's own tools take
 * when they are given no tag; after it one for each priority of messages, {@code priority_9}.
 * Values are nanoseconds; the column {@code Interval_Max} is in milliseconds, as the tools expect.
 */
public final class HistogramLog {
  private static final String TAG = "Tag=";

  private HistogramLog() {}

  public static String fileOf(Measure measure) {
    return measure.key() + ".hlog";
  }

  /** Empty when no phase has a sample. */
  static Optional<ResultFiles.Content> of(RunResult result, Measure measure) {
    List<PhaseResult> phases =
        result.phases().stream().filter(phase -> phase.latency(measure).isPresent()).toList();
    if (phases.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(out -> out.write(log(result, measure, phases)));
  }

  /** In memory first: the log writer swallows what goes wrong with its stream. */
  private static byte[] log(RunResult result, Measure measure, List<PhaseResult> phases) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(bytes);
    log.outputComment(
        "["
            + measure.key()
            + " in nanoseconds, one line per phase; without tag: all measured phases]");
    log.outputLogFormatVersion();
    log.outputStartTime(result.identity().startedEpochMillis());
    log.outputLegend();
    phases.forEach(phase -> log.outputIntervalHistogram(tagged(phase, measure, tag(phase))));
    PhaseResult total = result.totals();
    if (total.latency(measure).isPresent()) {
      log.outputIntervalHistogram(line(total, measure));
    }
    for (PriorityResult each : result.part(RunResult.PRIORITIES)) {
      if (each.totals().latency(measure).isPresent()) {
        log.outputIntervalHistogram(tagged(each.totals(), measure, tag(each)));
      }
    }
    log.close();
    return bytes.toByteArray();
  }

  private static Histogram tagged(PhaseResult phase, Measure measure, String tag) {
    Histogram line = line(phase, measure);
    line.setTag(tag);
    return line;
  }

  /** What its lines have as the name of a phase. */
  public static String tag(PhaseResult phase) {
    return phase.name().replaceAll("[,\\s]", "_");
  }

  /** What its lines have as the name of a phase. A phase may have the same; it comes first. */
  public static String tag(PriorityResult priority) {
    return "priority_" + priority.priority();
  }

  private static Histogram line(PhaseResult phase, Measure measure) {
    // Only of phases with samples.
    Histogram line = Objects.requireNonNull(phase.histograms().get(measure)).copy();
    line.setStartTimeStamp(phase.startEpochNanos() / 1_000_000);
    line.setEndTimeStamp((phase.startEpochNanos() + phase.lengthNanos()) / 1_000_000);
    return line;
  }

  /**
   * The histograms of the phases, in the order of their lines. The line of all phases is left out.
   *
   * @throws IOException if there are fewer lines, or one is damaged
   */
  static List<Histogram> read(Path file, int phases) throws IOException {
    List<Histogram> histograms = read(file, line -> line.startsWith(TAG), phases);
    if (histograms.size() < phases) {
      throw new IOException(
          "damaged: it has " + histograms.size() + " phases, result.json has " + phases);
    }
    return histograms;
  }

  /**
   * A line of a log.
   *
   * @param tag the phase; empty for all measured phases
   * @param times start, length and largest value, as they are written
   */
  public record Line(String tag, List<String> times, Histogram histogram) {}

  /**
   * All lines.
   *
   * @throws IOException if the file is missing or damaged
   */
  public static List<Line> lines(Path file) throws IOException {
    InputFiles.requireRegular(file);
    return lines(Files.readString(file));
  }

  /** The lines of a log's text. */
  public static List<Line> lines(String text) throws IOException {
    List<Line> lines = new ArrayList<>();
    try {
      for (String line : text.lines().filter(HistogramLog::isHistogram).toList()) {
        List<String> cells = List.of(line.split(",", -1));
        boolean tagged = line.startsWith(TAG);
        lines.add(
            new Line(
                tagged ? cells.get(0).substring(TAG.length()) : "",
                cells.subList(tagged ? 1 : 0, cells.size() - 1),
                decoded(cells.get(cells.size() - 1))));
      }
    } catch (RuntimeException | DataFormatException e) { // What the decoder throws.
      throw new IOException("not a histogram log: " + e.getMessage(), e);
    }
    return lines;
  }

  private static boolean isHistogram(String line) {
    return !line.isEmpty() && !line.startsWith("#") && !line.startsWith("\"");
  }

  /**
   * The histogram of all measured phases together; empty if they have no value.
   *
   * @throws IOException if the file is missing or damaged
   */
  public static Optional<Histogram> total(Path file) throws IOException {
    return read(file, line -> !line.startsWith(TAG), 1).stream().findFirst();
  }

  /**
   * The first lines for which the test is true. HdrHistogram's own reader decodes all, which takes
   * most of the time of a report of many runs.
   */
  private static List<Histogram> read(Path file, Predicate<String> test, int most)
      throws IOException {
    InputFiles.requireRegular(file);
    List<Histogram> histograms = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String line = lines.readLine();
      for (; line != null && histograms.size() < most; line = lines.readLine()) {
        if (isHistogram(line) && test.test(line)) {
          histograms.add(decoded(line.substring(line.lastIndexOf(',') + 1)));
        }
      }
    } catch (RuntimeException | DataFormatException e) { // What the decoder throws.
      throw new IOException("not a histogram log: " + e.getMessage(), e);
    }
    return histograms;
  }

  private static Histogram decoded(String base64) throws DataFormatException {
    return Histogram.decodeFromCompressedByteBuffer(
        ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
  }
}
