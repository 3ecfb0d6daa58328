package io.tidemark.report.document;

import io.tidemark.model.yaml.Printable;
import io.tidemark.report.document.Block.Drawing;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.text.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Documents in GitHub's Markdown. */
public final class MarkdownRenderer {
  private MarkdownRenderer() {}

  /** Lines, each ended by a line feed. */
  public static String of(Document document) {
    List<String> lines = new ArrayList<>();
    if (!document.title().isEmpty()) {
      lines.add("## " + escaped(document.title()));
    }
    boolean first = true;
    for (Block block : document.opening()) {
      if (block instanceof Drawing drawing) {
        drawing(lines, drawing);
      } else if (first && block instanceof Paragraph paragraph) {
        paragraph(lines, List.of("**" + escaped(paragraph.content().text()) + "**"));
      } else {
        add(lines, block);
      }
      first = false;
    }
    for (Section section : document.sections()) {
      paragraph(lines, List.of("### " + escaped(section.title())));
      section.blocks().forEach(block -> add(lines, block));
    }
    return String.join("\n", lines) + "\n";
  }

  private static void add(List<String> lines, Block block) {
    if (block instanceof Table table) {
      if (!table.caption().isEmpty()) {
        paragraph(lines, List.of(escaped(table.caption())));
      }
      paragraph(lines, table(table));
    } else if (block instanceof Paragraph paragraph) {
      paragraph(lines, List.of(escaped(paragraph.content().text())));
    } else if (block instanceof Statements statements) {
      paragraph(
          lines,
          statements.statements().stream().map(each -> "- " + escaped(each.sentence())).toList());
    } else if (!(block instanceof Drawing)) {
      Block.Text text = (Block.Text) block;
      paragraph(
          lines,
          List.of(
              "<details><summary>" + escaped(text.title()) + "</summary>",
              "",
              "```",
              text.text().stripTrailing(),
              "```",
              "",
              "</details>"));
    }
  }

  /** In a block of code. */
  private static void drawing(List<String> lines, Drawing drawing) {
    List<String> text =
        drawing.text(TerminalStyle.UNICODE).stream()
            .map(line -> TerminalStyle.UNICODE.printable(line.replace('`', '\'')))
            .toList();
    if (!text.isEmpty()) {
      paragraph(lines, List.of("```"));
      lines.addAll(text);
      lines.add("```");
    }
  }

  private static void paragraph(List<String> lines, List<String> added) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.addAll(added);
  }

  /** The lines of a table. */
  public static List<String> table(Table table) {
    List<String> rule =
        IntStream.range(0, table.head().size())
            .mapToObj(i -> table.isNumeric(i) ? "---:" : "---")
            .toList();
    return Stream.concat(
            Stream.of(
                line(table.head().stream().map(MarkdownRenderer::escaped)), line(rule.stream())),
            table.rows().stream().map(row -> line(row.stream().map(cell -> escaped(cell.text())))))
        .toList();
  }

  private static String line(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** Text that is shown as it is, in one line. */
  public static String escaped(String text) {
    return Printable.text(text.replaceAll("\\s+", " "))
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\`*_|\\[\\]])", "\\\\$1");
  }
}
