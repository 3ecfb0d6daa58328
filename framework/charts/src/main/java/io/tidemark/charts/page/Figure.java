package io.tidemark.charts.page;

/**
 * A chart in the page.
 *
 * @param id of the element
 * @param group of charts with the same layout
 * @param json what is drawn; safe in a script element
 */
public record Figure(String id, String group, String title, String description, String json) {}
