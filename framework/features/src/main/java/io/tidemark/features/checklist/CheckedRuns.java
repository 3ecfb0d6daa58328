package io.tidemark.features.checklist;

import static java.util.stream.Collectors.joining;

import io.tidemark.features.checklist.ChecklistItem.Source;
import io.tidemark.features.checklist.ChecklistItem.State;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The runs of a result, and items about them. */
record CheckedRuns(ReportedRuns all) {

  /** What an item is about, and which lists demand it. */
  record Demand(CheckedRuns runs, String chapter, String title, List<Source> sources) {
    ChecklistItem present(String text) {
      return item(State.PRESENT, text);
    }

    ChecklistItem missing(String toDo) {
      return item(State.MISSING, toDo);
    }

    ChecklistItem notApplicable(String why) {
      return item(State.NOT_APPLICABLE, why);
    }

    ChecklistItem either(boolean present, String text, String toDo) {
      return present ? present(text) : missing(toDo);
    }

    private ChecklistItem item(State state, String text) {
      return new ChecklistItem(chapter, title, sources, state, text);
    }

    /** Which each run must have. */
    ChecklistItem ofEachRun(Function<RunResult, Optional<String>> value, String toDo) {
      Map<String, Set<String>> bySystem = new LinkedHashMap<>();
      Set<String> without = new LinkedHashSet<>();
      for (ReportedRun run : runs.all.runs()) {
        run.stored()
            .flatMap(value)
            .ifPresentOrElse(
                text ->
                    bySystem
                        .computeIfAbsent(run.environment(), any -> new LinkedHashSet<>())
                        .add(text),
                () -> without.add(run.environment()));
      }
      String of = bySystem.isEmpty() ? "" : "not known of " + String.join(", ", without) + ": ";
      return either(without.isEmpty(), text(bySystem), of + toDo);
    }
  }

  Demand demand(String chapter, String title, Source... sources) {
    return new Demand(this, chapter, title, List.of(sources));
  }

  /** {@code a}, or {@code system 1: a; system 2: b}. */
  private static String text(Map<String, Set<String>> bySystem) {
    Set<Set<String>> different = new LinkedHashSet<>(bySystem.values());
    if (different.size() == 1) {
      return String.join(" or ", different.iterator().next());
    }
    return bySystem.entrySet().stream()
        .map(each -> each.getKey() + ": " + String.join(" or ", each.getValue()))
        .collect(joining("; "));
  }

  /** Results with all that Tidemark stores. */
  List<RunResult> stored() {
    return all.runs().stream().flatMap(run -> run.stored().stream()).toList();
  }

  List<String> systems() {
    return all.runs().stream().map(ReportedRun::environment).distinct().toList();
  }

  List<String> workloads() {
    return all.runs().stream().map(ReportedRun::workload).distinct().toList();
  }

  /** Usable runs of each workload on each system. */
  List<Long> repetitions() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (ReportedRun run : all.runs()) {
      counts.merge(
          run.workload() + "\n" + run.environment(), run.unusable().isEmpty() ? 1L : 0L, Long::sum);
    }
    return new ArrayList<>(counts.values());
  }

  /** The fewest usable runs of a workload on a system. */
  long fewest() {
    return repetitions().stream().mapToLong(each -> each).min().orElse(0);
  }

  /** A value of the workload, as text. */
  static Optional<String> workload(RunResult run, String key) {
    return Optional.ofNullable(run.workload().get(key)).map(Object::toString);
  }
}
