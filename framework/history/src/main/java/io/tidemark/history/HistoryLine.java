package io.tidemark.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;

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
}
