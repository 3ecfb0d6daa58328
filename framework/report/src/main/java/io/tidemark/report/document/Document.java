package io.tidemark.report.document;

import java.util.List;

/**
 * All that is shown of a subject: a run, a comparison, a trend.
 *
 * @param opening in front of the sections
 * @param sections in their order; those without content are left out
 */
public record Document(String title, List<Block> opening, List<Section> sections) {
  public Document {
    opening = List.copyOf(opening);
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }
}
