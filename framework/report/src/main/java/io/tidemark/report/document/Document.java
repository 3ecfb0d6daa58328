package io.tidemark.report.document;

import java.util.List;

/**
 * All that is shown of a subject: a run, a comparison, a trend.
 *
 * @param opening in front of the sections; a paragraph at its begin says the most important
 * @param sections in their order; those without content are left out
 */
public record Document(String title, List<Block> opening, List<Section> sections) {
  public Document {
    opening = opening.stream().filter(block -> !block.isEmpty()).toList();
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }
}
