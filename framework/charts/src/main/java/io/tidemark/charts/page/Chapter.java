package io.tidemark.charts.page;

import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.util.List;
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
    return section.terms() <= TERMS;
  }

  /** The first notes, which are not folded. */
  public static List<Paragraph> shown(Section section) {
    return section.paragraphs(false).stream().limit(NOTES).toList();
  }

  public static List<Paragraph> folded(Section section) {
    return section.paragraphs(false).stream().skip(NOTES).toList();
  }

  /** A table that is folded, with its caption visible. */
  public static boolean isLong(Table table) {
    return table.rows().size() > ROWS;
  }

  private Tone tone() {
    return section.has(Tone.BAD) ? Tone.BAD : section.has(Tone.WARNING) ? Tone.WARNING : Tone.NONE;
  }

  /** The class of its link; null: nothing needs attention. */
  public @Nullable String style() {
    return tone().style();
  }

  /** What needs attention. */
  public String state() {
    return tone() == Tone.BAD ? "figures that must not be used, or warnings" : "findings";
  }
}
