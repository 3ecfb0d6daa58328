package io.tidemark.report.document;

import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell.Tone;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * A part of a document with a title.
 *
 * @param id of the element in a page
 */
public record Section(String id, String title, List<Block> blocks) {
  public Section {
    blocks = blocks.stream().filter(block -> !block.isEmpty()).toList();
  }

  public static Section of(String id, String title) {
    return new Section(id, title, List.of());
  }

  /** Returns the section with blocks at the end, without those that are empty. */
  public Section add(Collection<? extends Block> added) {
    return new Section(id, title, Stream.concat(blocks.stream(), added.stream()).toList());
  }

  public Section add(Block... added) {
    return add(List.of(added));
  }

  /** Paragraphs at the end, without those that are empty. */
  public Section notes(Collection<String> texts) {
    return add(paragraphs(texts, Tone.NONE));
  }

  public Section notes(String... texts) {
    return notes(List.of(texts));
  }

  /** What readers must know before they use the figures. */
  public Section warnings(Collection<String> texts) {
    return add(paragraphs(texts, Tone.BAD));
  }

  private static List<Paragraph> paragraphs(Collection<String> texts, Tone tone) {
    return texts.stream()
        .filter(text -> !text.isEmpty())
        .map(text -> new Paragraph(Cell.of(text, tone)))
        .toList();
  }

  public boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** Returns the blocks of one kind, in their order. */
  public <B extends Block> List<B> blocks(Class<B> kind) {
    return blocks.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Paragraphs that are warnings, or those that are not. */
  public List<Paragraph> paragraphs(boolean warnings) {
    return blocks(Paragraph.class).stream()
        .filter(each -> warnings == each.tone().compareTo(Tone.WARNING) >= 0)
        .toList();
  }

  /** Whether a part is of this tone. */
  public boolean has(Tone tone) {
    Stream<Cell> cells =
        tables().stream().flatMap(table -> table.rows().stream()).flatMap(List::stream);
    return Stream.concat(cells, blocks(Paragraph.class).stream().map(Paragraph::content))
        .anyMatch(cell -> cell.tone() == tone);
  }

  public List<Table> tables() {
    return blocks(Table.class);
  }
}
