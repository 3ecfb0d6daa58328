package io.tidemark.verdict;

import static java.util.stream.Collectors.joining;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The page of findings and thresholds, as Markdown. */
public record VerdictPage(Collection<Class<? extends Found>> findings) {
  private static final String GENERATED =
      "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n";
  private static final Map<Severity, String> HEADINGS =
      Map.of(
          Severity.ABORTS, "Findings that abort a run",
          Severity.INVALIDATES, "Findings that make a run INVALID",
          Severity.FAILS, "Findings that make a run FAILED",
          Severity.WARNS, "Warnings",
          Severity.REMARK, "Remarks");

  public static String ofAllFindings() {
    return new VerdictPage(VerdictRules.findings()).text();
  }

  String text() {
    StringBuilder page = new StringBuilder(GENERATED + "# Statuses and findings\n\n" + statuses());
    Stream.of(Severity.values())
        .sorted(Comparator.reverseOrder())
        .forEach(each -> page.append("\n## %s\n\n%s".formatted(HEADINGS.get(each), table(each))));
    return page.append("\n## Thresholds\n\n" + thresholds())
        .append("\n## Groups of figures\n\n" + groups())
        .toString();
  }

  private static String statuses() {
    return table(
        List.of("status", "meaning"),
        Stream.of(Status.values()).map(each -> List.of(each.name(), each.meaning())));
  }

  private static String groups() {
    return table(
        List.of("group", "metrics"),
        Stream.of(FigureGroup.values())
            .map(group -> List.of("`" + group.key() + "`", String.join(", ", metrics(group)))));
  }

  private static List<String> metrics(FigureGroup group) {
    return Stream.concat(
            Stream.of(Measure.values())
                .filter(each -> FigureGroup.of(each) == group)
                .map(Measure::key),
            Metrics.all().stream()
                .filter(each -> each.group() == group && each.measure().isEmpty())
                .map(Metric::id))
        .map(each -> "`" + each + "`")
        .toList();
  }

  static Severity worst(Class<? extends Found> found) {
    return Arrays.stream(Found.type(found).as()).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** Returns the table of the findings with this severity at the most. */
  String table(Severity severity) {
    boolean invalid = severity == Severity.INVALIDATES;
    boolean counts = severity != Severity.REMARK;
    List<String> head =
        Stream.of("code", "meaning", invalid ? "can damage" : "", counts ? "what to do" : "")
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
