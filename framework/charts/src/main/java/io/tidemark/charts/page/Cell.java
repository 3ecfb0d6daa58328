package io.tidemark.charts.page;

import io.tidemark.report.text.DamageMarks;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A cell of a table.
 *
 * @param value what a column is sorted by, exactly as stored; null: by the text
 * @param link address of a page; null for none
 */
public record Cell(String text, @Nullable Double value, Tone tone, @Nullable String link) {
  /** How good the content is. */
  public enum Tone {
    NONE,
    GOOD,
    WARNING,
    BAD
  }

  /** The class of the element; null: none. */
  public @Nullable String style() {
    return tone == Tone.NONE ? null : tone.name().toLowerCase(Locale.ROOT);
  }

  public static Cell of(String text) {
    return new Cell(text, null, Tone.NONE, null);
  }

  public static Cell of(String text, double value) {
    return new Cell(text, value, Tone.NONE, null);
  }

  public static Cell of(String text, Tone tone) {
    return new Cell(text, null, tone, null);
  }

  /** As a figure that must not be used. */
  Cell damaged() {
    return new Cell(text + DamageMarks.MARK, value, Tone.BAD, link);
  }

  /** A link to another page. */
  public static Cell link(String text, String address) {
    return new Cell(text, null, Tone.NONE, address);
  }
}
