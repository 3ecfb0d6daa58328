package io.tidemark.report.runs;

import io.tidemark.driver.Setting.Type;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A key of a study's matrix with several numbers as values.
 *
 * @param path of the key
 * @param name for people
 * @param texts its values, as the study file has them
 */
public record MatrixAxis(String path, String name, List<String> texts) {
  public MatrixAxis {
    texts = List.copyOf(texts);
  }

  /** Empty if a value is no number, or there is only one. */
  static Optional<MatrixAxis> of(String path, String name, List<String> texts) {
    MatrixAxis axis = new MatrixAxis(path, name, texts);
    return texts.size() > 1 && texts.stream().allMatch(text -> axis.number(text).isPresent())
        ? Optional.of(axis)
        : Optional.empty();
  }

  /** A number, a rate, a size in bytes or a time in seconds. */
  public Optional<Double> number(String text) {
    boolean size = name.toLowerCase(Locale.ROOT).endsWith("size");
    Optional<Double> bytes = Type.SIZE.number(text);
    return (size ? bytes : Optional.<Double>empty())
        .or(() -> Type.RATE.number(text))
        .or(() -> bytes)
        .or(() -> Type.DURATION.number(text).map(nanos -> nanos / 1e9));
  }

  /** Of its numbers, for the title of an axis. */
  public String unit() {
    String text = texts.get(0);
    if (text.matches(".*[0-9 ][kKmMgG]?i?[bB]")) {
      return " (bytes)";
    }
    return Type.RATE.number(text).isEmpty() ? " (s)" : "";
  }
}
