package io.tidemark.charts.page;

import java.util.List;

/**
 * What the report shows.
 *
 * @param sections in the order of the page; none is empty
 */
public record Page(String title, String subtitle, Assets assets, List<Section> sections) {
  public Page {
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }
}
