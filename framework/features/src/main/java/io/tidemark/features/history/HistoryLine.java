package io.tidemark.features.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tidemark.model.metric.Metrics;
import java.io.IOException;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A line of a store: the facts of a run, or one group of its figures.
 *
 * @param run id of the run
 * @param at when it began; only in a line of facts, as status, source and attributes
 * @param group key of the group of figures; empty in a line of facts
 * @param values by the keys of metrics
 * @param damaged which must not be used, and why
 */
record HistoryLine(
    String run,
    Instant at,
    String group,
    String status,
    String source,
    Map<String, String> attributes,
    Map<String, Double> values,
    Map<String, String> damaged) {
  /** The version of the format that this version writes. */
  static final int VERSION = 1;

  private static final JsonFactory JSON = new JsonFactory();

  boolean isFacts() {
    return group.isEmpty();
  }

  /** What a line contains after version and run. */
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** The line of a run's facts, with its line feed. */
  static String facts(HistoryRun run) {
    return line(
        run.id(),
        json -> {
          json.writeStringField("at", run.at().toString());
          json.writeStringField("status", run.status());
          json.writeStringField("source", run.source());
          texts(json, "attributes", run.attributes());
        });
  }

  /** The line of a group of figures, with its line feed. */
  static String figures(
      String run,
      String group,
      String unit,
      Map<String, Double> values,
      Map<String, String> damaged) {
    return line(
        run,
        json -> {
          json.writeStringField("group", group);
          json.writeStringField("unit", unit);
          json.writeObjectFieldStart("values");
          for (Map.Entry<String, Double> value : values.entrySet()) {
            json.writeNumberField(value.getKey(), value.getValue());
          }
          json.writeEndObject();
          if (!damaged.isEmpty()) {
            texts(json, "damaged", damaged);
          }
        });
  }

  private static String line(String run, Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("v", VERSION);
      json.writeStringField("run", run);
      content.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("a string takes all JSON", e);
    }
    return text + "\n";
  }

  private static void texts(JsonGenerator json, String name, Map<String, String> map)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> each : map.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  /**
   * Reads lines of a store from bytes. A store can have 400,000 of them: only what is wanted is
   * made a value, and attributes that are those of the run before are not parsed again.
   */
  static final class HistoryLineReader {
    private static final JsonFactory JSON =
        JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    private final byte[] bytes;
    private final Predicate<String> metrics;
    private int attributesFrom;
    private int attributesTo;
    private Map<String, String> attributes = Map.of();

    /**
     * @param metrics which values are wanted, by the keys of metrics
     */
    HistoryLineReader(byte[] bytes, Predicate<String> metrics) {
      this.bytes = bytes;
      this.metrics = metrics;
    }

    /**
     * Reads all lines of a part of the bytes; unknown fields are left out.
     *
     * @throws IOException if it is not JSON, or not a line of a store
     * @throws DateTimeException if a time is not one
     */
    void read(int from, int to, Consumer<HistoryLine> lines) throws IOException {
      try (JsonParser json = JSON.createParser(bytes, from, to - from)) {
        while (json.nextToken() != null) {
          if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new IOException("not a JSON object");
          }
          lines.accept(line(json, from));
        }
      }
    }

    private HistoryLine line(JsonParser json, int start) throws IOException {
      int version = 0;
      String run = "";
      String at = "";
      String group = "";
      String status = "";
      String source = "";
      Map<String, String> all = Map.of();
      Map<String, Double> values = Map.of();
      Map<String, String> damaged = Map.of();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken token = json.nextToken();
        switch (name) {
          case "v" -> version = json.getIntValue();
          case "run" -> run = text(json, token);
          case "at" -> at = text(json, token);
          case "group" -> group = text(json, token);
          case "status" -> status = text(json, token);
          case "source" -> source = text(json, token);
          case "attributes" -> all = attributes(json, start);
          case "values" -> values = values(json);
          case "damaged" -> damaged = map(json, metrics);
          default -> json.skipChildren();
        }
      }
      check(version, run, at, group);
      return new HistoryLine(
          run,
          at.isEmpty() ? Instant.MIN : Instant.parse(at),
          group,
          status,
          source,
          all,
          values,
          damaged);
    }

    private static void check(int version, String run, String at, String group) throws IOException {
      if (version < 1 || run.isEmpty() || group.isEmpty() == at.isEmpty()) {
        throw new IOException("not a line of a history: v, run, or at or group is missing");
      }
      if (version > HistoryLine.VERSION) {
        throw new IOException(
            "written in version "
                + version
                + " of the format; this Tidemark reads up to "
                + HistoryLine.VERSION);
      }
    }

    private static String text(JsonParser json, JsonToken token) throws IOException {
      if (token == JsonToken.VALUE_STRING) {
        return json.getText();
      }
      json.skipChildren();
      return "";
    }

    private Map<String, String> attributes(JsonParser json, int start) throws IOException {
      int from = start + (int) json.currentTokenLocation().getByteOffset();
      json.skipChildren();
      int to = start + (int) json.currentLocation().getByteOffset();
      if (!Arrays.equals(bytes, from, to, bytes, attributesFrom, attributesTo)) {
        try (JsonParser own = JSON.createParser(bytes, from, to - from)) {
          own.nextToken();
          attributes = map(own, any -> true);
        }
        attributesFrom = from;
        attributesTo = to;
      }
      return attributes;
    }

    private Map<String, Double> values(JsonParser json) throws IOException {
      Map<String, Double> values = new HashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String metric = Metrics.today(json.currentName());
        json.nextToken();
        if (metrics.test(metric)) {
          values.put(metric, json.getDoubleValue());
        }
      }
      return values;
    }

    private static Map<String, String> map(JsonParser json, Predicate<String> wanted)
        throws IOException {
      Map<String, String> map = new HashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = Metrics.today(json.currentName());
        json.nextToken();
        if (wanted.test(key)) {
          map.put(key, json.getText());
        }
      }
      return map;
    }
  }
}
