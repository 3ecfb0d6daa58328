package io.tidemark.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of a store: the facts of a run, or one group of its figures.
 *
 * @param run id of the run
 * @param at when it began, in ISO 8601; only in a line of facts, as status, source and attributes
 * @param group key of the group of figures; empty in a line of facts
 * @param values in {@code unit} by the keys of metrics
 * @param damaged which must not be used, and why
 */
record HistoryLine(
    int version,
    String run,
    String at,
    String group,
    String unit,
    Map<String, Double> values,
    Map<String, String> damaged,
    String status,
    String source,
    Map<String, String> attributes) {
  /** The version of the format that this version writes. */
  static final int VERSION = 1;

  private static final JsonFactory JSON = new JsonFactory();

  static HistoryLine facts(HistoryRun run) {
    return new HistoryLine(
        VERSION,
        run.id(),
        run.at().toString(),
        "",
        "",
        Map.of(),
        Map.of(),
        run.status(),
        run.source(),
        run.attributes());
  }

  static HistoryLine figures(
      String run,
      String group,
      String unit,
      Map<String, Double> values,
      Map<String, String> damaged) {
    return new HistoryLine(VERSION, run, "", group, unit, values, damaged, "", "", Map.of());
  }

  boolean isFacts() {
    return group.isEmpty();
  }

  /** With its line feed. */
  String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("v", version);
      json.writeStringField("run", run);
      if (isFacts()) {
        json.writeStringField("at", at);
        json.writeStringField("status", status);
        json.writeStringField("source", source);
        texts(json, "attributes", attributes);
      } else {
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
      }
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
   * Reads a line; unknown fields are left out.
   *
   * @throws IOException if it is not JSON, or not a line of a store
   */
  static HistoryLine read(byte[] bytes, int from, int length) throws IOException {
    try (JsonParser json = JSON.createParser(bytes, from, length)) {
      json.nextToken();
      HistoryLine line = read(json);
      if (json.nextToken() != null) {
        throw new IOException("text after the JSON object");
      }
      return line;
    }
  }

  /**
   * Reads all lines, which is faster than one by one.
   *
   * @throws IOException if one of them cannot be read
   */
  static List<HistoryLine> readAll(byte[] bytes) throws IOException {
    List<HistoryLine> lines = new ArrayList<>();
    try (JsonParser json = JSON.createParser(bytes)) {
      while (json.nextToken() != null) {
        lines.add(read(json));
      }
    }
    return lines;
  }

  private static HistoryLine read(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IOException("not a JSON object");
    }
    Fields fields = new Fields();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      fields.read(json.currentName(), json);
    }
    return fields.line();
  }

  /** The fields of a line while it is read. */
  private static final class Fields {
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, Double> values = new LinkedHashMap<>();
    private Map<String, String> damaged = Map.of();
    private Map<String, String> attributes = Map.of();
    private int version;

    void read(String name, JsonParser json) throws IOException {
      JsonToken token = json.nextToken();
      switch (name) {
        case "v" -> version = json.getIntValue();
        case "values" -> {
          while (json.nextToken() == JsonToken.FIELD_NAME) {
            String metric = json.currentName();
            json.nextToken();
            values.put(metric, json.getDoubleValue());
          }
        }
        case "damaged" -> damaged = map(json);
        case "attributes" -> attributes = map(json);
        default -> {
          if (token == JsonToken.VALUE_STRING) {
            texts.put(name, json.getText());
          } else {
            json.skipChildren();
          }
        }
      }
    }

    private static Map<String, String> map(JsonParser json) throws IOException {
      Map<String, String> map = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        json.nextToken();
        map.put(key, json.getText());
      }
      return map;
    }

    HistoryLine line() throws IOException {
      if (version < 1 || text("run").isEmpty() || text("group").isEmpty() == text("at").isEmpty()) {
        throw new IOException("not a line of a history: v, run, or at or group is missing");
      }
      if (version > VERSION) {
        throw new IOException(
            "written in version "
                + version
                + " of the format; this Tidemark reads up to "
                + VERSION);
      }
      return new HistoryLine(
          version,
          text("run"),
          text("at"),
          text("group"),
          text("unit"),
          values,
          damaged,
          text("status"),
          text("source"),
          attributes);
    }

    private String text(String name) {
      return texts.getOrDefault(name, "");
    }
  }
}
