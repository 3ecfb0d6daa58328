package io.tidemark.model.yaml;

/**
 * A position in a file.
 *
 * @param line from 1; 0 when the file could not be read at all
 * @param column from 1
 */
public record SourceLocation(SourceFile source, int line, int column) {

  /** The first position of a file, for problems with the file as a whole. */
  public static SourceLocation start(SourceFile file) {
    return new SourceLocation(file, 1, 1);
  }

  /** {@code file:line:column}. */
  @Override
  public String toString() {
    return line == 0 ? source.name() : source.name() + ":" + line + ":" + column;
  }
}
