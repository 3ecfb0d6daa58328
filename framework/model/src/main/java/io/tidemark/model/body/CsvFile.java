package io.tidemark.model.body;

import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.yaml.CsvRows;
import io.tidemark.model.yaml.CsvRows.CsvException;
import io.tidemark.model.yaml.CsvRows.Row;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A file of comma-separated values with a line of names. */
public final class CsvFile {
  private CsvFile() {}

  /**
   * @param file its name, for messages and in templates
   */
  public static Table read(String file, String text) throws BodyException {
    List<List<String>> rows = new ArrayList<>();
    try {
      CsvRows all = CsvRows.of(new StringReader(text));
      for (Optional<Row> row = all.next(); row.isPresent(); row = all.next()) {
        add(file, row.get(), rows);
      }
    } catch (CsvException e) {
      throw new BodyException(file + ":" + e.line() + ": " + e.getMessage());
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can be read", e);
    }
    if (rows.size() < 2) {
      throw new BodyException(
          file + " has no values; allowed a line of column names, and at least one line of values");
    }
    return new Table(file, rows.get(0), rows.subList(1, rows.size()));
  }

  private static void add(String file, Row row, List<List<String>> rows) throws BodyException {
    int columns = rows.isEmpty() ? row.values().size() : rows.get(0).size();
    if (row.values().size() != columns) {
      throw new BodyException(
          String.format(
              Locale.ROOT,
              "%s:%d has %d values; allowed %d, as in its first line",
              file,
              row.line(),
              row.values().size(),
              columns));
    }
    rows.add(row.values());
  }
}
