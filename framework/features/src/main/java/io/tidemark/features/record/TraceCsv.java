package io.tidemark.features.record;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.recorded.RecordedTime;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.yaml.CsvRows;
import io.tidemark.model.yaml.CsvRows.CsvException;
import io.tidemark.model.yaml.CsvRows.Row;
import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A CSV file of messages as a trace: columns {@code time} and {@code size}, and optionally {@code
 * partition}, {@code key} and {@code class}, in any order, named by the first line.
 */
public final class TraceCsv {
  private static final List<String> NAMES = List.of("time", "size", "partition", "key", "class");
  private static final int MOST_BYTES = 1 << 30;

  private final CsvRows rows;
  private final KeyHash hash;
  private final Map<String, Integer> columns = new HashMap<>();
  private int width;
  private int number = 1;

  private TraceCsv(CsvRows rows, KeyHash hash) {
    this.rows = rows;
    this.hash = hash;
  }

  /** Where the messages go. */
  public interface Sink {
    void add(TraceMessage message) throws IOException;
  }

  /**
   * Reads all lines.
   *
   * @throws IOException with the number of the line that is wrong
   */
  public static void read(Reader lines, KeyHash hash, Sink sink) throws IOException {
    try {
      new TraceCsv(CsvRows.ofOtherPrograms(lines), hash).readAll(sink);
    } catch (CsvException e) {
      throw new IOException("line " + e.line() + ": " + e.getMessage(), e);
    }
  }

  private void readAll(Sink sink) throws IOException {
    names(rows.next().map(Row::values).orElse(List.of()));
    for (Optional<Row> row = rows.next(); row.isPresent(); row = rows.next()) {
      number = row.get().line();
      List<String> fields = row.get().values();
      if (fields.size() != width) {
        throw wrong("has " + fields.size() + " values; allowed " + width + ", as the columns");
      }
      sink.add(message(fields));
    }
  }

  private void names(List<String> given) throws IOException {
    List<String> names = given.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    width = names.size();
    for (int i = 0; i < names.size(); i++) {
      if (NAMES.contains(names.get(i))) {
        columns.put(names.get(i), i);
      }
    }
    if (!columns.keySet().containsAll(List.of("time", "size"))) {
      throw wrong(
          "got the columns "
              + String.join(", ", names)
              + "; allowed "
              + String.join(", ", NAMES)
              + ", of which time and size are required");
    }
  }

  private TraceMessage message(List<String> fields) throws IOException {
    String time = field(fields, "time");
    String size = field(fields, "size");
    String partition = field(fields, "partition");
    String key = field(fields, "key");
    Optional<Long> nanos = RecordedTime.nanos(time);
    Optional<Long> bytes =
        Quantities.bytes(size).filter(value -> value >= 0 && value <= MOST_BYTES);
    if (nanos.isEmpty()) {
      throw wrong("wrong time, got " + time + "; allowed " + RecordedTime.ALLOWED);
    }
    if (bytes.isEmpty()) {
      throw wrong("wrong size, got " + size + "; allowed a size from 0 to 1GB");
    }
    if (!partition.matches("\\d{0,9}")) {
      throw wrong("wrong partition, got " + partition + "; allowed a whole number, or nothing");
    }
    return new TraceMessage(
        nanos.get(),
        bytes.get().intValue(),
        partition.isEmpty() ? -1 : Integer.parseInt(partition),
        key.isEmpty() ? 0 : hash.of(key),
        0,
        0,
        field(fields, "class"));
  }

  private String field(List<String> fields, String name) {
    Integer at = columns.get(name);
    return at == null ? "" : fields.get(at);
  }

  private IOException wrong(String message) {
    return new IOException("line " + number + ": " + message);
  }
}
