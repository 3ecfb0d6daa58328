package io.tidemark.model.recorded;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.BurstKeys;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.CurveKeys.CurvePoint;
import io.tidemark.model.yaml.CsvRows;
import io.tidemark.model.yaml.CsvRows.CsvException;
import io.tidemark.model.yaml.CsvRows.Row;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The section {@code rateCurve}, with the file that it names. */
public record CurveReader(Fields fields, FileFinder files) {
  private static final String CURVE = "rateCurve";
  private static final String FILE = "file";
  private static final String POINTS = "points";

  /** Empty if there is none, or something is wrong, which is then among the problems. */
  public Optional<CurveKeys> read() {
    if (!fields.has(CURVE) || fields.haveErrors()) {
      return Optional.empty();
    }
    Fields section = fields.section(CURVE);
    CurveKeys keys = section.read(CurveKeys.class);
    if (section.has(FILE) == section.has(POINTS)) {
      section.error("needs a file or points; allowed is one of the two");
      return Optional.empty();
    }
    Optional<List<CurvePoint>> points =
        section.has(FILE) ? ofFile(section, keys.file()) : Optional.of(keys.points());
    return points.flatMap(given -> complete(section, keys, given));
  }

  private Optional<List<CurvePoint>> ofFile(Fields section, String name) {
    Optional<Path> path = files.find(section.path(FILE), name, section.mark(FILE));
    if (path.isEmpty()) {
      return Optional.empty();
    }
    try {
      SourceFile file = new SourceFile(path.get().toString(), InputFiles.text(path.get()));
      return CurveFile.read(file, section.problems());
    } catch (IOException e) {
      section.error(FILE, "cannot read the file: " + e.getMessage() + ", got " + name);
      return Optional.empty();
    }
  }

  private Optional<CurveKeys> complete(Fields section, CurveKeys keys, List<CurvePoint> points) {
    CurveKeys complete = keys.with().file("").points(points).build();
    Optional<String> problem = problem(complete);
    problem.ifPresent(message -> section.error(message));
    return problem.isPresent() ? Optional.empty() : Optional.of(complete);
  }

  private static Optional<String> problem(CurveKeys curve) {
    List<CurvePoint> points = curve.points();
    if (points.isEmpty()) {
      return Optional.of("has no points; allowed one and more");
    }
    if (points.size() > CurveKeys.MOST_POINTS) {
      return Optional.of("too many points; allowed " + CurveKeys.MOST_POINTS);
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).at().compareTo(points.get(i - 1).at()) < 0) {
        return Optional.of(
            "points must be in order of time, got %s after %s"
                .formatted(
                    Quantities.text(points.get(i).at()), Quantities.text(points.get(i - 1).at())));
      }
    }
    double most =
        curve.curve().points().stream().mapToDouble(point -> point.value()).max().orElse(0);
    if (!(most > 0 && most <= 1e9)) {
      return Optional.of(
          "the highest rate must be above 0 and at most 1e9 per second, got " + most);
    }
    return Optional.empty();
  }

  /** A run with many short bursts would be long in requests to workers. */
  public static void checkBursts(
      Fields fields, Optional<BurstKeys> bursts, Optional<Duration> length) {
    double expected =
        bursts
            .filter(
                keys -> !keys.on().isZero() && !keys.off().isZero()) // One is missing: an error.
            .flatMap(keys -> length.map(keys::expected))
            .orElse(0.0);
    if (expected > BurstKeys.MOST_BURSTS) {
      fields.error(
          "bursts",
          String.format(
              Locale.ROOT,
              "are too short for the length of the run, got about %.0f of them; allowed %d",
              expected,
              BurstKeys.MOST_BURSTS));
    }
  }

  /** Whether the curve ends before the measured time does. */
  public static void warnIfShorter(Fields fields, CurveKeys curve, Optional<Duration> measured) {
    measured
        .filter(length -> length.compareTo(curve.length()) > 0)
        .ifPresent(
            length ->
                fields.warn(
                    CURVE,
                    "ends after %s of %s; its last rate holds for the rest"
                        .formatted(Quantities.text(curve.length()), Quantities.text(length))));
  }

  /**
   * A CSV file of a rate over time: a time and a rate in each line, separated by comma, semicolon
   * or tab. Empty lines, lines that begin with {@code #}, and a first line of names are left out.
   */
  private static final class CurveFile {
    private final SourceFile file;
    private final Problems problems;
    private final List<CurvePoint> points = new ArrayList<>();
    private long firstNanos;
    private long lastNanos;

    private CurveFile(SourceFile file, Problems problems) {
      this.file = file;
      this.problems = problems;
    }

    /** The points, from 0 on; empty if something is wrong, which is then among the problems. */
    public static Optional<List<CurvePoint>> read(SourceFile file, Problems problems) {
      return new CurveFile(file, problems).read();
    }

    private Optional<List<CurvePoint>> read() {
      boolean right = true;
      boolean first = true;
      try {
        CsvRows rows = CsvRows.ofOtherPrograms(new StringReader(file.text()));
        for (Optional<Row> row = rows.next(); row.isPresent(); row = rows.next()) {
          boolean names = first && row.get().values().get(0).matches("\\p{L}.*");
          first = false;
          right &= names || point(row.get());
        }
      } catch (CsvException e) {
        right = error(e.line(), String.valueOf(e.getMessage()));
      } catch (IOException e) {
        throw new IllegalStateException("a text in memory can be read", e);
      }
      if (right && points.isEmpty()) {
        error(1, "no line with a time and a rate; allowed lines such as 0,250");
        return Optional.empty();
      }
      return right ? Optional.of(points) : Optional.empty();
    }

    private boolean point(Row row) {
      int number = row.line();
      if (row.values().size() != 2) {
        String got = String.join(",", row.values());
        return error(number, "got " + got + "; allowed a time and a rate, such as 3600,250");
      }
      String time = row.values().get(0);
      String perSecond = row.values().get(1);
      Optional<Long> nanos = RecordedTime.nanos(time);
      Optional<Double> rate =
          Quantities.number(perSecond)
              .or(() -> Quantities.rate(perSecond))
              .filter(value -> value >= 0 && value <= 1e9);
      if (nanos.isEmpty()) {
        return error(number, "wrong time, got " + time + "; allowed " + RecordedTime.ALLOWED);
      }
      if (rate.isEmpty()) {
        return error(
            number, "wrong rate, got " + perSecond + "; allowed messages per second from 0 to 1e9");
      }
      return add(nanos.get(), rate.get(), number, time);
    }

    private boolean add(long nanos, double rate, int number, String time) {
      if (points.isEmpty()) {
        firstNanos = nanos;
      } else if (nanos < lastNanos) {
        return error(number, "the time is before that of the line before, got " + time);
      }
      if (points.size() == CurveKeys.MOST_POINTS) {
        return error(number, "too many points; allowed " + CurveKeys.MOST_POINTS);
      }
      if (nanos - firstNanos > Quantities.LONGEST.toNanos()) {
        return error(
            number,
            "more than "
                + Quantities.text(Quantities.LONGEST)
                + " after the first time, got "
                + time);
      }
      lastNanos = nanos;
      points.add(CurvePoint.of(Duration.ofNanos(nanos - firstNanos), rate));
      return true;
    }

    private boolean error(int line, String message) {
      problems.error(new SourceLocation(file, line, 1), "", message);
      return false;
    }
  }
}
