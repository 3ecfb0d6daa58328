import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a series: what its runs did, what came out, and what was compared. */
final class SoakPage {
  private static final List<String> SYSTEMS =
      Stream.of(SoakPlan.Target.values()).filter(SoakPlan.Target::isCluster).map(Enum::name).toList();

  private final StringBuilder text = new StringBuilder();
  private final List<SoakRun> runs;

  private SoakPage(List<SoakRun> runs) {
    this.runs = runs;
  }

  static String of(List<SoakRun> runs, long seed, int wantedFaults) {
    SoakPage page = new SoakPage(runs);
    page.head(seed, wantedFaults);
    page.faults();
    page.statuses();
    page.problems();
    page.line("## What was compared after each run");
    page.line("");
    SoakJudge.COMPARED.forEach(each -> page.line("- " + each));
    return page.text.toString();
  }

  private void head(long seed, int wantedFaults) {
    int inEffect = (int) sum(runs, SoakRun::faultsInEffect);
    line("# Soak with seed %d: %d of %d faults".formatted(seed, inEffect, wantedFaults));
    line("");
    line(
        "%d runs with %d sent messages in %d minutes%s. %d of them had problems."
            .formatted(
                runs.size(),
                sum(runs, SoakRun::sentMessages),
                sum(runs, SoakRun::seconds) / 60,
                runs.isEmpty()
                    ? ""
                    : ", the first at %s, the last at %s"
                        .formatted(runs.get(0).started(), runs.get(runs.size() - 1).started()),
                runs.stream().filter(run -> !run.problems().isEmpty()).count()));
    if (inEffect < wantedFaults) {
      line("");
      line("Not complete: the same command continues.");
    }
    line("");
  }

  /** Faults in effect by kind and system. */
  private void faults() {
    tableHead("Faults in effect");
    for (SoakFault.Kind kind : SoakFault.Kind.values()) {
      boolean counts = kind != SoakFault.Kind.COMMAND;
      row(
          kind.key + (counts ? "" : " (not counted: disturbs no broker)"),
          run ->
              run.faults().stream()
                  .filter(fault -> fault.inEffect() && fault.kind().equals(kind.key))
                  .count());
    }
    row("**counted**", SoakRun::faultsInEffect);
    row("planned, not in effect", run -> run.faults().stream().filter(each -> !each.inEffect()).count());
    line("");
  }

  /** Runs by status, scenario and system. */
  private void statuses() {
    tableHead("Runs");
    runs.stream()
        .map(SoakRun::status)
        .distinct()
        .sorted()
        .forEach(status -> countRow(status, run -> run.status().equals(status)));
    for (SoakPlan.Scenario scenario : SoakPlan.Scenario.values()) {
      countRow(scenario.name() + " without a fault", run -> run.faults().isEmpty() && run.scenario().equals(scenario.name()));
    }
    countRow("**all**", run -> true);
    line("");
  }

  private void problems() {
    line("## Problems");
    line("");
    if (runs.stream().allMatch(run -> run.problems().isEmpty())) {
      line("None: all runs agree with their plan.");
    }
    for (SoakRun run : runs) {
      for (String problem : run.problems()) {
        line(
            "- run %d, %s %s: %s; again: `bin/soak --seed %d --run %d`"
                .formatted(
                    run.number(),
                    run.system(),
                    run.faults().stream()
                        .map(fault -> (fault.kind() + " " + fault.target()).strip())
                        .collect(Collectors.joining(", ", "[", "]")),
                    problem.lines().collect(Collectors.joining(" ")),
                    run.seed(),
                    run.number()));
      }
    }
    line("");
  }

  private void tableHead(String title) {
    line("## " + title);
    line("");
    line("| | " + String.join(" | ", SYSTEMS) + " | all |");
    line("|---|" + "---:|".repeat(SYSTEMS.size() + 1));
  }

  private void countRow(String name, Predicate<SoakRun> which) {
    row(name, run -> which.test(run) ? 1 : 0);
  }

  private void row(String name, ToLongFunction<SoakRun> count) {
    long[] counts =
        SYSTEMS.stream()
            .mapToLong(
                system ->
                    sum(runs.stream().filter(run -> run.system().equals(system)).toList(), count))
            .toArray();
    String cells = Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(" | "));
    line("| %s | %s | %d |".formatted(name, cells, Arrays.stream(counts).sum()));
  }

  private static long sum(List<SoakRun> runs, ToLongFunction<SoakRun> count) {
    return runs.stream().mapToLong(count).sum();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
