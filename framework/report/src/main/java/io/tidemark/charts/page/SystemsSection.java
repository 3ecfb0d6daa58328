package io.tidemark.charts.page;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;

import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.text.RunFacts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The systems side by side: which broker, how durable, where, under which load. */
final class SystemsSection {
  private static final int LISTED = 4;
  private static final String UNKNOWN = "not known";

  private SystemsSection() {}

  static Section section(ReportedRuns all) {
    SideBySide systems =
        new SideBySide(values -> values.isEmpty() ? UNKNOWN : Text.listed(values, LISTED));
    Set<String> keys = new LinkedHashSet<>(List.of("runs", "broker"));
    keys.addAll(RunFacts.DURABILITY);
    Map<String, Long> runs =
        all.runs().stream()
            .collect(groupingBy(ReportedRun::environment, LinkedHashMap::new, counting()));
    runs.forEach((system, number) -> systems.add(system, "runs", Text.count(number)));
    for (ReportedRun run : all.runs()) {
      Map<String, String> facts = run.stored().map(RunFacts::of).orElse(Map.of());
      keys.addAll(facts.keySet());
      facts.forEach((key, value) -> systems.add(run.environment(), key, value));
    }
    Map<Boolean, List<String>> differing =
        RunFacts.DURABILITY.stream()
            .filter(systems::differs)
            .collect(
                partitioningBy(
                    key -> all.study().isPresent() && !systems.values(key).contains(UNKNOWN)));
    String varied = String.join(", ", differing.getOrDefault(true, List.of()));
    List<String> doubtful = differing.getOrDefault(false, List.of());
    return Section.of("systems", runs.size() == 1 ? "The system" : "The systems")
        .notes(
            varied.isEmpty()
                ? ""
                : "The study varies the durability of messages: "
                    + varied
                    + ". A more durable system does more work for each message.")
        .warnings(
            doubtful.isEmpty()
                ? List.of()
                : List.of(
                    "The durability of messages differs or is not known ("
                        + String.join(", ", doubtful)
                        + "): the figures of these systems are not directly comparable."))
        .add(
            systems
                .columns("property", doubtful::contains)
                .table("Broker, durability, place and load", keys.stream()));
  }

  /** Properties of systems: a row for each of them, and a column for each system. */
  static final class SideBySide {
    private final Map<String, Map<String, Set<String>>> systems = new LinkedHashMap<>();
    private final Function<Set<String>, String> text;

    /**
     * @param text of the values of a system; of none, too
     */
    SideBySide(Function<Set<String>, String> text) {
      this.text = text;
    }

    void system(String name) {
      systems.computeIfAbsent(name, any -> new LinkedHashMap<>());
    }

    void add(String system, String property, String value) {
      system(system);
      systems
          .getOrDefault(system, Map.of())
          .computeIfAbsent(property, any -> new LinkedHashSet<>())
          .add(value);
    }

    /** In the order of the systems. */
    List<String> values(String property) {
      return systems.values().stream()
          .map(system -> text.apply(system.getOrDefault(property, Set.of())))
          .toList();
    }

    boolean differs(String property) {
      return values(property).stream().distinct().count() > 1;
    }

    /**
     * @param marked properties whose values need attention
     */
    Columns<String> columns(String head, Predicate<String> marked) {
      Columns<String> columns = new Columns<String>().text(head, property -> property);
      List<String> names = List.copyOf(systems.keySet());
      for (int i = 0; i < names.size(); i++) {
        int place = i;
        columns.cell(
            names.get(i),
            property ->
                Cell.of(
                    values(property).get(place), marked.test(property) ? Tone.WARNING : Tone.NONE));
      }
      return columns;
    }
  }
}
