package io.tidemark.charts.page;

import io.tidemark.charts.page.Cell.Tone;
import org.jspecify.annotations.Nullable;

/**
 * A section as readers find it: its state, which the navigation shows, and what of it is folded.
 *
 * @param foldable whether readers can fold it
 */
public record Chapter(Section section, boolean foldable) {
  /** More is longer than a screen. */
  private static final int ROWS = 25;

  private static final int NOTES = 10;

  private static final int TERMS = 8;

  public String id() {
    return section.id();
  }

  /** Whether a page opens with it. Charts are never folded. */
  public boolean open() {
    return section.terms().size() <= TERMS;
  }

  /** The number of the first notes, which are not folded. */
  public static int shown(Section section) {
    int notes = section.notes().size();
    return Math.min(notes, NOTES);
  }

  /** A table that is folded, with its caption visible. */
  public static boolean isLong(Table table) {
    return table.rows().size() > ROWS;
  }

  private Tone tone() {
    if (!section.warnings().isEmpty() || has(Tone.BAD)) {
      return Tone.BAD;
    }
    return has(Tone.WARNING) ? Tone.WARNING : Tone.NONE;
  }

  private boolean has(Tone tone) {
    return section.tables().stream()
        .flatMap(table -> table.rows().stream())
        .anyMatch(row -> row.stream().anyMatch(cell -> cell.tone() == tone));
  }

  /** The class of its link; null: nothing needs attention. */
  public @Nullable String style() {
    return switch (tone()) {
      case BAD -> "bad";
      case WARNING -> "warning";
      default -> null;
    };
  }

  /** What needs attention. */
  public String state() {
    return tone() == Tone.BAD ? "figures that must not be used, or warnings" : "findings";
  }
}
