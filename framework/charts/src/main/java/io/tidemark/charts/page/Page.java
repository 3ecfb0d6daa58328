package io.tidemark.charts.page;

import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the report shows.
 *
 * @param answer the first screen; empty where nothing was asked
 * @param sections in the order of the page; none is empty
 */
public record Page(
    String title,
    String subtitle,
    Assets assets,
    Optional<Document> answer,
    List<Section> sections) {
  public Page {
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }

  /** The sections with their state; what comes first cannot be folded. */
  public List<Chapter> chapters() {
    return IntStream.range(0, sections.size())
        .mapToObj(i -> new Chapter(sections.get(i), i > 0 || answer.isPresent()))
        .toList();
  }
}
