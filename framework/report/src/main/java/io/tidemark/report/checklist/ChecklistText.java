package io.tidemark.report.checklist;

import io.tidemark.report.checklist.ChecklistItem.State;
import io.tidemark.report.text.MarkdownTable;
import io.tidemark.report.text.Wrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A checklist for a terminal, and as Markdown. */
public final class ChecklistText {
  private static final String INDENT = "      ";

  private ChecklistText() {}

  /** {@code 20 present, 3 missing, 2 not applicable}. */
  public static String summary(Checklist checklist) {
    return String.format(
        Locale.ROOT,
        "%d present, %d missing, %d not applicable",
        checklist.count(State.PRESENT),
        checklist.count(State.MISSING),
        checklist.count(State.NOT_APPLICABLE));
  }

  /** Lines of at most 100 columns. */
  public static List<String> lines(Checklist checklist) {
    List<String> lines = new ArrayList<>();
    lines.add("What a published result must state: " + summary(checklist));
    String chapter = "";
    for (ChecklistItem item : checklist.items()) {
      if (!item.chapter().equals(chapter)) {
        chapter = item.chapter();
        lines.add("");
        lines.add(chapter);
      }
      lines.add("  %-14s  %s".formatted(item.state().text(), item.title()));
      lines.addAll(Wrapped.lines(INDENT + item.text(), Wrapped.WIDTH, INDENT));
    }
    return lines;
  }

  /** With the lists that demand each item. */
  public static String markdown(Checklist checklist) {
    StringBuilder text = new StringBuilder("# What a published result must state\n\n");
    text.append(summary(checklist)).append(".\n");
    String chapter = "";
    List<ChecklistItem> some = new ArrayList<>();
    for (ChecklistItem item : checklist.items()) {
      if (!item.chapter().equals(chapter)) {
        table(text, chapter, some);
        chapter = item.chapter();
        some.clear();
      }
      some.add(item);
    }
    table(text, chapter, some);
    return text.toString();
  }

  private static void table(StringBuilder text, String chapter, List<ChecklistItem> items) {
    if (items.isEmpty()) {
      return;
    }
    MarkdownTable table = new MarkdownTable(4, List.of("item", "state", "value", "demanded by"));
    items.forEach(
        item ->
            table.row(
                List.of(
                    item.title(),
                    item.state().text(),
                    item.text(),
                    item.sources().stream()
                        .map(ChecklistSource::text)
                        .collect(Collectors.joining("; ")))));
    text.append("\n## ").append(chapter).append("\n\n");
    table.lines().forEach(line -> text.append(line).append('\n'));
  }
}
