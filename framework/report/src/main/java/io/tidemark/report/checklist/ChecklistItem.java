package io.tidemark.report.checklist;

import java.util.List;

/**
 * Something that a published result must state.
 *
 * @param chapter the items of a chapter follow each other
 * @param title a few words
 * @param sources which lists demand it, see {@link ChecklistSource}
 * @param text the value; if it is missing, what to do; otherwise why it does not apply
 */
public record ChecklistItem(
    String chapter, String title, List<ChecklistSource> sources, State state, String text) {

  /** Whether the result states it. */
  public enum State {
    PRESENT("present"),
    MISSING("MISSING"),
    NOT_APPLICABLE("not applicable");

    private final String text;

    State(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public ChecklistItem {
    sources = List.copyOf(sources);
  }
}
