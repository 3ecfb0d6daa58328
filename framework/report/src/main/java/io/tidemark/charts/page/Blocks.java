package io.tidemark.charts.page;

import io.tidemark.report.document.Block;
import io.tidemark.report.document.Block.Drawing;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.text.TerminalStyle.Unbroken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks in the order in which a page shows them, and what of them is folded.
 *
 * @param title of tables without a caption
 * @param most statements of a list that are not folded
 */
public record Blocks(String title, List<Block> blocks, int most) {
  /** More is longer than a screen. */
  private static final int ROWS = 25;

  private static final int NOTES = 10;

  /** Whole numbers below it are exact. */
  private static final double LONGEST = 1e15;

  /** Statements of the first screen. */
  private static final int MOST = 6;

  public Blocks {
    blocks = List.copyOf(blocks);
  }

  /** Returns the blocks of a section: warnings, notes, pictures, tables, charts, and texts. */
  public static Blocks of(Section section) {
    return new Blocks(
        section.title(),
        section.blocks().stream().sorted(Comparator.comparing(Blocks::place)).toList(),
        Integer.MAX_VALUE);
  }

  /** Returns the blocks of the first screen in their order. */
  public static Blocks ofOpening(Document document) {
    return new Blocks("Each system", document.opening(), MOST);
  }

  private static int place(Block block) {
    if (block instanceof Paragraph paragraph) {
      return isWarning(paragraph) ? 0 : 1;
    }
    return block instanceof Figure.Graph
        ? 2
        : block instanceof Table ? 3 : block instanceof Drawing ? 4 : 5;
  }

  private static boolean isWarning(Paragraph paragraph) {
    return paragraph.tone().compareTo(Tone.WARNING) >= 0;
  }

  /** Paragraphs, pictures and charts that follow each other, and each other block alone. */
  public List<List<Block>> groups() {
    List<List<Block>> groups = new ArrayList<>();
    for (Block block : blocks) {
      List<Block> last = groups.isEmpty() ? List.of() : groups.get(groups.size() - 1);
      boolean several = block instanceof Paragraph || block instanceof Drawing;
      if (several && !last.isEmpty() && last.get(0).getClass().equals(block.getClass())) {
        last.add(block);
      } else {
        groups.add(new ArrayList<>(List.of(block)));
      }
    }
    return groups;
  }

  /** All warnings, and the first notes. */
  public static List<Block> shown(List<Block> paragraphs) {
    return paragraphs.subList(0, paragraphs.size() - folded(paragraphs).size());
  }

  public static List<Block> folded(List<Block> paragraphs) {
    long warnings = paragraphs.stream().filter(each -> isWarning((Paragraph) each)).count();
    return paragraphs.stream().skip(warnings + NOTES).toList();
  }

  /** The first ones; a single one more takes no more room than its fold. */
  public List<Statement> shown(Statements all) {
    int size = all.statements().size();
    return all.statements().subList(0, size - 1 > most ? most : size);
  }

  public List<Statement> folded(Statements all) {
    return all.statements().subList(shown(all).size(), all.statements().size());
  }

  /** A table that is folded, with its caption visible. */
  public static boolean isLong(Table table) {
    return table.rows().size() > ROWS;
  }

  /** The number that a column is sorted by; null: its text. */
  public static @Nullable String sorted(Cell cell) {
    if (cell.value() == null) {
      return null;
    }
    double value = cell.value();
    return value == Math.rint(value) && Math.abs(value) < LONGEST
        ? Long.toString((long) value)
        : Float.toString((float) value);
  }

  /** The class of a paragraph. */
  public static @Nullable String style(Block paragraph) {
    return ((Paragraph) paragraph).tone().style();
  }

  /** In which a number and its unit stay in one line. */
  public static String text(Block paragraph) {
    return Unbroken.of(((Paragraph) paragraph).content().text());
  }
}
