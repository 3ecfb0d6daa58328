package io.tidemark.charts.page;

import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.text.RunFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The systems side by side: which broker, how durable, where, under which load. */
final class SystemsSection {
  private static final int LISTED = 4;
  private static final String UNKNOWN = "not known";

  private SystemsSection() {}

  static Section section(ReportedRuns all) {
    List<ReportedRun> runs = all.runs();
    Map<String, Map<String, Set<String>>> systems = new LinkedHashMap<>();
    Set<String> keys = new LinkedHashSet<>(List.of("runs", "broker"));
    keys.addAll(RunFacts.DURABILITY);
    Map<String, Long> counts = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      Map<String, Set<String>> system =
          systems.computeIfAbsent(run.environment(), any -> new LinkedHashMap<>());
      counts.merge(run.environment(), 1L, Long::sum);
      facts(run)
          .forEach(
              (key, value) -> {
                keys.add(key);
                system.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(value);
              });
    }
    systems.forEach(
        (system, facts) -> facts.put("runs", Set.of(Text.count(counts.getOrDefault(system, 0L)))));
    List<List<Cell>> rows = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    List<String> varied = new ArrayList<>();
    for (String key : keys) {
      List<String> values =
          systems.values().stream()
              .map(facts -> Text.listed(facts.getOrDefault(key, Set.of(UNKNOWN)), LISTED))
              .toList();
      boolean differs = RunFacts.DURABILITY.contains(key) && values.stream().distinct().count() > 1;
      boolean intended = all.study().isPresent() && !values.contains(UNKNOWN);
      if (differs) {
        (intended ? varied : differing).add(key);
      }
      rows.add(row(key, values, differs && !intended));
    }
    List<String> head = new ArrayList<>(List.of("property"));
    head.addAll(systems.keySet());
    return Section.of("systems", systems.size() == 1 ? "The system" : "The systems")
        .notes(
            varied.isEmpty()
                ? List.of()
                : List.of(
                    "The study varies the durability of messages: "
                        + String.join(", ", varied)
                        + ". A more durable system does more work for each message."))
        .warnings(
            differing.isEmpty()
                ? List.of()
                : List.of(
                    "The durability of messages differs or is not known ("
                        + String.join(", ", differing)
                        + "): the figures of these systems are not directly comparable."))
        .add(List.of(new Table("Broker, durability, place and load", head, rows)));
  }

  private static Map<String, String> facts(ReportedRun run) {
    return run.stored().map(RunFacts::of).orElse(Map.of());
  }

  private static List<Cell> row(String key, List<String> values, boolean differs) {
    List<Cell> row = new ArrayList<>(List.of(Cell.of(key)));
    values.forEach(value -> row.add(Cell.of(value, differs ? Tone.WARNING : Tone.NONE)));
    return row;
  }
}
