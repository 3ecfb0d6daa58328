package io.tidemark.report.document;

import io.tidemark.report.document.Cell.Tone;
import java.util.List;

/** A part of a section. */
public sealed interface Block
    permits Block.Paragraph, Table, Block.Terms, Block.Text, Block.Drawing {
  /**
   * A paragraph.
   *
   * @param content of tone WARNING, or worse, if readers must know it before they use the figures
   */
  record Paragraph(Cell content) implements Block {
    public Tone tone() {
      return content.tone();
    }
  }

  /** Words with their definitions. */
  record Terms(List<Text> terms) implements Block {
    public Terms {
      terms = List.copyOf(terms);
    }
  }

  /** A text of many lines with a title, such as a file. */
  record Text(String title, String text) implements Block {}

  /** A chart or a graph, which only a page shows. */
  non-sealed interface Drawing extends Block {
    String title();
  }
}
