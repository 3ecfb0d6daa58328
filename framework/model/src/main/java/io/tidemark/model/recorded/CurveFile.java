package io.tidemark.model.recorded;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.CurveKeys.CurvePoint;
import io.tidemark.model.yaml.CsvRows;
import io.tidemark.model.yaml.CsvRows.CsvException;
import io.tidemark.model.yaml.CsvRows.Row;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A CSV file of a rate over time: a time and a rate in each line, separated by comma, semicolon or
 * tab. Empty lines, lines that begin with {@code #}, and a first line of names are left out.
 */
public final class CurveFile {
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
