package io.tidemark.history;

import com.fasterxml.jackson.core.io.NumberInput;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Reads lines exactly as {@link HistoryLine} writes them, several times as fast as a parser of JSON.
 * Another order of fields, a space or an escaped character is not its task: such a line is read by
 * {@link HistoryLineReader}.
 */
final class LineScanner {
  private static final byte[] START = ascii("{\"v\":1,\"run\":\"");
  private static final byte[] AT = ascii(",\"at\":\"");
  private static final byte[] STATUS = ascii(",\"status\":\"");
  private static final byte[] SOURCE = ascii(",\"source\":\"");
  private static final byte[] ATTRIBUTES = ascii(",\"attributes\":{");
  private static final byte[] GROUP = ascii(",\"group\":\"");
  private static final byte[] UNIT = ascii(",\"unit\":\"");
  private static final byte[] VALUES = ascii(",\"values\":{");

  private static final Metric NONE = new Metric(new byte[0], "", false);

  private final byte[] bytes;
  private final Predicate<String> metrics;
  private final List<Metric> known = new ArrayList<>();
  private int next;
  private int place;
  private int end;
  private boolean canonical;
  private String run = "";
  private byte[] runBytes = {};
  private int attributesFrom;
  private int attributesTo;
  private Map<String, String> attributes = Map.of();

  /** A name of a metric that was seen, as bytes and as text. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Metric(byte[] bytes, String name, boolean wanted) {}

  LineScanner(byte[] bytes, Predicate<String> metrics) {
    this.bytes = bytes;
    this.metrics = metrics;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Empty for a line that is not exactly as it is written. */
  Optional<HistoryLine> line(int from, int to) {
    place = from;
    end = to;
    canonical = true;
    take(START);
    runId();
    HistoryLine line = isNext(GROUP) ? figures() : facts();
    return canonical && place == end ? Optional.of(line) : Optional.empty();
  }

  private HistoryLine facts() {
    take(AT);
    Instant at = instant(text());
    take(STATUS);
    String status = text();
    take(SOURCE);
    String source = text();
    take(ATTRIBUTES);
    Map<String, String> all = attributes();
    take('}');
    return new HistoryLine(run, at, "", status, source, all, Map.of(), Map.of());
  }

  private HistoryLine figures() {
    take(GROUP);
    String group = text();
    take(UNIT);
    skipText();
    take(VALUES);
    Map<String, Double> values = values();
    take('}');
    return new HistoryLine(run, Instant.MIN, group, "", "", Map.of(), values, Map.of());
  }

  private boolean isNext(byte[] expected) {
    return place + expected.length <= end
        && Arrays.equals(
            bytes, place, place + expected.length, expected, 0, expected.length);
  }

  private void take(byte[] expected) {
    canonical = canonical && isNext(expected);
    place += expected.length;
  }

  private void take(char expected) {
    canonical = canonical && place < end && bytes[place] == expected;
    place++;
  }

  /** The end of a text; behind it if it has no end, or something that is escaped. */
  private int endOfText() {
    int at = place;
    while (canonical && at < end && bytes[at] != '"') {
      // Bytes below 0 are characters that are not ASCII.
      canonical = bytes[at] >= ' ' && bytes[at] != '\\';
      at++;
    }
    canonical = canonical && at < end;
    return at;
  }

  private String text() {
    int to = endOfText();
    String text = canonical ? new String(bytes, place, to - place, StandardCharsets.UTF_8) : "";
    place = to + 1;
    return text;
  }

  private void skipText() {
    place = endOfText() + 1;
  }

  /** Lines of a run follow each other. */
  private void runId() {
    int to = endOfText();
    if (canonical && !Arrays.equals(bytes, place, to, runBytes, 0, runBytes.length)) {
      runBytes = Arrays.copyOfRange(bytes, place, to);
      run = new String(runBytes, StandardCharsets.UTF_8);
    }
    canonical = canonical && runBytes.length > 0;
    place = to + 1;
  }

  private Instant instant(String text) {
    try {
      return canonical ? Instant.parse(text) : Instant.MIN;
    } catch (DateTimeException e) {
      canonical = false;
      return Instant.MIN;
    }
  }

  /** Up to the end of the object; those of the run before are not made again. */
  private Map<String, String> attributes() {
    int length = attributesTo - attributesFrom;
    if (canonical
        && length > 0
        && place + length <= end
        && Arrays.equals(
            bytes, place, place + length, bytes, attributesFrom, attributesTo)) {
      place += length;
      return attributes;
    }
    attributesFrom = place;
    Map<String, String> all = new TreeMap<>();
    while (canonical && place < end && bytes[place] == '"') {
      place++;
      String name = text();
      take(':');
      take('"');
      all.put(name, text());
      comma();
    }
    take('}');
    attributesTo = canonical ? place : attributesFrom;
    attributes = all;
    return all;
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    while (canonical && place < end && bytes[place] == '"') {
      place++;
      Metric metric = metric();
      take(':');
      int to = endOfNumber();
      if (canonical && metric.wanted()) {
        number(to).ifPresent(value -> values.put(metric.name(), value));
      }
      place = to;
      comma();
    }
    take('}');
    return values;
  }

  private int endOfNumber() {
    int at = place < end && bytes[place] == '-' ? place + 1 : place;
    int digits = endOfDigits(at);
    canonical = canonical && (digits == at + 1 || digits > at && bytes[at] != '0');
    at = digits;
    if (at < end && bytes[at] == '.') {
      at = someDigits(at + 1);
    }
    if (at < end && bytes[at] == 'E') {
      at = someDigits(at + 1 < end && bytes[at + 1] == '-' ? at + 2 : at + 1);
    }
    return at;
  }

  private int someDigits(int from) {
    int to = endOfDigits(from);
    canonical = canonical && to > from;
    return to;
  }

  private int endOfDigits(int from) {
    int at = from;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at;
  }

  private OptionalDouble number(int to) {
    try {
      String text = new String(bytes, place, to - place, StandardCharsets.ISO_8859_1);
      return OptionalDouble.of(NumberInput.parseDouble(text, true));
    } catch (NumberFormatException e) {
      canonical = false;
      return OptionalDouble.empty();
    }
  }

  /** Metrics of a line are mostly in the order of the line before. */
  private Metric metric() {
    int to = endOfText();
    int from = place;
    place = to + 1;
    for (int i = 0; canonical && i < known.size(); i++) {
      Metric metric = known.get((next + i) % known.size());
      if (Arrays.equals(bytes, from, to, metric.bytes(), 0, metric.bytes().length)) {
        next = (next + i + 1) % known.size();
        return metric;
      }
    }
    if (!canonical) {
      return NONE;
    }
    byte[] name = Arrays.copyOfRange(bytes, from, to);
    String text = new String(name, StandardCharsets.US_ASCII);
    Metric metric = new Metric(name, text, metrics.test(text));
    known.add(metric);
    return metric;
  }

  private void comma() {
    if (place + 1 < end && bytes[place] == ',' && bytes[place + 1] == '"') {
      place++;
    } else {
      canonical = canonical && place < end && bytes[place] == '}';
    }
  }
}
