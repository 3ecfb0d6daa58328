package io.tidemark.charts.page;

import io.tidemark.report.document.Block;

/**
 * A chart in the page.
 *
 * @param id of the element
 * @param group of charts with the same layout
 * @param json what is drawn; safe in a script element
 */
public record Figure(String id, String group, String title, String description, String json)
    implements Block.Drawing {
  /**
   * A drawing with a title.
   *
   * @param svg safe in a page
   */
  public record Graph(String title, String svg) implements Block.Drawing {}
}
