package io.tidemark.charts.page;

import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import org.jspecify.annotations.Nullable;

/**
 * A section as readers find it: its state, which the navigation shows.
 *
 * @param foldable whether readers can fold it
 */
public record Chapter(Section section, boolean foldable) {
  public String id() {
    return section.id();
  }

  /** Whether a page opens with it. */
  public boolean open() {
    return !id().equals(Definitions.ID);
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
