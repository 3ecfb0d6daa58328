package io.tidemark.model.recorded;

import io.tidemark.driver.Quantities;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A CSV file of messages as a trace: columns {@code time} and {@code size}, and optionally {@code
 * partition}, {@code key} and {@code class}, in any order, named by the first line.
 */
public final class TraceCsv {
  private static final List<String> NAMES = List.of("time", "size", "partition", "key", "class");
  private static final int MOST_BYTES = 1 << 30;

  private final BufferedReader lines;
  private final KeyHash hash;
  private final Map<String, Integer> columns = new HashMap<>();
  private int number;

  private TraceCsv(BufferedReader lines, KeyHash hash) {
    this.lines = lines;
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
  public static void read(BufferedReader lines, KeyHash hash, Sink sink) throws IOException {
    new TraceCsv(lines, hash).readAll(sink);
  }

  private void readAll(Sink sink) throws IOException {
    names(Optional.ofNullable(lines.readLine()).orElse(""));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        sink.add(message(fields(line)));
      }
    }
  }

  private void names(String line) throws IOException {
    number = 1;
    List<String> names =
        fields(line.replace("\uFEFF", "")).stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .toList();
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

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    Stream.of(line.split("[,;\t]", -1))
        .map(field -> field.strip().replaceAll("^\"|\"$", "").strip())
        .forEach(fields::add);
    return fields;
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
    return at == null || at >= fields.size() ? "" : fields.get(at);
  }

  private IOException wrong(String message) {
    return new IOException("line " + number + ": " + message);
  }
}
