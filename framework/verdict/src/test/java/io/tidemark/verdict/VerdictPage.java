package io.tidemark.verdict;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.VerdictThresholds;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Tables of findings and thresholds as Markdown. */
record VerdictPage(Collection<Class<? extends Found>> findings) {
  /** The page with these tables, each after its mark. */
  String in(String page) {
    String text = replaced(page, "thresholds", thresholds());
    for (Severity severity : Severity.values()) {
      text = replaced(text, "findings that are " + severity, table(severity));
    }
    return text;
  }

  private static String replaced(String page, String name, String table) {
    String mark = "<!-- " + name + ", made by VerdictPageTest -->\n";
    int start = page.indexOf(mark) + mark.length();
    int end = page.indexOf("\n\n", start) + 1;
    if (start < mark.length() || end == 0) {
      throw new IllegalArgumentException("no table after " + mark);
    }
    return page.substring(0, start) + table + page.substring(end);
  }

  static Severity worst(Class<? extends Found> found) {
    return Arrays.stream(Found.type(found).as()).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** Of the findings with this severity at the most. */
  String table(Severity severity) {
    boolean invalid = severity == Severity.INVALIDATES;
    boolean counts = severity != Severity.REMARK;
    List<String> head =
        Stream.of("code", "meaning", invalid ? "damages" : "", counts ? "what to do" : "")
            .filter(each -> !each.isEmpty())
            .toList();
    return table(
        head,
        findings.stream()
            .filter(each -> worst(each) == severity)
            .sorted(Comparator.comparing(Found::code))
            .map(
                each ->
                    Stream.of(
                            "`" + Found.code(each) + "`",
                            Found.type(each).value(),
                            invalid ? groups(Found.type(each).damages().groups()) : "",
                            Found.type(each).next())
                        .filter(cell -> !cell.isEmpty())
                        .toList()));
  }

  private String thresholds() {
    return table(
        List.of("name", "default", "findings"),
        VerdictThresholds.all().stream()
            .map(
                each ->
                    List.of(
                        "`" + each.key() + "`",
                        each.text(each.defaultValue()),
                        findings.stream()
                            .filter(found -> List.of(Found.type(found).limits()).contains(each))
                            .map(found -> "`" + Found.code(found) + "`")
                            .sorted()
                            .collect(joining(", ")))));
  }

  private static String table(List<String> head, Stream<List<String>> rows) {
    return Stream.concat(Stream.of(head), rows)
        .map(row -> "| " + String.join(" | ", row) + " |\n")
        .collect(joining())
        .replaceFirst("\n", "\n|" + "---|".repeat(head.size()) + "\n");
  }

  private static String groups(Set<FigureGroup> damaged) {
    Set<FigureGroup> others = EnumSet.complementOf(EnumSet.copyOf(damaged));
    return others.isEmpty() ? "all" : others.size() < 3 ? "all but " + keys(others) : keys(damaged);
  }

  private static String keys(Set<FigureGroup> groups) {
    return groups.stream().sorted().map(group -> "`" + group.key() + "`").collect(joining(", "));
  }
}
