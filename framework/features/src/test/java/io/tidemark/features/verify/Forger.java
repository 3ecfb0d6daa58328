package io.tidemark.features.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Plausible changes of a stored file, written from the documented formats alone: each field and
 * each column once, and rows that are left out, repeated or exchanged.
 */
final class Forger {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param field as a reader of the documents calls it; without the indexes of lists
   * @param alone whether no other change may be made with it
   */
  record Change(String field, boolean alone, Runnable make, Runnable undo) {}

  /** The commas of a table that are not within quotes. */
  private static final String CELLS = ",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";

  private final Path file;
  private final List<Change> changes = new ArrayList<>();
  private final Set<String> fields = new HashSet<>();
  private Supplier<byte[]> text = () -> new byte[0];

  Forger(Path file) throws IOException {
    this.file = file;
    String name = file.getFileName().toString();
    byte[] bytes = Files.readAllBytes(file);
    if (name.endsWith(".gz")) {
      bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
    }
    if (name.endsWith(".json") || name.endsWith(".json.gz")) {
      JsonNode tree = JSON.readTree(bytes);
      walk("", tree);
      text = () -> tree.toString().getBytes(StandardCharsets.UTF_8);
    } else if (name.endsWith(".bin")) {
      bytes(bytes);
    } else {
      lines(name, new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList()));
    }
  }

  List<Change> changes() {
    return changes;
  }

  byte[] forged() {
    byte[] bytes = text.get();
    return file.toString().endsWith(".gz") ? gzip(bytes) : bytes;
  }

  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  private void walk(String path, JsonNode node) {
    if (node instanceof ObjectNode object) {
      Map<String, JsonNode> children = new LinkedHashMap<>();
      object.properties().forEach(each -> children.put(each.getKey(), each.getValue()));
      children.forEach(
          (key, child) -> {
            String field = path.isEmpty() ? key : path + "." + key;
            if (child.isValueNode()) {
              boolean alone = child.isTextual() || child.isBoolean(); // Not all can be read.
              add(field, alone, () -> object.set(key, other(child)), () -> object.set(key, child));
            } else {
              walk(field, child);
            }
            if (!child.isEmpty()) {
              add(
                  field + " removed",
                  true,
                  () -> object.remove(key),
                  () -> {
                    object.removeAll();
                    object.setAll(children);
                  });
            }
          });
    } else if (node instanceof ArrayNode array) {
      List<JsonNode> items = new ArrayList<>();
      array.forEach(items::add);
      for (int i = 0; i < items.size(); i++) {
        int at = i;
        if (items.get(at).isValueNode()) {
          JsonNode item = items.get(at);
          add(path + "[]", false, () -> array.set(at, other(item)), () -> array.set(at, item));
        } else {
          walk(path + "[]", items.get(at));
        }
      }
      Runnable undo =
          () -> {
            array.removeAll();
            array.addAll(items);
          };
      if (!items.isEmpty()) {
        add(path + "[] removed", true, () -> array.remove(items.size() - 1), undo);
        add(path + "[] repeated", true, () -> array.add(items.get(0)), undo);
      }
      if (items.size() > 1 && !items.get(0).equals(items.get(1))) {
        add(
            path + "[] exchanged",
            true,
            () -> {
              array.set(0, items.get(1));
              array.set(1, items.get(0));
            },
            undo);
      }
    }
  }

  private void add(String field, boolean alone, Runnable make, Runnable undo) {
    if (fields.add(field)) {
      changes.add(new Change(field, alone, make, undo));
    }
  }

  private static JsonNode other(JsonNode value) {
    if (value.isBoolean()) {
      return BooleanNode.valueOf(!value.asBoolean());
    } else if (value.isIntegralNumber() || value.isNull()) {
      return LongNode.valueOf(value.asLong() + 1);
    } else if (value.isNumber()) {
      return DoubleNode.valueOf(value.asDouble() * 1.1 + 0.001);
    }
    return TextNode.valueOf(other(value.asText()));
  }

  private static String other(String text) {
    if (text.isEmpty()) {
      return "7";
    } else if (text.matches("-?\\d+(\\.\\d+)?")) {
      return text.contains(".")
          ? Double.toString(Double.parseDouble(text) * 1.1 + 0.001)
          : Long.toString(Long.parseLong(text) + 1);
    } else if (text.equals("true") || text.equals("false")) {
      return text.equals("true") ? "false" : "true";
    }
    return text + "x";
  }

  private void bytes(byte[] bytes) {
    byte[][] now = {bytes};
    text = () -> now[0];
    Runnable undo = () -> now[0] = bytes;
    add("cut", true, () -> now[0] = Arrays.copyOf(bytes, bytes.length / 2), undo);
    for (int each : new int[] {4, bytes.length / 2, bytes.length - 9}) {
      add(
          "byte " + each,
          true,
          () -> {
            now[0] = bytes.clone();
            now[0][each] ^= 1;
          },
          undo);
    }
    // The last sequence that was acknowledged is left out, or one more is there.
    try {
      byte[] body =
          new GZIPInputStream(new ByteArrayInputStream(bytes, 5, bytes.length - 5)).readAllBytes();
      for (int i = 0; i < body.length - 1; i += 7) {
        int at = i;
        add(
            "number " + at,
            true,
            () -> {
              byte[] changed = body.clone();
              changed[at] ^= 1;
              ByteArrayOutputStream out = new ByteArrayOutputStream();
              out.write(bytes, 0, 5);
              out.writeBytes(gzip(changed));
              now[0] = out.toByteArray();
            },
            undo);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void lines(String name, List<String> lines) {
    List<String> original = List.copyOf(lines);
    Runnable undo =
        () -> {
          lines.clear();
          lines.addAll(original);
        };
    text = () -> (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    int first = 0;
    while (first < lines.size() - 1 && isHead(name, first, lines.get(first))) {
      first++;
    }
    int last = lines.size() - 1;
    int middle = (first + last) / 2;
    if (last >= first) {
      add("last line removed", true, () -> lines.remove(last), undo);
      add("line removed", true, () -> lines.remove(middle), undo);
      add("line repeated", true, () -> lines.add(lines.get(last)), undo);
    }
    if (last > first && !lines.get(first).equals(lines.get(last))) {
      int top = first;
      add("lines exchanged", true, () -> Collections.swap(lines, top, last), undo);
    }
    for (int row = first; row <= last; row++) {
      int at = row;
      String line = lines.get(row);
      if (name.endsWith(".csv")) {
        String[] columns = lines.get(0).split(",", -1);
        String[] cells = line.split(CELLS, -1);
        for (int column = 0; column < cells.length; column++) {
          int cell = column;
          String field = columns[cell];
          add(field, false, () -> set(lines, at, CELLS, cell, other(cells[cell])), undo);
          if (!cells[cell].isEmpty() && row == middle) {
            add(field + " emptied", true, () -> set(lines, at, CELLS, cell, ""), undo);
          }
        }
      } else if (name.contains(".jsonl")) {
        try {
          int from = changes.size();
          JsonNode tree = JSON.readTree(line);
          walk("", tree);
          for (int i = from; i < changes.size(); i++) {
            Change each = changes.get(i);
            changes.set(
                i,
                new Change(
                    each.field,
                    true,
                    () -> {
                      each.make.run();
                      lines.set(at, tree.toString());
                      each.undo.run();
                    },
                    undo));
          }
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      } else if (name.endsWith(".hlog")) {
        String[] cells = line.split(",", -1);
        for (int column = 0; column < cells.length; column++) {
          int cell = column;
          String value = cells[cell];
          String changed = value.startsWith("HIST") ? value.replace("A", "B") : other(value);
          String of = line.replaceFirst("Tag=(priority_)?.*", "$1phase");
          String field = (line.startsWith("Tag") ? of : "total") + " " + cell;
          add(field, true, () -> set(lines, at, ",", cell, changed), undo);
        }
      } else if (name.endsWith(".yaml") && !line.startsWith("#")) {
        int colon = line.indexOf(": ");
        if (colon >= 0) {
          String key = line.substring(0, colon).strip().replaceAll("^- ", "");
          String value = line.substring(colon + 2);
          add(key, true, () -> lines.set(at, line.substring(0, colon + 2) + other(value)), undo);
          if (!value.isBlank()) {
            add(key + " removed", true, () -> lines.remove(at), undo);
          }
        }
      } else if (!line.isBlank() && !name.endsWith(".csv")) {
        add("line " + row, true, () -> lines.set(at, other(line)), undo);
      }
    }
  }

  /** A line without values. */
  private static boolean isHead(String name, int index, String line) {
    return name.endsWith(".csv")
        ? index == 0
        : name.endsWith(".hlog") && (line.startsWith("#") || line.startsWith("\""));
  }

  private static void set(List<String> lines, int row, String by, int cell, String value) {
    String[] changed = lines.get(row).split(by, -1);
    changed[cell] = value;
    lines.set(row, String.join(",", changed));
  }
}
