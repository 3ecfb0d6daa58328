package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.CsvRenderer;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.text.TerminalStyle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The numbers of sections, which are the same in all formats. */
public final class SameNumbers {
  private static final Pattern NUMBER = Pattern.compile("\\d(?:[\\d,.]*\\d)?");

  private SameNumbers() {}

  /**
   * @param html a page with these sections
   */
  public static void assertInAllFormats(List<Section> sections, String html) {
    TerminalRenderer terminal = new TerminalRenderer(TerminalStyle.UNICODE);
    for (Section section : sections) {
      Set<String> numbers = numbers(section);
      assertThat(numbers(String.join("\n", terminal.content(section))))
          .as("terminal: %s", section.id())
          .isEqualTo(numbers);
      assertThat(terminal.content(section))
          .allMatch(line -> line.codePointCount(0, line.length()) <= TerminalRenderer.WIDTH - 2);
      assertThat(
              numbers(MarkdownRenderer.of(new Document("", List.of(), List.of(section))))
                  .containsAll(numbers))
          .as("Markdown: %s", section.id())
          .isTrue();
      assertThat(numbers(element(html, section.id())))
          .as("HTML: %s", section.id())
          .containsAll(numbers);
      assertThat(CsvRenderer.of(section).split("[,\n]"))
          .as("CSV: %s", section.id())
          .containsAll(values(section));
    }
  }

  private static String element(String html, String id) {
    String start = html.substring(html.indexOf("<section id=\"" + id + "\""));
    return start.substring(0, start.indexOf("</section>")).replaceAll("<[^>]*>", " ");
  }

  private static Set<String> numbers(Section section) {
    Stream<String> cells =
        section.tables().stream()
            .flatMap(table -> Stream.concat(table.rows().stream(), captions(table)))
            .flatMap(row -> row.stream().map(Cell::text));
    Stream<String> notes =
        section.blocks(Paragraph.class).stream().map(paragraph -> paragraph.content().text());
    return numbers(Stream.concat(cells, notes).reduce("", (one, other) -> one + "\n" + other));
  }

  private static Stream<List<Cell>> captions(Table table) {
    return Stream.of(
        Stream.concat(Stream.of(table.caption()), table.head().stream()).map(Cell::of).toList());
  }

  private static Set<String> numbers(String text) {
    return new TreeSet<>(NUMBER.matcher(text).results().map(MatchResult::group).toList());
  }

  private static List<String> values(Section section) {
    return section.tables().stream()
        .flatMap(table -> table.rows().stream().flatMap(List::stream))
        .filter(cell -> cell.value() != null)
        .map(
            cell ->
                new BigDecimal(cell.value(), new MathContext(10))
                    .stripTrailingZeros()
                    .toPlainString())
        .toList();
  }
}
