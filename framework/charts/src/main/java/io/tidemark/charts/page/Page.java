package io.tidemark.charts.page;

import io.tidemark.charts.first.AnswerView;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the report shows.
 *
 * @param answer the first screen
 * @param sections in the order of the page; none is empty
 */
public record Page(
    String title, String subtitle, Assets assets, AnswerView answer, List<Section> sections) {
  public Page {
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }

  /** The sections below the answer, with their state. */
  public List<Chapter> chapters() {
    return IntStream.range(0, sections.size())
        .mapToObj(i -> new Chapter(sections.get(i), true))
        .toList();
  }
}
