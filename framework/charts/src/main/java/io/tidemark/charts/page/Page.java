package io.tidemark.charts.page;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What the report shows.
 *
 * @param sections in the order of the page; none is empty
 */
public record Page(String title, String subtitle, Assets assets, List<Section> sections) {
  public Page {
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }

  /** The sections with their state; the first one cannot be folded. */
  public List<Chapter> chapters() {
    return IntStream.range(0, sections.size())
        .mapToObj(i -> new Chapter(sections.get(i), i > 0))
        .toList();
  }
}
