package io.tidemark.report.runs;

import io.tidemark.driver.settings.Setting.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A key of a study's matrix with several numbers, or several versions, as values.
 *
 * @param path of the key
 * @param name for people
 * @param texts its values, as the study file has them
 */
public record MatrixAxis(String path, String name, List<String> texts) {
  public MatrixAxis {
    texts = List.copyOf(texts);
  }

  /** Empty if a value is neither a number nor a version, or there is only one. */
  static Optional<MatrixAxis> of(String path, String name, List<String> texts) {
    MatrixAxis axis = new MatrixAxis(path, name, texts);
    return texts.size() > 1 && (axis.isOfVersions() || axis.isOfNumbers())
        ? Optional.of(axis)
        : Optional.empty();
  }

  private boolean isOfNumbers() {
    return texts.stream().allMatch(text -> plainNumber(text).isPresent());
  }

  /** Whether its values are versions: each is compared with the one before, at equal distances. */
  public boolean isOfVersions() {
    return VersionOrder.isOf(path, texts, isOfNumbers());
  }

  /** Its values in ascending order. */
  public List<String> ascending() {
    Comparator<String> order =
        isOfVersions()
            ? VersionOrder.OF_VALUES
            : Comparator.comparingDouble(text -> plainNumber(text).orElseThrow());
    return texts.stream().sorted(order).toList();
  }

  /** Where a value is on the axis; of versions, its place in their order, from 0. */
  public Optional<Double> number(String text) {
    if (!isOfVersions()) {
      return plainNumber(text);
    }
    int place = ascending().indexOf(text);
    return place < 0 ? Optional.empty() : Optional.of((double) place);
  }

  /** A number, a rate, a size in bytes or a time in seconds. */
  private Optional<Double> plainNumber(String text) {
    boolean size = name.toLowerCase(Locale.ROOT).endsWith("size");
    Optional<Double> bytes = Type.SIZE.number(text);
    return (size ? bytes : Optional.<Double>empty())
        .or(() -> Type.RATE.number(text))
        .or(() -> bytes)
        .or(() -> Type.DURATION.number(text).map(nanos -> nanos / 1e9));
  }

  /** Returns the unit of its numbers, for the title of an axis. */
  public String unit() {
    String text = texts.get(0);
    if (isOfVersions()) {
      return "";
    }
    if (text.matches(".*[0-9 ][kKmMgG]?i?[bB]")) {
      return " (bytes)";
    }
    return Type.RATE.number(text).isEmpty() ? " (s)" : "";
  }
}
