package io.tidemark.features.verify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.file.ReportFormats;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Compares two forms of one file, field by field. */
final class FieldComparison {
  /** Numbers of Java are written exactly. */
  private static final double EXACT = 1e-9;

  private final Verification found;
  private final String file;
  private final ToDoubleFunction<String> tolerance;
  private final Function<String, Optional<String>> notComputed;

  /**
   * @param tolerance share by which two numbers may differ, by their field
   * @param notComputed why a field, by its path, has no other source; empty for fields that are
   *     compared
   */
  private FieldComparison(
      Verification found,
      String file,
      ToDoubleFunction<String> tolerance,
      Function<String, Optional<String>> notComputed) {
    this.found = found;
    this.file = file;
    this.tolerance = tolerance;
    this.notComputed = notComputed;
  }

  static FieldComparison exact(Verification found, String file) {
    return new FieldComparison(found, file, field -> EXACT, field -> Optional.empty());
  }

  /** Numbers of fields with such a path may differ by a share. */
  FieldComparison within(double share, String fields) {
    return new FieldComparison(
        found, file, field -> field.matches(fields) ? share : EXACT, notComputed);
  }

  FieldComparison without(Function<String, Optional<String>> reasons) {
    return new FieldComparison(found, file, tolerance, reasons);
  }

  /** All values of both trees. */
  void trees(JsonNode stored, JsonNode computed) {
    trees("", stored, computed);
  }

  /** Two objects of one field. */
  void maps(String field, Map<String, Object> stored, Map<String, Object> computed) {
    trees(field, ReportFormats.JSON.valueToTree(stored), ReportFormats.JSON.valueToTree(computed));
  }

  private void trees(String path, JsonNode stored, JsonNode computed) {
    Optional<String> why = notComputed.apply(path);
    if (why.isPresent()) {
      found.notComputed(file, path.replaceAll("\\[\\d+]", "[]"), leaves(stored), why.get());
    } else if (stored.isObject() && computed.isObject()) {
      names(stored, computed)
          .forEach(
              name ->
                  trees(
                      path.isEmpty() ? name : path + "." + name,
                      stored.path(name),
                      computed.path(name)));
    } else if (stored.isArray() && computed.isArray()) {
      for (int i = 0; i < Math.max(stored.size(), computed.size()); i++) {
        trees(path + "[" + i + "]", stored.path(i), computed.path(i));
      }
    } else if (same(path, stored, computed)) {
      found.addSame();
    } else {
      found.differs(file, path, text(stored), text(computed));
    }
  }

  /** Empty containers and null count as a value. */
  private static long leaves(JsonNode node) {
    if (!node.isContainerNode() || node.isEmpty()) {
      return node.isMissingNode() ? 0 : 1;
    }
    long leaves = 0;
    for (JsonNode child : node) {
      leaves += leaves(child);
    }
    return leaves;
  }

  private static Set<String> names(JsonNode stored, JsonNode computed) {
    Set<String> names = new LinkedHashSet<>();
    stored.fieldNames().forEachRemaining(names::add);
    computed.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String text(JsonNode node) {
    return node.isMissingNode() ? "" : node.isTextual() ? node.asText() : node.toString();
  }

  private boolean same(String path, JsonNode stored, JsonNode computed) {
    return stored.isNumber() && computed.isNumber()
        ? same(path, stored.asDouble(), computed.asDouble())
            && (!stored.isIntegralNumber()
                || !computed.isIntegralNumber()
                || stored.canConvertToLong() && stored.asLong() == computed.asLong())
        : stored.equals(computed);
  }

  private boolean same(String field, double stored, double computed) {
    return stored == computed
        || Math.abs(stored - computed)
            <= tolerance.applyAsDouble(field) * Math.max(Math.abs(stored), Math.abs(computed));
  }

  /** Two tables; their first line is the names of the columns. */
  void tables(String stored, String computed) {
    Iterator<String> storedRows = stored.lines().iterator();
    Iterator<String> computedRows = computed.lines().iterator();
    String head = next(storedRows);
    String computedHead = next(computedRows);
    if (!head.equals(computedHead)) {
      found.differs(file, "names of the columns", head, computedHead);
      return;
    }
    List<String> columns = Csv.cells(head);
    for (int row = 1; storedRows.hasNext() || computedRows.hasNext(); row++) {
      String storedRow = next(storedRows);
      String computedRow = next(computedRows);
      if (storedRow.isEmpty() || computedRow.isEmpty()) {
        found.differs(file, "row " + row, storedRow, computedRow);
        return; // Each further row is only in one of them, too.
      }
      row(row, columns, Csv.cells(storedRow), Csv.cells(computedRow));
    }
  }

  private static String next(Iterator<String> lines) {
    return lines.hasNext() ? lines.next() : "";
  }

  private void row(int row, List<String> columns, List<String> stored, List<String> computed) {
    if (stored.size() != columns.size()) {
      found.wrong(
          file, "row " + row, "%s cells; allowed %s".formatted(stored.size(), columns.size()));
      return;
    }
    for (int i = 0; i < columns.size(); i++) {
      if (sameCell(columns.get(i), stored.get(i), computed.get(i))) {
        found.addSame();
      } else {
        found.differs(file, "row " + row + ", " + columns.get(i), stored.get(i), computed.get(i));
      }
    }
  }

  private boolean sameCell(String column, String stored, String computed) {
    if (stored.equals(computed)) {
      return true;
    }
    boolean whole = (stored + computed).matches("[\\d-]+");
    if (whole && tolerance.applyAsDouble(column) == EXACT) {
      return false; // A microsecond of a time is less than the tolerance.
    }
    try {
      return same(column, Double.parseDouble(stored), Double.parseDouble(computed));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Two texts, line by line. */
  void texts(String stored, String computed) {
    Iterator<String> storedLines = stored.lines().iterator();
    Iterator<String> computedLines = computed.lines().iterator();
    for (int line = 1; storedLines.hasNext() || computedLines.hasNext(); line++) {
      String one = next(storedLines);
      String other = next(computedLines);
      if (one.equals(other)) {
        found.addSame();
      } else {
        found.differs(file, "line " + line, one, other);
      }
    }
  }
}
