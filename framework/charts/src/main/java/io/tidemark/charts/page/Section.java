package io.tidemark.charts.page;

import java.util.List;

/**
 * A chapter of the page; parts that have no content are left out.
 *
 * @param id of the element
 * @param notes paragraphs in front of the tables
 * @param warnings what readers must know before they use the figures
 * @param graphs in front of the tables
 * @param terms definitions
 * @param texts files to unfold
 */
public record Section(
    String id,
    String title,
    List<String> notes,
    List<String> warnings,
    List<Table> tables,
    List<Figure> figures,
    List<Graph> graphs,
    List<Entry> terms,
    List<Entry> texts) {

  /**
   * A drawing with a title.
   *
   * @param svg safe in a page
   */
  public record Graph(String title, String svg) {}

  /** A text with a title. */
  public record Entry(String title, String text) {}

  public Section {
    notes = List.copyOf(notes);
    warnings = List.copyOf(warnings);
    tables = List.copyOf(tables);
    figures = List.copyOf(figures);
    graphs = List.copyOf(graphs);
    terms = List.copyOf(terms);
    texts = List.copyOf(texts);
  }

  public static Section of(String id, String title) {
    return new Section(
        id, title, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  public Section notes(List<String> added) {
    return new Section(id, title, added, warnings, tables, figures, graphs, terms, texts);
  }

  public Section warnings(List<String> added) {
    return new Section(id, title, notes, added, tables, figures, graphs, terms, texts);
  }

  public Section tables(List<Table> added) {
    return new Section(id, title, notes, warnings, added, figures, graphs, terms, texts);
  }

  Section figures(List<Figure> added) {
    return new Section(id, title, notes, warnings, tables, added, graphs, terms, texts);
  }

  Section graphs(List<Graph> added) {
    return new Section(id, title, notes, warnings, tables, figures, added, terms, texts);
  }

  Section terms(List<Entry> added) {
    return new Section(id, title, notes, warnings, tables, figures, graphs, added, texts);
  }

  Section texts(List<Entry> added) {
    return new Section(id, title, notes, warnings, tables, figures, graphs, terms, added);
  }

  boolean isEmpty() {
    return notes.isEmpty()
        && warnings.isEmpty()
        && tables.isEmpty()
        && figures.isEmpty()
        && graphs.isEmpty()
        && terms.isEmpty()
        && texts.isEmpty();
  }
}
