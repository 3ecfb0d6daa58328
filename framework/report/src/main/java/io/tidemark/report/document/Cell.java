package io.tidemark.report.document;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a place in a table, or a paragraph.
 *
 * @param value what a column is sorted by, and what a CSV file has: exactly as stored; null: a text
 * @param link address of a page; null for none
 */
public record Cell(List<Part> parts, @Nullable Double value, @Nullable String link) {
  public static final Cell EMPTY = of("");

  /** At the end of a figure that must not be used. */
  public static final String DAMAGED = "!";

  /** What is not known, which is not the same as 0. */
  public static final Cell UNKNOWN = of("not known");

  /** How good the content is, the worst last. */
  public enum Tone {
    NONE,
    GOOD,
    WARNING,
    BAD;

    /** The class of an element; null: none. */
    public @Nullable String style() {
      return this == NONE ? null : name().toLowerCase(Locale.ROOT);
    }

    /** Returns the tone of a verdict. */
    public static Tone of(Verdict.Status status) {
      return switch (status) {
        case VALID -> GOOD;
        case FAILED -> WARNING;
        case INVALID, ABORTED -> BAD;
      };
    }
  }

  /** A text of one tone. */
  public record Part(String text, Tone tone) {}

  public Cell {
    parts = List.copyOf(parts);
  }

  public static Cell of(String text) {
    return of(text, Tone.NONE);
  }

  public static Cell of(String text, Tone tone) {
    return new Cell(List.of(new Part(text, tone)), null, null);
  }

  /** A number whose unit the head of the column has. */
  public static Cell of(double value, Unit unit) {
    return of(unit.text(value), value);
  }

  /** Empty where the number is not known. */
  public static Cell of(Optional<? extends Number> value, Unit unit) {
    return value.map(number -> of(number.doubleValue(), unit)).orElse(EMPTY);
  }

  /** A number with another text than that of its unit. */
  public static Cell of(String text, double value) {
    return new Cell(List.of(new Part(text, Tone.NONE)), value, null);
  }

  /** A number that is bad unless it is 0. */
  public static Cell zero(Optional<Long> number) {
    return number
        .map(known -> of(known, Unit.COUNT).toned(known == 0 ? Tone.NONE : Tone.BAD))
        .orElse(UNKNOWN);
  }

  /** The status of a run. */
  public static Cell of(Verdict.Status status) {
    return of(status.name(), Tone.of(status));
  }

  /** Whether an objective is met. */
  public static Cell met(boolean met) {
    return met ? of("pass", Tone.GOOD) : of("FAIL", Tone.BAD);
  }

  /** A link to another page. */
  public static Cell link(String text, String address) {
    return new Cell(List.of(new Part(text, Tone.NONE)), null, address);
  }

  /** Texts one after the other. */
  public static Cell joined(String separator, List<Cell> cells) {
    List<Part> parts = new ArrayList<>();
    for (Cell cell : cells) {
      if (!parts.isEmpty()) {
        parts.add(new Part(separator, Tone.NONE));
      }
      parts.addAll(cell.parts);
    }
    return new Cell(parts, null, null);
  }

  public Cell toned(Tone tone) {
    return new Cell(parts.stream().map(part -> new Part(part.text, tone)).toList(), value, link);
  }

  /** Returns the cell marked as a figure that must not be used, unless it is usable. */
  public Cell usable(boolean usable) {
    List<Part> marked = new ArrayList<>(toned(Tone.BAD).parts);
    marked.add(new Part(DAMAGED, Tone.BAD));
    return usable || text().isEmpty() ? this : new Cell(marked, value, link);
  }

  public String text() {
    return String.join("", parts.stream().map(Part::text).toList());
  }

  /** The worst of the tones of its parts. */
  public Tone tone() {
    return parts.stream().map(Part::tone).max(Comparator.naturalOrder()).orElse(Tone.NONE);
  }
}
