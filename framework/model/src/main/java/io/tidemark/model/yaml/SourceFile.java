package io.tidemark.model.yaml;

/**
 * A configuration file's text.
 *
 * @param name as the user gave it, for messages
 * @param text its content
 */
public record SourceFile(String name, String text) {

  /** One line, counted from 1, without its end; empty when there is no such line. */
  public String line(int number) {
    return text.lines().skip(Math.max(0, number - 1L)).findFirst().orElse("");
  }

  /** Prints the name without the text, which may hold secrets. */
  @Override
  public String toString() {
    return name;
  }
}
