package io.tidemark.model.yaml;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rows of comma-separated values as in RFC 4180, read one by one: memory use does not grow with
 * their number. Empty lines are left out. Not thread-safe.
 */
public final class CsvRows {
  private static final int MOST_CHARACTERS = 16 << 20;
  private static final int END = -1;

  private final Reader in;
  private final String separators;
  private final boolean ofOtherPrograms;
  private int line = 1;
  private int next;

  /**
   * Values in the order of the columns.
   *
   * @param line of the first of them, from 1
   */
  public record Row(int line, List<String> values) {
    public Row {
      values = List.copyOf(values);
    }
  }

  /** Text that is no CSV. */
  public static final class CsvException extends IOException {
    private static final long serialVersionUID = 1;

    private final int line;

    CsvException(int line, String problem) {
      super(problem);
      this.line = line;
    }

    public int line() {
      return line;
    }
  }

  private CsvRows(Reader in, String separators, boolean ofOtherPrograms) throws IOException {
    this.in = in;
    this.separators = separators;
    this.ofOtherPrograms = ofOtherPrograms;
    advance();
    if (next == '\uFEFF') {
      advance();
    }
  }

  /** Values as they are, separated by commas. */
  public static CsvRows of(Reader in) throws IOException {
    return new CsvRows(in, ",", false);
  }

  /**
   * Exports of other programs: separated by comma, semicolon or tab. Spaces around values, and
   * lines that begin with {@code #}, are left out.
   */
  public static CsvRows ofOtherPrograms(Reader in) throws IOException {
    return new CsvRows(in, ",;\t", true);
  }

  /**
   * The next row; empty at the end.
   *
   * @throws CsvException if it is no CSV
   */
  public Optional<Row> next() throws IOException {
    while (next != END) {
      int first = line;
      skipSpaces();
      if (ofOtherPrograms && next == '#') {
        while (next != '\n' && next != END) {
          advance();
        }
        advance();
        continue;
      }
      List<String> values = values();
      if (values.size() > 1 || !values.get(0).isEmpty()) {
        return Optional.of(new Row(first, values));
      }
    }
    return Optional.empty();
  }

  private List<String> values() throws IOException {
    List<String> values = new ArrayList<>();
    boolean more = true;
    while (more) {
      skipSpaces();
      values.add(next == '"' ? quoted() : plain());
      more = next != '\n' && next != END;
      advance();
    }
    return values;
  }

  private String plain() throws IOException {
    StringBuilder value = new StringBuilder();
    while (!isOver()) {
      append(value, line);
    }
    int length = value.length();
    if (length > 0 && value.charAt(length - 1) == '\r') {
      value.setLength(length - 1);
    }
    return ofOtherPrograms ? value.toString().strip() : value.toString();
  }

  private String quoted() throws IOException {
    int opened = line;
    StringBuilder value = new StringBuilder();
    advance();
    while (next != END) {
      if (next == '"') {
        advance();
        if (next != '"') {
          requireEnd();
          return ofOtherPrograms ? value.toString().strip() : value.toString();
        }
      }
      append(value, opened);
    }
    throw new CsvException(opened, "a quotation mark is not closed");
  }

  private void requireEnd() throws IOException {
    skipSpaces();
    if (next == '\r') {
      advance();
    }
    if (!isOver()) {
      throw new CsvException(line, "text after a closing quotation mark; allowed a comma");
    }
  }

  private void append(StringBuilder value, int opened) throws IOException {
    if (value.length() == MOST_CHARACTERS) {
      throw new CsvException(opened, "a value of more than " + MOST_CHARACTERS + " characters");
    }
    value.append((char) next);
    advance();
  }

  private boolean isOver() {
    return next == END || next == '\n' || separators.indexOf(next) >= 0;
  }

  private void skipSpaces() throws IOException {
    while (ofOtherPrograms && next == ' ') {
      advance();
    }
  }

  private void advance() throws IOException {
    line += next == '\n' ? 1 : 0;
    next = in.read();
  }
}
