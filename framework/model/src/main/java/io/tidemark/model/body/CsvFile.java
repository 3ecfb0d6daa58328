package io.tidemark.model.body;

import io.tidemark.model.load.PayloadSpec.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A file of comma-separated values with a line of names, as in RFC 4180. */
public final class CsvFile {
  private final String file;
  private final String text;
  private int at;
  private int line = 1;

  private CsvFile(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * @param file its name, for messages and in templates
   */
  public static Table read(String file, String text) throws BodyException {
    return new CsvFile(file, text).table();
  }

  private Table table() throws BodyException {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    List<List<String>> rows = new ArrayList<>();
    int columns = 0;
    while (at < text.length()) {
      int first = line;
      List<String> row = row();
      if (row.size() == 1 && row.get(0).isEmpty()) {
        continue;
      }
      columns = rows.isEmpty() ? row.size() : columns;
      if (row.size() != columns) {
        throw new BodyException(
            String.format(
                Locale.ROOT,
                "%s:%d has %d values; allowed %d, as in its first line",
                file,
                first,
                row.size(),
                columns));
      }
      rows.add(row);
    }
    if (rows.size() < 2) {
      throw new BodyException(
          file + " has no values; allowed a line of column names, and at least one line of values");
    }
    return new Table(file, rows.get(0), rows.subList(1, rows.size()));
  }

  private List<String> row() throws BodyException {
    List<String> row = new ArrayList<>();
    while (true) {
      row.add(value());
      if (at >= text.length()) {
        return row;
      }
      char end = text.charAt(at++);
      if (end == '\n') {
        line++;
        return row;
      }
    }
  }

  private String value() throws BodyException {
    return at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
  }

  private String plain() {
    int from = at;
    while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
      at++;
    }
    String value = text.substring(from, at);
    return value.endsWith("\r") ? value.substring(0, value.length() - 1) : value;
  }

  private String quoted() throws BodyException {
    int opened = line;
    StringBuilder value = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      line += c == '\n' ? 1 : 0;
      if (c != '"') {
        value.append(c);
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
        value.append(c);
        at++;
      } else {
        at++;
        return afterQuotes(value.toString());
      }
    }
    throw new BodyException(file + ":" + opened + ": a quotation mark is not closed");
  }

  private String afterQuotes(String value) throws BodyException {
    if (at < text.length() && text.charAt(at) == '\r') {
      at++;
    }
    if (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
      throw new BodyException(
          file + ":" + line + ": text after a closing quotation mark; allowed a comma");
    }
    return value;
  }
}
